//! The words of a text as numbers.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use thema_features::Document;

/// Letters of the longest word; what is longer (encoded data) is cut.
const LONGEST: usize = 64;

/// The distinct words of texts, one text after another; holds the buffers.
#[derive(Default)]
pub(super) struct WordReader {
    word: String,
    numbers: Vec<u32>,
}

impl WordReader {
    /// Calls `take` with every word of `document` and its number, in order and with repetitions.
    ///
    /// A word is a run of at least two letters and digits with at least one letter, in lower case. LaTeX is not resolved:
    /// the names of its commands are as familiar in a corpus that uses it as any word.
    pub(super) fn each(&mut self, document: &Document<'_>, mut take: impl FnMut(&str, u32)) {
        for text in [document.title, document.body] {
            let mut letters = 0;
            self.word.clear();
            for character in text.chars().chain([' ']) {
                if character.is_ascii_alphanumeric() {
                    letters += usize::from(character.is_ascii_alphabetic());
                    if self.word.len() < LONGEST {
                        self.word.push(character.to_ascii_lowercase());
                    }
                } else if !character.is_ascii() && character.is_alphanumeric() {
                    letters += 1;
                    if self.word.len() < LONGEST {
                        self.word.extend(character.to_lowercase());
                    }
                } else if !self.word.is_empty() {
                    if letters > 0 && self.word.len() > 1 {
                        take(&self.word, number(&self.word));
                    }
                    letters = 0;
                    self.word.clear();
                }
            }
        }
    }

    /// The numbers of the distinct words of `document`, ascending.
    pub(super) fn distinct(&mut self, document: &Document<'_>) -> &[u32] {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        self.each(document, |_, number| numbers.push(number));
        numbers.sort_unstable();
        numbers.dedup();
        self.numbers = numbers;
        &self.numbers
    }
}

/// Number of a word. Two words in a few billion share one, which no mean over the words of a text notices.
fn number(word: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        let mut words = Vec::new();
        let document =
            Document { title: "A GPU-based 3D", body: "code: 42, $\\alpha_1$ of Möbius ÜBER 2020\n" };
        WordReader::default().each(&document, |word, _| words.push(word.to_owned()));
        assert_eq!(words, ["gpu", "based", "3d", "code", "alpha", "of", "möbius", "über"]);
    }

    #[test]
    fn distinct_words_count_once() {
        let mut reader = WordReader::default();
        let document = Document { title: "to be or not", body: "To be" };
        assert_eq!(reader.distinct(&document).len(), 4);
        assert!(reader.distinct(&Document { title: "", body: "1 2 3" }).is_empty());
    }
}
