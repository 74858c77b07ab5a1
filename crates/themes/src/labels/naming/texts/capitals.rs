//! The capitals of words.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{LONGER, Texts, Token};
use crate::labels::naming::words::Before;

/// Minimum number of consecutive words whose capitals explain an abbreviation: two may be a name.
const FEWEST_EXPLAINED: usize = 3;

impl Texts {
    /// Records the capitals that every word most often has where they mean something. A longer word in
    /// capitals is ignored if it is mostly written otherwise, because it is then not an acronym.
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
            let mut counted: Vec<bool> =
                text.tokens.iter().map(|token| token.before != Before::Sentence).collect();
            for explained in self.explained(&text.tokens) {
                counted[explained].fill(false);
            }
            for (token, _) in text.tokens.iter().zip(counted).filter(|(_, counted)| *counted) {
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

impl Texts {
    /// Positions of words with capitals that explain the abbreviation after them: "General Matrix
    /// Multiplication (GEMM)".
    fn explained<'a>(&'a self, tokens: &'a [Token]) -> impl Iterator<Item = Range<usize>> + 'a {
        let text = |place: usize| self.words[tokens[place].word as usize].text.as_str();
        let is_capitalised = move |place: &usize| text(*place).starts_with(char::is_uppercase);
        let stands_for_words = move |&place: &usize| {
            let word = text(place);
            let letters = word.strip_suffix('s').unwrap_or(word);
            tokens[place].before == Before::Mark
                && letters.len() > 1
                && letters.chars().all(char::is_uppercase)
        };
        (FEWEST_EXPLAINED..tokens.len()).filter(stands_for_words).filter_map(move |end| {
            let mut first = end;
            while first > 0
                && is_capitalised(&(first - 1))
                && (first == end || tokens[first].before == Before::Blank)
            {
                first -= 1;
            }
            (end - first >= FEWEST_EXPLAINED).then_some(first..end)
        })
    }
}

/// Whether a longer word is written in capitals.
pub(in crate::labels::naming) fn is_shouted(word: &str) -> bool {
    word.chars().count() > LONGER && !word.chars().any(char::is_lowercase)
}
