//! The languages of texts.

use rust_stemmers::Algorithm;
use serde::{Deserialize, Serialize};

/// A language that texts are analysed in: one with a Snowball stemmer, or one whose words have a single form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "every variant is the English name of its language")]
pub enum Language {
    Arabic,
    Chinese,
    Danish,
    Dutch,
    #[default]
    English,
    Finnish,
    French,
    German,
    Greek,
    Hungarian,
    Italian,
    Japanese,
    Norwegian,
    Portuguese,
    Romanian,
    Russian,
    Spanish,
    Swedish,
    Tamil,
    Thai,
    Turkish,
}

impl Language {
    /// Every language, in alphabetical order.
    pub const ALL: [Self; 21] = [
        Self::Arabic,
        Self::Chinese,
        Self::Danish,
        Self::Dutch,
        Self::English,
        Self::Finnish,
        Self::French,
        Self::German,
        Self::Greek,
        Self::Hungarian,
        Self::Italian,
        Self::Japanese,
        Self::Norwegian,
        Self::Portuguese,
        Self::Romanian,
        Self::Russian,
        Self::Spanish,
        Self::Swedish,
        Self::Tamil,
        Self::Thai,
        Self::Turkish,
    ];

    /// The two-letter ISO 639-1 code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Arabic => "ar",
            Self::Chinese => "zh",
            Self::Danish => "da",
            Self::Dutch => "nl",
            Self::English => "en",
            Self::Finnish => "fi",
            Self::French => "fr",
            Self::German => "de",
            Self::Greek => "el",
            Self::Hungarian => "hu",
            Self::Italian => "it",
            Self::Japanese => "ja",
            Self::Norwegian => "no",
            Self::Portuguese => "pt",
            Self::Romanian => "ro",
            Self::Russian => "ru",
            Self::Spanish => "es",
            Self::Swedish => "sv",
            Self::Tamil => "ta",
            Self::Thai => "th",
            Self::Turkish => "tr",
        }
    }

    /// The language of a two-letter ISO 639-1 code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The word "and", with the spaces around it.
    #[must_use]
    pub fn conjunction(self) -> &'static str {
        match self {
            Self::Arabic => " و",
            Self::Chinese => " 与 ",
            Self::Danish | Self::Norwegian => " og ",
            Self::Dutch => " en ",
            Self::English => " and ",
            Self::Finnish => " ja ",
            Self::French => " et ",
            Self::German => " und ",
            Self::Greek => " και ",
            Self::Hungarian => " és ",
            Self::Italian | Self::Portuguese => " e ",
            Self::Japanese => " と ",
            Self::Romanian => " și ",
            Self::Russian => " и ",
            Self::Spanish => " y ",
            Self::Swedish => " och ",
            Self::Tamil => " மற்றும் ",
            Self::Thai => " และ ",
            Self::Turkish => " ve ",
        }
    }

    /// The stemmer; `None` if words have a single form.
    pub(super) fn algorithm(self) -> Option<Algorithm> {
        Some(match self {
            Self::Chinese | Self::Japanese | Self::Thai => return None,
            Self::Arabic => Algorithm::Arabic,
            Self::Danish => Algorithm::Danish,
            Self::Dutch => Algorithm::Dutch,
            Self::English => Algorithm::English,
            Self::Finnish => Algorithm::Finnish,
            Self::French => Algorithm::French,
            Self::German => Algorithm::German,
            Self::Greek => Algorithm::Greek,
            Self::Hungarian => Algorithm::Hungarian,
            Self::Italian => Algorithm::Italian,
            Self::Norwegian => Algorithm::Norwegian,
            Self::Portuguese => Algorithm::Portuguese,
            Self::Romanian => Algorithm::Romanian,
            Self::Russian => Algorithm::Russian,
            Self::Spanish => Algorithm::Spanish,
            Self::Swedish => Algorithm::Swedish,
            Self::Tamil => Algorithm::Tamil,
            Self::Turkish => Algorithm::Turkish,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn codes_name_one_language_each() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), Some(language));
        }
        assert_eq!(Language::from_code("xx"), None);
    }
}
