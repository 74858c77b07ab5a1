//! Converts texts to word numbers, with marks where phrases end.

use super::marks::{BREAK, LINKED};
use super::text_tokens::TextTokens;
use crate::Document;
use crate::analysis::{Analyzer, is_about_manuscript};

/// The role of a token in the phrases of its text.
pub(super) enum Token<'t> {
    /// Not a word; ends a phrase.
    StopWord,
    /// Not a word; links two words into a phrase.
    Link,
    /// The word with this number; [`BREAK`] for a word without one.
    Word(u32),
    /// Several words; [`BREAK`] for a part that is not a word.
    Parts(&'t [u32]),
}

/// A cache of tokens.
pub(super) trait Tokens {
    /// Appends to `found` a key per token of the text, for [`token`](Self::token). New tokens are analysed
    /// with `analyzer`.
    fn look_up(&mut self, analyzer: &Analyzer, text: &TextTokens, found: &mut Vec<u32>);

    /// The token for a key from the last [`look_up`](Self::look_up).
    fn token(&mut self, found: u32) -> Token<'_>;
}

/// Reads texts; reuses its buffers.
#[derive(Default)]
pub(super) struct PhraseReader {
    text: TextTokens,
    found: Vec<u32>,
}

impl PhraseReader {
    /// Appends the word numbers of the body and then those of each note, with [`BREAK`] between them. Words of notes that are
    /// about the manuscript are left out.
    pub(super) fn read_body(
        &mut self,
        tokens: &mut impl Tokens,
        analyzer: &Analyzer,
        document: &Document<'_>,
        words: &mut Vec<u32>,
    ) {
        self.read(tokens, analyzer, document.body, words);
        for note in document.notes.into_iter().filter(|note| !note.is_empty()) {
            words.push(BREAK);
            self.read_text(tokens, analyzer, (note, is_about_manuscript), words);
        }
    }

    /// Appends the word numbers of `text` to `words`, with [`BREAK`] where a phrase ends and [`LINKED`] on
    /// words that follow a link.
    pub(super) fn read(
        &mut self,
        tokens: &mut impl Tokens,
        analyzer: &Analyzer,
        text: &str,
        words: &mut Vec<u32>,
    ) {
        self.read_text(tokens, analyzer, (text, |_| false), words);
    }

    fn read_text(
        &mut self,
        tokens: &mut impl Tokens,
        analyzer: &Analyzer,
        (text, is_left_out): (&str, fn(&[u8]) -> bool),
        words: &mut Vec<u32>,
    ) {
        self.text.fill(analyzer, text, is_left_out);
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
