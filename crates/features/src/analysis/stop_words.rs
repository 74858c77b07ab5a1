//! Words that are not terms.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::Language;

const ENGLISH: &str = include_str!("../../data/stop_words_en.txt");
const ACADEMIC: &str = include_str!("../../data/stop_words_academic.txt");

/// A set of surface forms, in lower case, that analysis leaves out.
///
/// Lists have one word per line; lines that start with `#` are comments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct StopWords {
    words: FxHashSet<Box<str>>,
}

impl StopWords {
    /// No stop words.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The function words of a language. English has a list of our own, Tamil none, and the others those of
    /// <https://github.com/stopwords-iso>.
    #[must_use]
    pub fn of(language: Language) -> Self {
        if language == Language::English {
            return Self::english();
        }
        let words = stop_words::lookup(language.code()).unwrap_or_default();
        Self { words: words.iter().map(|&word| word.into()).collect() }
    }

    /// The function words of English.
    #[must_use]
    pub fn english() -> Self {
        Self::none().with_list(ENGLISH)
    }

    /// Words found in most English abstracts: "paper", "propose", "results".
    #[must_use]
    pub fn academic() -> Self {
        Self::none().with_list(ACADEMIC)
    }

    /// Adds the words of `list`.
    #[must_use]
    pub fn with_list(mut self, list: &str) -> Self {
        let words = list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        self.words.extend(words.map(|word| word.to_lowercase().into_boxed_str()));
        self
    }

    /// Adds the words of `other`.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.words.extend(Vec::<String>::from(other).into_iter().map(String::into_boxed_str));
        self
    }

    /// Whether `word`, in lower case, is a stop word.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl From<Vec<String>> for StopWords {
    fn from(words: Vec<String>) -> Self {
        Self { words: words.into_iter().map(String::into_boxed_str).collect() }
    }
}

impl From<StopWords> for Vec<String> {
    /// The words in alphabetical order.
    fn from(stop_words: StopWords) -> Self {
        let mut words: Vec<String> = stop_words.words.into_iter().map(String::from).collect();
        words.sort_unstable();
        words
    }
}

#[cfg(test)]
mod tests {
    use super::{ACADEMIC, ENGLISH, StopWords};

    #[test]
    fn lists_are_sorted_lower_case_and_apart() {
        for list in [ENGLISH, ACADEMIC] {
            let words: Vec<_> = list.lines().filter(|line| !line.starts_with('#')).collect();
            assert!(words.windows(2).all(|pair| pair[0] < pair[1]), "sorted, none twice");
            assert!(
                words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
            );
        }
        let both = StopWords::english().and(StopWords::academic());
        assert_eq!(both.len(), StopWords::english().len() + StopWords::academic().len());
    }

    #[test]
    fn comments_and_case_of_a_list() {
        let words = StopWords::none().with_list("# note\nFoo\n\n bar \n");
        assert!(words.contains("foo") && words.contains("bar"));
        assert_eq!(words.len(), 2);
    }
}
