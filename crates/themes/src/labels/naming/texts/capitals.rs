//! The capitals of words.

use rustc_hash::FxHashMap;

use super::{LONGER, Texts};
use crate::labels::naming::words::Before;

impl Texts {
    /// Notes the capitals that every word most often has where they say something. A long word that mostly stands in
    /// other letters is no acronym where all of it is capitals.
    pub(super) fn note_capitals(&mut self) {
        let mut uses = vec![0_u32; self.words.len()];
        let mut all: FxHashMap<&str, u32> = FxHashMap::default();
        let mut own = vec![0_u32; self.words.len()];
        for token in self.papers.iter().flat_map(|paper| &paper.texts).flat_map(|text| &text.tokens) {
            own[token.word as usize] += 1;
        }
        for (word, count) in self.words.iter().zip(&own) {
            *all.entry(word.cased.as_str()).or_default() += count;
        }
        for text in self.papers.iter().flat_map(|paper| &paper.texts).filter(|text| text.sentence_case) {
            for token in text.tokens.iter().filter(|token| token.before != Before::Sentence) {
                uses[token.word as usize] += 1;
            }
        }
        let mut best: FxHashMap<&str, usize> = FxHashMap::default();
        let is_slip = |number: usize| {
            let word = &self.words[number];
            is_shouted(&word.text) && 2 * own[number] < all[word.cased.as_str()]
        };
        for (number, word) in self.words.iter().enumerate() {
            if uses[number] == 0 || is_slip(number) {
                continue;
            }
            let known = best.entry(word.cased.as_str()).or_insert(number);
            if (uses[number], &word.text) > (uses[*known], &self.words[*known].text) {
                *known = number;
            }
        }
        let cased: Vec<Option<String>> = self
            .words
            .iter()
            .map(|word| best.get(word.cased.as_str()).map(|&number| self.words[number].text.clone()))
            .collect();
        for (word, cased) in self.words.iter_mut().zip(cased) {
            if let Some(cased) = cased {
                word.cased = cased;
            }
        }
    }
}

/// Whether a longer word stands in capitals.
pub(in crate::labels::naming) fn is_shouted(word: &str) -> bool {
    word.chars().count() > LONGER && !word.chars().any(char::is_lowercase)
}
