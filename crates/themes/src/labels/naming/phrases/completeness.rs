//! Which phrases are complete.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::occurrences::Occurrences;
use super::{CHUNK, Phrases};
use crate::labels::naming::adjectives::{Adjectives, is_said};
use crate::labels::naming::runs::{following, preceding};
use crate::labels::naming::texts::{Kind, Texts, Written};

/// A phrase is incomplete if at least this share of its occurrences are within one longer phrase.
const NESTED: f64 = 0.5;
/// Ratio of the share of a phrase's occurrences that no content word follows to that of the average word. A
/// phrase with a smaller ratio is not a noun, but an adjective or a part of a longer phrase.
const ENDS: f64 = 0.5;
/// As [`ENDS`], for phrases written as one word: "self-adjoint" describes operators.
const ENDS_WORD: f64 = 0.63;
/// A phrase is the name of one work if the titles of at least this share of its papers, and of at least
/// `FEWEST_COINED` papers, begin with it and a colon: "Light Cone Consistency: Closure and Ordering". What a
/// field works on also occurs in other papers.
const COINED: f64 = 0.5;
const FEWEST_COINED: f64 = 2.0;
/// A phrase is a verb if at least this share of its occurrences are followed by an article ("reads a file"), or end in
/// "ed" and are followed by "by" ("inspired by insects").
const VERB: f64 = 0.25;
/// Ratio of the share of a phrase's occurrences that no content word precedes to that of the average word. A
/// phrase of several words with at most this ratio is the end of longer ones: "management systems", "type
/// inequalities". `CHANCE` is added to its count, because a small count may be chance.
const BEGINS: f64 = 0.15;
const CHANCE: f64 = 0.6;
/// A phrase belongs to a number if at least this share of its occurrences are before a number ("Bulletin 3"),
/// or after a number or a single letter ("author s transl", "20 nm").
const NUMBERED: f64 = 0.5;
/// A phrase is a circumstance, and not a subject, if at least this share of its occurrences follow "at", or, for
/// the name of a place, "in".
const CIRCUMSTANCE: f64 = 0.4;
/// A phrase is an adjective if, of its occurrences that no noun follows, at least this share follow "is" or
/// the like ("is NP-hard").
const ADJECTIVE: f64 = 0.4;
/// Maximum distance, in the list of runs, from a run to one that begins within it.
const MOST_RUNS_APART: usize = 12;

impl Phrases {
    /// Records which papers hold which phrases, and which phrases are complete.
    pub(super) fn index(&mut self, texts: &Texts) {
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
                        if title {
                            occurrences.add_titled(number, run, tokens);
                        }
                        let before = beside(preceding(tokens, &run));
                        occurrences.add(number, is_said(texts, tokens, run), (before, after));
                        let last = &texts.words[tokens[run.end - 1].word as usize].cased;
                        if last.ends_with("ed") && after.is_some_and(|word| word.cased == "by") {
                            occurrences.acting[number as usize].fetch_add(1, Relaxed);
                        }
                        let mut words =
                            tokens[run.start..run.end].iter().map(|token| &texts.words[token.word as usize]);
                        let is_circumstance = before.is_some_and(|word| {
                            word.cased == "at" || word.cased == "in" && words.all(Written::is_proper)
                        });
                        let first = &texts.words[tokens[run.start].word as usize];
                        let numbered = after.is_some_and(Written::is_number)
                            || before
                                .is_some_and(|word| word.kind == Kind::Other || first.is_named_after(word));
                        occurrences.add_form(
                            number,
                            run,
                            (adjectives.is_one(tokens, run), numbered, is_circumstance),
                        );
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
        let mut papers = vec![0_u32; self.known.len()];
        for &entry in self.held.iter().flatten() {
            papers[entry as usize / 2] += 1;
        }
        for (number, phrase) in self.known.iter_mut().enumerate() {
            let all = f64::from(occurrences.all[number].load(Relaxed).max(1));
            let of = |counts: &[AtomicU32]| f64::from(counts[number].load(Relaxed));
            phrase.open = of(&occurrences.open) / all;
            let closed = all - of(&occurrences.open);
            let begins = all - of(&occurrences.continuing);
            let is_continued =
                phrase.words > 1 && begins + CHANCE <= BEGINS * (1.0 - adjectives.goes_on) * all;
            let coined = of(&occurrences.coined);
            let is_coined = coined >= FEWEST_COINED && coined >= COINED * f64::from(papers[number]);
            let is_verb = of(&occurrences.acting) >= VERB * all;
            let is_said = closed > 0.0 && of(&occurrences.predicated) >= ADJECTIVE * closed;
            let is_adjective = is_said || 2.0 * of(&occurrences.adjectival) > all;
            let is_word = phrase.words == 1 || 2.0 * of(&occurrences.whole) > all;
            let ends = if is_word { ENDS_WORD } else { ENDS };
            let most_open = 1.0 - ends * (1.0 - adjectives.goes_on);
            phrase.complete = f64::from(nested[number]) < NESTED * all
                && of(&occurrences.numbered) < NUMBERED * all
                && of(&occurrences.circumstance) < CIRCUMSTANCE * all
                && phrase.open <= most_open
                && !is_continued
                && !is_coined
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
