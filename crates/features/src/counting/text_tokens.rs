//! The tokens of one text, prepared for lookup.

use super::interner::{hash, head};
use crate::analysis::Analyzer;

/// The tokens of a text in order. All are collected before the first lookup, because a processor that does
/// only lookups can wait for many memory accesses at once.
#[derive(Default)]
pub(super) struct TextTokens {
    bytes: Vec<u8>,
    tokens: Vec<TextToken>,
}

/// What is known of a token before its lookup.
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
    /// Replaces the tokens by those of `text` that are not left out; phrases end at those that are.
    pub(super) fn fill(&mut self, analyzer: &Analyzer, text: &str, is_left_out: fn(&[u8]) -> bool) {
        let Self { bytes, tokens } = self;
        bytes.clear();
        tokens.clear();
        let mut after_gap = false;
        analyzer.for_each_token(text, |token, splits| {
            if is_left_out(token) {
                after_gap = true;
                return;
            }
            let splits = std::mem::take(&mut after_gap) || splits;
            bytes.extend_from_slice(token);
            let head = head(token);
            tokens.push(TextToken { head, hash: hash(head, token), end: bytes.len() as u32, splits });
        });
    }

    /// The tokens with their bytes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&TextToken, &[u8])> {
        let mut start = 0;
        self.tokens.iter().map(move |token| {
            let bytes = &self.bytes[start..token.end as usize];
            start = token.end as usize;
            (token, bytes)
        })
    }
}
