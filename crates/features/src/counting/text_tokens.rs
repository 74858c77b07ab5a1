//! The tokens of one text, ready to be looked up.

use super::interner::{hash, head};
use crate::analysis::Analyzer;

/// The tokens of a text in order. They are gathered before the first is looked up, as a processor that has nothing else to
/// do waits for many places in memory at once.
#[derive(Default)]
pub(super) struct TextTokens {
    bytes: Vec<u8>,
    tokens: Vec<TextToken>,
}

/// What is known of a token before it is looked up.
#[derive(Clone, Copy)]
pub(super) struct TextToken {
    /// Its [`head`].
    pub(super) head: u128,
    /// Its [`hash`].
    pub(super) hash: u64,
    end: u32,
    /// Whether phrases end before it.
    pub(super) splits: bool,
}

impl TextTokens {
    /// Takes the tokens of `text` in place of those before.
    pub(super) fn fill(&mut self, analyzer: &Analyzer, text: &str) {
        let Self { bytes, tokens } = self;
        bytes.clear();
        tokens.clear();
        analyzer.for_each_token(text, |token, splits| {
            bytes.extend_from_slice(token);
            let head = head(token);
            tokens.push(TextToken { head, hash: hash(head, token), end: bytes.len() as u32, splits });
        });
    }

    /// The tokens and their bytes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&TextToken, &[u8])> {
        let mut start = 0;
        self.tokens.iter().map(move |token| {
            let bytes = &self.bytes[start..token.end as usize];
            start = token.end as usize;
            (token, bytes)
        })
    }
}
