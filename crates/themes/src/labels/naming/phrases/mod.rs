//! The phrases of a sample of papers, and which of them are complete.

mod completeness;
mod frequent;
mod occurrences;

use frequent::frequent;
use rustc_hash::{FxHashMap, FxHashSet};

use super::runs::{Run, for_each_run};
use super::texts::{Kind, Paper, Texts};

/// Papers counted by one task.
const CHUNK: usize = 512;
/// Minimum number of papers of the sample that hold a phrase. In a large sample, at
/// least one paper in `LEAST_SHARE`.
const LEAST_PAPERS: usize = 2;
const LEAST_SHARE: usize = 10_000;
/// What is known about a phrase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    pub(super) key: u128,
    /// Number of words, not counting links.
    pub(super) words: u8,
    /// Whether it is a phrase in its own right.
    pub(super) complete: bool,
    /// Share of its occurrences that are followed by another word.
    pub(super) open: f64,
}

/// Phrases in ascending order of their keys, and the papers that hold them.
///
/// A phrase is complete unless one of these holds. Most of its occurrences lie within one longer phrase, as
/// with "Chain Monte" in "Markov chain Monte Carlo" (the nested terms of the C-value: Frantzi, Ananiadou &
/// Mima, "Automatic recognition of multi-word terms", 2000). It is nearly always continued, by whatever word,
/// as with "convolutional neural" (the branching of Harris, "From phoneme to morpheme", 1955). Or it nearly
/// always follows a word, whatever that word is.
pub(super) struct Phrases {
    pub(super) known: Vec<Phrase>,
    pub(super) numbers: FxHashMap<u128, u32>,
    pairs: FxHashSet<u128>,
    /// Per paper: twice the number of each phrase it holds, plus one if the title
    /// holds the phrase; ascending.
    pub(super) held: Vec<Vec<u32>>,
}

impl Phrases {
    /// Counts the phrases of `texts`.
    pub(super) fn count(texts: &Texts) -> Self {
        let least = (texts.papers.len() / LEAST_SHARE).max(LEAST_PAPERS) as u32;
        let single = frequent(texts, least, |paper, keys| {
            for token in paper.texts.iter().flat_map(|text| &text.tokens) {
                let word = &texts.words[token.word as usize];
                if matches!(word.kind, Kind::Content | Kind::Tail) {
                    keys.push((word.stems.key, 1));
                }
            }
        });
        let usable: FxHashSet<u128> = single.iter().map(|&(key, _)| key).collect();
        let usable: Vec<bool> = texts.words.iter().map(|word| usable.contains(&word.stems.key)).collect();
        let pairs = frequent(texts, least, |paper, keys| {
            for text in &paper.texts {
                for_each_run(
                    text,
                    &texts.words,
                    |word| usable[word as usize],
                    |_| true,
                    |run| {
                        if run.words == 2 {
                            keys.push((run.key, 2));
                        }
                    },
                );
            }
        });
        let pair_keys: FxHashSet<u128> = pairs.iter().map(|&(key, _)| key).collect();
        let longer = frequent(texts, least, |paper, keys| {
            for text in &paper.texts {
                let goes_on = |pair| pair_keys.contains(&pair);
                for_each_run(
                    text,
                    &texts.words,
                    |word| usable[word as usize],
                    goes_on,
                    |run| {
                        if run.words > 2 {
                            keys.push((run.key, run.words as u8));
                        }
                    },
                );
            }
        });
        let mut all: Vec<(u128, u8)> = single.into_iter().chain(pairs).chain(longer).collect();
        all.sort_unstable_by_key(|&(key, words)| (key, std::cmp::Reverse(words)));
        all.dedup_by_key(|&mut (key, _)| key);
        let phrases: Vec<Phrase> =
            all.into_iter().map(|(key, words)| Phrase { key, words, complete: false, open: 0.0 }).collect();
        let numbers = phrases.iter().zip(0..).map(|(phrase, number)| (phrase.key, number)).collect();
        let mut counted = Self { known: phrases, numbers, pairs: pair_keys, held: Vec::new() };
        counted.index(texts);
        counted
    }

    /// Calls `emit` with the number and position of every phrase in a text.
    pub(super) fn for_each(&self, texts: &Texts, paper: &Paper, title: bool, mut emit: impl FnMut(u32, Run)) {
        let text = &paper.texts[usize::from(!title)];
        let goes_on = |pair| self.pairs.contains(&pair);
        for_each_run(
            text,
            &texts.words,
            |_| true,
            goes_on,
            |run| {
                if let Some(&number) = self.numbers.get(&run.key) {
                    emit(number, run);
                }
            },
        );
    }

    /// Whether a paper of the sample holds a phrase; if it does, whether its title does.
    pub(super) fn held_in(&self, paper: u32, phrase: u32) -> Option<bool> {
        let held = &self.held[paper as usize];
        let at = held.partition_point(|&entry| entry < 2 * phrase);
        held.get(at).filter(|&&entry| entry / 2 == phrase).map(|&entry| entry % 2 == 1)
    }
}
