//! Finds a phrase in texts.

/// A sequence of words. Case, punctuation and white space between words are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(String);

impl Phrase {
    /// The phrase in a text; `None` if it has no letter or digit.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let words = words(text);
        (words.len() > 1).then_some(Self(words))
    }

    /// Whether one of the texts holds the phrase, as whole words.
    #[must_use]
    pub fn is_in(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| words(text).contains(&self.0))
    }
}

/// The words of a text in lower case, with a space before, between and after them.
fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 2);
    words.push(' ');
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            words.push(character);
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    if !words.ends_with(' ') {
        words.push(' ');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_found_whatever_stands_between_them() {
        let phrase = Phrase::new("Vision transformer").unwrap();
        assert!(phrase.is_in(&["x", "A vision-Transformer, at last"]));
        assert!(phrase.is_in(&["VISION\n transformer"]));
        assert!(!phrase.is_in(&["vision transformers", "television transformer", "vision", "transformer"]));
        assert_eq!(Phrase::new(" -- "), None);
    }
}
