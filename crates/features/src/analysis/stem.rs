//! Stems words.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::Language;

/// Stems the words of one language with its Snowball stemmer (<https://snowballstem.org>).
///
/// English words are preprocessed: accents are folded (`schrödinger` and `schrodinger` are one term), and the
/// plural of an acronym loses its `s`, which the Porter2 rules keep after `u` and in words without a vowel
/// (`gpus`, `llms`). Words with a digit or a symbol (`h100`, `c++`) are their own stems.
pub(super) struct Stemmer {
    language: Language,
    snowball: rust_stemmers::Stemmer,
}

impl Stemmer {
    /// `None` for a language whose words do not change their form.
    pub(super) fn new(language: Language) -> Option<Self> {
        let algorithm = language.algorithm()?;
        Some(Self { language, snowball: rust_stemmers::Stemmer::create(algorithm) })
    }

    /// The stem of `word`, which must be in lower case.
    pub(super) fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        if word.bytes().any(|byte| byte.is_ascii() && !byte.is_ascii_lowercase() && byte != b'-') {
            return Cow::Borrowed(word);
        }
        if self.language != Language::English {
            return self.snowball.stem(word);
        }
        if !word.is_ascii() {
            let folded = fold_accents(word);
            return Cow::Owned(self.snowball.stem(&folded).into_owned());
        }
        match singular_acronym(word) {
            Some(singular) => Cow::Borrowed(singular),
            None => self.snowball.stem(word),
        }
    }
}

/// Removes the marks of Latin letters.
fn fold_accents(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for character in word.nfd() {
        match character {
            '\u{300}'..='\u{36f}' => {}
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' => folded.push('d'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            _ => folded.push(character),
        }
    }
    folded.nfc().collect()
}

/// `llm` for `llms`, `gpu` for `gpus`; `None` for other words.
fn singular_acronym(word: &str) -> Option<&str> {
    let singular = word.strip_suffix('s')?;
    let letters = singular.as_bytes();
    let has_vowel = letters.iter().any(|letter| b"aeiouy".contains(letter));
    let unit = letters.len() == 3 && letters.ends_with(b"pu") && letters[0] != b'o';
    (letters.len() >= 2 && !letters.ends_with(b"s") && (!has_vowel || unit)).then_some(singular)
}

#[cfg(test)]
mod tests {
    use super::{Language, Stemmer};

    #[test]
    fn english_stems() {
        let stemmer = Stemmer::new(Language::English).unwrap();
        for (word, stem) in [
            ("training", "train"),
            ("trained", "train"),
            ("gpus", "gpu"),
            ("llms", "llm"),
            ("opus", "opus"),
            ("bias", "bias"),
            ("h100s", "h100s"),
            ("c++", "c++"),
            ("schrödinger", "schroding"),
            ("schrodinger", "schroding"),
        ] {
            assert_eq!(stemmer.stem(word), stem);
        }
    }

    #[test]
    fn other_languages_keep_their_accents() {
        let stem = |language, word: &str| Stemmer::new(language).unwrap().stem(word).into_owned();
        assert_eq!(stem(Language::German, "häuser"), "haus");
        assert_eq!(stem(Language::Spanish, "niños"), "niñ");
        assert!(Stemmer::new(Language::Chinese).is_none());
    }
}
