//! Tells adjectives and adverbs from nouns by the words that follow them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::grammar::{Marker, is_adverb};
use super::runs::{Run, preceding};
use super::texts::{Texts, Token};
use super::words::Before;

/// Ratio of the share of a word's occurrences that no content word follows to that of the average content
/// word. A word with at most this ratio is an adjective, or a noun used as one.
const ENDS: f64 = 0.3;

/// What is known about the words of some texts.
pub(super) struct Adjectives {
    /// Share of content words that are followed by another one: nearly all in texts without function words
    /// and punctuation.
    pub(super) goes_on: f64,
    /// Per written word: whether it is nearly always followed by a content word.
    before_nouns: Vec<bool>,
    /// Per written word: whether it is an adverb, such as "strongly".
    adverbs: Vec<bool>,
}

impl Adjectives {
    /// Counts what follows the words of `texts`.
    pub(super) fn of(texts: &Texts) -> Self {
        let lower: Vec<String> = texts.words.iter().map(|word| word.text.to_lowercase()).collect();
        let is_content = |word: u32| texts.words[word as usize].is_noun_like();
        let mut own = vec![[0_u32; 2]; texts.words.len()];
        let (mut all, mut open) = (0_u64, 0_u64);
        for text in texts.papers.iter().flat_map(|paper| &paper.texts) {
            for (at, token) in text.tokens.iter().enumerate().filter(|(_, token)| is_content(token.word)) {
                let next = text.tokens.get(at + 1);
                let goes_on = next.is_some_and(|next| next.before == Before::Blank && is_content(next.word));
                let count = &mut own[token.word as usize];
                count[0] += 1;
                count[1] += u32::from(goes_on);
                all += u64::from(next.is_some());
                open += u64::from(goes_on);
            }
        }
        let mut counts: FxHashMap<&str, [u32; 2]> = FxHashMap::default();
        for (word, own) in lower.iter().zip(own) {
            let count = counts.entry(word).or_default();
            *count = [count[0] + own[0], count[1] + own[1]];
        }
        let goes_on = open as f64 / all.max(1) as f64;
        let least = 1.0 - ENDS * (1.0 - goes_on);
        let is_before_nouns = |[all, open]: [u32; 2]| all > 0 && f64::from(open) >= least * f64::from(all);
        let before_nouns = lower.iter().map(|word| is_before_nouns(counts[word.as_str()])).collect();
        let written: FxHashSet<&str> = lower.iter().map(String::as_str).collect();
        let is_noun = |word: &str| {
            word.strip_suffix('y').is_some_and(|stem| written.contains(format!("{stem}ies").as_str()))
        };
        let adverbs =
            lower.iter().map(|word| word.ends_with("ly") && is_adverb(word) && !is_noun(word)).collect();
        Self { goes_on, before_nouns, adverbs }
    }

    /// Whether a run of words ends in an adjective ("model predictive"), or is an adverb and the word it
    /// modifies ("strongly interacting"). A single word is never judged here, but over all its forms.
    pub(super) fn is_one(&self, tokens: &[Token], run: Run) -> bool {
        let word = |place: usize| tokens[place].word as usize;
        let is_said_how = run.end == run.start + 2 && self.adverbs[word(run.start)];
        run.end > run.start + 1 && (self.before_nouns[word(run.end - 1)] || is_said_how)
    }
}

/// Whether a run follows "is" or the like, ignoring adverbs between them.
pub(super) fn is_said(texts: &Texts, tokens: &[Token], mut run: Run) -> bool {
    while let Some(word) = preceding(tokens, &run) {
        let word = &texts.words[word as usize];
        if !is_adverb(&word.text) {
            return word.marker == Marker::Copula;
        }
        run.start -= 1;
    }
    false
}
