//! The words of a text as numbers.

use thema_features::Document;
use thema_features::analysis::spaced;

/// Reads the distinct words of one text after another, reusing its buffer.
#[derive(Default)]
pub(super) struct WordReader {
    numbers: Vec<u32>,
}

impl WordReader {
    /// The numbers of the distinct words of `document`, ascending.
    ///
    /// A word is a run of at least two letters and digits with at least one letter, in lower case. LaTeX is
    /// not converted: in a corpus that uses it, the names of its commands are as familiar as any word.
    pub(super) fn distinct(&mut self, document: &Document<'_>) -> &[u32] {
        self.numbers.clear();
        for text in [document.title, document.body] {
            each(&spaced(text), |number| self.numbers.push(number));
        }
        self.numbers.sort_unstable();
        self.numbers.dedup();
        &self.numbers
    }
}

/// The number of `word`; `None` if it is not exactly one word.
pub(super) fn number_of(word: &str) -> Option<u32> {
    let mut found = Vec::with_capacity(1);
    each(word, |number| found.push(number));
    (found.len() == 1).then(|| found[0])
}

/// Calls `take` with the number of every word of `text`.
fn each(text: &str, mut take: impl FnMut(u32)) {
    let (mut hash, mut length, mut letters) = (0_u64, 0_usize, 0_usize);
    let mut at = 0;
    let bytes = text.as_bytes();
    while at <= bytes.len() {
        let byte = bytes.get(at).copied().unwrap_or(b' ');
        let letter = LETTERS[usize::from(byte)];
        if letter != 0 {
            hash = mixed(hash, u64::from(letter));
            (length, letters) = (length + 1, letters + usize::from(letter > b'9'));
            at += 1;
            continue;
        }
        if byte.is_ascii() {
            at += 1;
        } else {
            let character = text[at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
            at += character.len_utf8();
            if character.is_alphanumeric() {
                hash = character.to_lowercase().fold(hash, |hash, lower| mixed(hash, u64::from(lower)));
                (length, letters) = (length + 1, letters + 1);
                continue;
            }
        }
        if letters > 0 && length > 1 {
            take((hash ^ (hash >> 32)) as u32);
        }
        (hash, length, letters) = (0, 0, 0);
    }
}

/// For each byte, the ASCII letter in lower case or the digit that it is in a word; 0 for any other byte.
const LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        if byte.is_ascii_alphanumeric() {
            letters[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    letters
};

/// One step of Firefox's hash. Any two words share a number with a probability of one in a few billion, which
/// does not affect a mean over the words of a text.
fn mixed(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x51_7c_c1_b7_27_22_0a_95)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<u32> {
        let mut numbers = Vec::new();
        each(text, |number| numbers.push(number));
        numbers
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        let text = "A GPU-based 3D code: 42, $\\alpha_1$ of Möbius ÜBER 2020\n";
        let words = ["gpu", "based", "3d", "code", "alpha", "of", "möbius", "über"];
        assert_eq!(numbers(text), words.map(|word| number_of(word).unwrap()));
        assert_eq!(number_of("of course"), None);
        assert_eq!(number_of("7"), None);
    }

    #[test]
    fn distinct_words_count_once() {
        let mut reader = WordReader::default();
        let document = Document::new("to be or not", "To be");
        assert_eq!(reader.distinct(&document).len(), 4);
        assert!(reader.distinct(&Document::new("", "1 2 3")).is_empty());
    }
}
