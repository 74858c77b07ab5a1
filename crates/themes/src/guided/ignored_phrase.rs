//! Excluded phrases that a theme does not exclude, because they are forms of its own entries.

use thema_features::analysis::Analyzer;

use super::seed_matcher::spaced;
use crate::taxonomy::TaxonomyTheme;

/// An excluded phrase that [`SeedMatcher`](super::SeedMatcher) ignores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IgnoredPhrase<'a> {
    /// The excluded phrase.
    pub text: &'a str,
    /// The term or phrase of the theme that it is a form of.
    pub form_of: &'a str,
}

/// The excluded phrases of `theme` that are ignored. `analyzer` must be the one that the matcher is made with.
#[must_use]
pub fn ignored_phrases<'a>(theme: &'a TaxonomyTheme, analyzer: &Analyzer) -> Vec<IgnoredPhrase<'a>> {
    let stems = |text: &str| analyzer.stems(&spaced(text));
    let own = || theme.terms.iter().chain(&theme.phrases);
    theme
        .excluded
        .iter()
        .filter_map(|text| {
            let of_text = stems(text);
            let form_of = own().find(|other| stems(other) == of_text).filter(|_| of_text.len() > 1)?;
            Some(IgnoredPhrase { text, form_of })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use thema_features::analysis::{Language, StopWords};

    use super::super::SeedMatcher;
    use super::*;
    use crate::Taxonomy;

    #[test]
    fn ignored_phrases_are_those_that_the_matcher_lacks() {
        let source = "name = 't'\n[[theme]]\nkey = 'a'\nname = 'A'\nterms = ['organ']\n\
                      phrases = ['social network', 'key-value store']\n\
                      excluded = ['social networks', 'organization', 'key value stores', 'random network']\n";
        let taxonomy = Taxonomy::parse(source).unwrap();
        let analyzer = Analyzer::builder(Language::English).stop_words(StopWords::none()).build();
        let ignored = ignored_phrases(&taxonomy.themes[0], &analyzer);
        let pairs: Vec<_> = ignored.iter().map(|phrase| (phrase.text, phrase.form_of)).collect();
        assert_eq!(pairs, [("social networks", "social network"), ("key value stores", "key-value store")]);
        let matcher = SeedMatcher::new(&taxonomy, &analyzer);
        let known = |text: &str| matcher.entries().iter().any(|entry| entry.excluded && entry.text == text);
        for text in &taxonomy.themes[0].excluded {
            assert_eq!(known(text), !pairs.iter().any(|(ignored, _)| ignored == text), "{text}");
        }
    }
}
