//! The phrases of a sample of papers, and which of them are complete.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::adjectives::{Adjectives, is_said};
use super::runs::{Run, following, for_each_run, preceding};
use super::texts::{Kind, Paper, Texts, Written};

/// Papers counted by one task.
const CHUNK: usize = 512;
/// A phrase of fewer papers of the sample is none; of large samples one paper in so many.
const LEAST_PAPERS: usize = 2;
const LEAST_SHARE: usize = 10_000;
/// A phrase is incomplete if so many of its occurrences are within one longer phrase.
const NESTED: f64 = 0.5;
/// A phrase after which so few of the ends stand that stand after any word, is no noun, but an adjective or a part of a
/// longer phrase.
const ENDS: f64 = 0.5;
/// As [`ENDS`], of what is written as one word: "self-adjoint" says something of operators.
const ENDS_WORD: f64 = 0.63;
/// A phrase is a verb if so many of its occurrences stand before an article ("reads a file").
const VERB: f64 = 0.25;
/// A phrase is part of what it is numbered with if so many of its occurrences stand before a number ("Bulletin 3") or after
/// one or a single letter ("author s transl", "20 nm").
const NUMBERED: f64 = 0.5;
/// A phrase is an adjective if so many of its occurrences that no noun follows stand after "is" or the like ("is NP-hard").
const ADJECTIVE: f64 = 0.4;
/// Runs that begin within one run are at most so many places after it.
const MOST_RUNS_APART: usize = 12;

/// What is known of a phrase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    pub(super) key: u128,
    /// Words other than links.
    pub(super) words: u8,
    /// Whether it is a phrase of its own.
    pub(super) complete: bool,
    /// Share of its occurrences that stand before a further word.
    pub(super) open: f64,
}

/// Phrases, by their keys in ascending order, and the papers that hold them.
///
/// A phrase is complete unless most of its occurrences lie within one longer phrase, as those of "Chain Monte" do in
/// "Markov chain Monte Carlo" (the nested terms of the C-value: Frantzi, Ananiadou & Mima, "Automatic recognition of
/// multi-word terms", 2000), or nearly always go on, whatever the next word is, as those of "convolutional neural" do
/// (the branching of Harris, "From phoneme to morpheme", 1955).
pub(super) struct Phrases {
    pub(super) known: Vec<Phrase>,
    pub(super) numbers: FxHashMap<u128, u32>,
    pairs: FxHashSet<u128>,
    /// By paper: twice the number of a phrase that it holds, and one more if its title does; ascending.
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

    /// Calls `emit` with every phrase in a text, by number and place.
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

    /// Whether a paper of the sample holds a phrase, and then whether its title does.
    pub(super) fn held_in(&self, paper: u32, phrase: u32) -> Option<bool> {
        let held = &self.held[paper as usize];
        let at = held.partition_point(|&entry| entry < 2 * phrase);
        held.get(at).filter(|&&entry| entry / 2 == phrase).map(|&entry| entry % 2 == 1)
    }

    /// Notes which papers hold which phrases, and which phrases are complete.
    fn index(&mut self, texts: &Texts) {
        let occurrences = Occurrences::none(self.known.len());
        let adjectives = Adjectives::of(texts);
        self.held = texts
            .papers
            .par_iter()
            .with_min_len(CHUNK)
            .map(|paper| {
                let mut held = Vec::new();
                for title in [true, false] {
                    let mut runs = Vec::new();
                    self.for_each(texts, paper, title, |number, run| runs.push((number, run)));
                    let tokens = &paper.texts[usize::from(!title)].tokens;
                    for (at, &(number, run)) in runs.iter().enumerate() {
                        held.push(2 * number + u32::from(title));
                        let beside = |word: Option<u32>| word.map(|word| &texts.words[word as usize]);
                        let after = beside(following(tokens, &run));
                        occurrences.add(number, is_said(texts, tokens, run), after);
                        let before = beside(preceding(tokens, &run));
                        let numbered = after.is_some_and(Written::is_number)
                            || before.is_some_and(|word| word.kind == Kind::Other);
                        occurrences.add_form(number, run, (adjectives.is_one(tokens, run), numbered));
                        let shorter = runs[..at].last().filter(|(_, other)| other.start == run.start);
                        let later = runs[at + 1..].iter().take(MOST_RUNS_APART);
                        let shorter = shorter
                            .into_iter()
                            .chain(later.filter(|(_, other)| other.end == run.end).take(1));
                        for (place, (part, _)) in shorter.enumerate() {
                            occurrences.note_within(number, *part, place);
                        }
                    }
                }
                held.sort_unstable_by_key(|&entry| (entry / 2, std::cmp::Reverse(entry)));
                held.dedup_by_key(|entry| *entry / 2);
                held
            })
            .collect();
        let nested = occurrences.most_nested();
        for (number, phrase) in self.known.iter_mut().enumerate() {
            let all = f64::from(occurrences.all[number].load(Relaxed).max(1));
            let of = |counts: &[AtomicU32]| f64::from(counts[number].load(Relaxed));
            phrase.open = of(&occurrences.open) / all;
            let closed = all - of(&occurrences.open);
            let is_verb = of(&occurrences.acting) >= VERB * all;
            let is_said = closed > 0.0 && of(&occurrences.predicated) >= ADJECTIVE * closed;
            let is_adjective = is_said || 2.0 * of(&occurrences.adjectival) > all;
            let is_word = phrase.words == 1 || 2.0 * of(&occurrences.whole) > all;
            let ends = if is_word { ENDS_WORD } else { ENDS };
            let most_open = 1.0 - ends * (1.0 - adjectives.goes_on);
            phrase.complete = f64::from(nested[number]) < NESTED * all
                && of(&occurrences.numbered) < NUMBERED * all
                && phrase.open <= most_open
                && !is_verb
                && !is_adjective;
        }
        let everyday_words = texts.words.iter().filter(|word| word.everyday).map(|word| word.stems.key);
        for key in everyday_words.chain(texts.everyday.iter().copied()) {
            if let Some(&number) = self.numbers.get(&key) {
                self.known[number as usize].complete = false;
            }
        }
    }
}

/// How often every phrase occurs. Sums and greatest numbers are the same in whatever order they are taken.
struct Occurrences {
    all: Vec<AtomicU32>,
    /// Before a further content word.
    open: Vec<AtomicU32>,
    /// Before an article.
    acting: Vec<AtomicU32>,
    /// After "is" or the like, with no content word behind.
    predicated: Vec<AtomicU32>,
    /// In the form of an adjective.
    adjectival: Vec<AtomicU32>,
    /// Beside a number or after a single letter.
    numbered: Vec<AtomicU32>,
    /// As one written word.
    whole: Vec<AtomicU32>,
    /// By phrase: one more than the number of the longest phrase that it is without its last, and without its first
    /// word; the number of a longer phrase is greater, since its key is.
    within: Vec<[AtomicU32; 2]>,
}

impl Occurrences {
    fn none(phrases: usize) -> Self {
        let zeros = || (0..phrases).map(|_| AtomicU32::new(0)).collect();
        let within = (0..phrases).map(|_| [AtomicU32::new(0), AtomicU32::new(0)]).collect();
        Self {
            all: zeros(),
            open: zeros(),
            acting: zeros(),
            predicated: zeros(),
            adjectival: zeros(),
            numbered: zeros(),
            whole: zeros(),
            within,
        }
    }

    /// Counts an occurrence before the word `after`; `said` as of [`is_said`].
    fn add(&self, phrase: u32, said: bool, after: Option<&Written>) {
        let count = |counts: &[AtomicU32], holds: bool| {
            if holds {
                counts[phrase as usize].fetch_add(1, Relaxed);
            }
        };
        let open = after.is_some_and(Written::is_noun_like);
        count(&self.all, true);
        count(&self.open, open);
        count(&self.acting, after.is_some_and(|word| word.marker.is_article()));
        count(&self.predicated, !open && said);
    }

    /// Counts what an occurrence looks like: as one word, as an adjective, as numbered.
    fn add_form(&self, phrase: u32, run: Run, (adjective, numbered): (bool, bool)) {
        let whole = run.end == run.start + 1;
        for (counts, holds) in
            [(&self.whole, whole), (&self.adjectival, adjective), (&self.numbered, numbered)]
        {
            if holds {
                counts[phrase as usize].fetch_add(1, Relaxed);
            }
        }
    }

    fn note_within(&self, phrase: u32, part: u32, place: usize) {
        self.within[phrase as usize][place].fetch_max(part + 1, Relaxed);
    }

    /// By phrase: occurrences of the most frequent phrase that is one word longer.
    fn most_nested(&self) -> Vec<u32> {
        let mut nested = vec![0_u32; self.all.len()];
        for (all, parts) in self.all.iter().zip(&self.within) {
            for part in parts {
                let part = part.load(Relaxed) as usize;
                if let Some(nested) = part.checked_sub(1).and_then(|part| nested.get_mut(part)) {
                    *nested = (*nested).max(all.load(Relaxed));
                }
            }
        }
        nested
    }
}

/// Keys, and how many words they are of, of what at least `least` papers hold, ascending.
fn frequent(
    texts: &Texts,
    least: u32,
    keys_of: impl Fn(&Paper, &mut Vec<(u128, u8)>) + Sync,
) -> Vec<(u128, u8)> {
    type Counts = FxHashMap<(u128, u8), u32>;
    let counts = texts
        .papers
        .par_iter()
        .with_min_len(CHUNK)
        .fold(Counts::default, |mut counts, paper| {
            let mut keys = Vec::new();
            keys_of(paper, &mut keys);
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                *counts.entry(key).or_default() += 1;
            }
            counts
        })
        .reduce(Counts::default, |one, other| {
            let (mut sum, counts) = if one.len() < other.len() { (other, one) } else { (one, other) };
            #[expect(clippy::iter_over_hash_type, reason = "integer sums, in whatever order")]
            for (key, papers) in counts {
                *sum.entry(key).or_default() += papers;
            }
            sum
        });
    let mut frequent: Vec<(u128, u8)> =
        counts.into_iter().filter(|&(_, papers)| papers >= least).map(|(key, _)| key).collect();
    frequent.sort_unstable();
    frequent
}
