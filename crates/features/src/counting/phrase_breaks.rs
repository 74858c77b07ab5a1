//! Texts to numbers of words, with the places that phrases cannot reach over.

use super::marks::{BREAK, LINKED};
use super::text_tokens::TextTokens;
use crate::analysis::Analyzer;

/// What a token is to the phrases of its text.
pub(super) enum Token<'t> {
    /// It is no word and ends a phrase.
    StopWord,
    /// It is no word and links two words into a phrase.
    Link,
    /// It is the word of this number; of a word without one, [`BREAK`].
    Word(u32),
    /// It stands for several words; [`BREAK`] for a part that is none.
    Parts(&'t [u32]),
}

/// Tokens that were met before.
pub(super) trait Tokens {
    /// Appends what [`token`](Self::token) knows every token of a text by; those that were not met before are read by `analyzer`.
    fn look_up(&mut self, analyzer: &Analyzer, text: &TextTokens, found: &mut Vec<u32>);

    /// What a token of the text that was looked up last is.
    fn token(&mut self, found: u32) -> Token<'_>;
}

/// Reads texts; holds the buffers.
#[derive(Default)]
pub(super) struct PhraseReader {
    text: TextTokens,
    found: Vec<u32>,
}

impl PhraseReader {
    /// Appends the numbers of the words of `text` to `words` in order, with [`BREAK`] where a phrase cannot go on
    /// and [`LINKED`] on the words that a link comes before.
    pub(super) fn read(
        &mut self,
        tokens: &mut impl Tokens,
        analyzer: &Analyzer,
        text: &str,
        words: &mut Vec<u32>,
    ) {
        self.text.fill(analyzer, text);
        self.found.clear();
        tokens.look_up(analyzer, &self.text, &mut self.found);
        let first = words.len();
        let mut split = false;
        let mut linked = false;
        for ((text_token, _), &found) in self.text.iter().zip(&self.found) {
            split |= text_token.splits;
            let token = tokens.token(found);
            let read = match &token {
                Token::StopWord => {
                    split = true;
                    continue;
                }
                Token::Link => {
                    split |= linked;
                    linked = true;
                    continue;
                }
                Token::Word(word) => std::slice::from_ref(word),
                Token::Parts(parts) => parts,
            };
            let link = if split || words.len() == first || !linked { 0 } else { LINKED };
            if split && words.len() > first {
                words.push(BREAK);
            }
            (split, linked) = (false, false);
            let start = words.len();
            words.extend_from_slice(read);
            if words.get(start).is_some_and(|&word| word != BREAK) {
                words[start] |= link;
            }
        }
    }
}
