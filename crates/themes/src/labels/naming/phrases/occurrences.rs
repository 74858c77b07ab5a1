//! How often phrases occur, and next to what.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::labels::naming::runs::Run;
use crate::labels::naming::texts::{Token, Written};
use crate::labels::naming::words::Before;

/// How often every phrase occurs. All updates are sums or maxima, so their order does not matter.
pub(super) struct Occurrences {
    pub(super) all: Vec<AtomicU32>,
    /// Before a content word.
    pub(super) open: Vec<AtomicU32>,
    /// After a content word.
    pub(super) continuing: Vec<AtomicU32>,
    /// As a verb: before an article or, as a participle, before "by".
    pub(super) acting: Vec<AtomicU32>,
    /// After "is" or the like, and not before a content word.
    pub(super) predicated: Vec<AtomicU32>,
    /// In the form of an adjective.
    pub(super) adjectival: Vec<AtomicU32>,
    /// Beside a number, after a single letter, or after "New" in a name ("New York City").
    pub(super) numbered: Vec<AtomicU32>,
    /// After "at" ("at zero temperature"), or as the name of a place after "in" ("in Saudi Arabia").
    pub(super) circumstance: Vec<AtomicU32>,
    /// At the beginning of a title, before a colon or the end of a sentence.
    pub(super) coined: Vec<AtomicU32>,
    /// Written as one word.
    pub(super) whole: Vec<AtomicU32>,
    /// Per phrase: one plus the number of the longest phrase that it becomes without its last word, and
    /// without its first. A longer phrase has a greater key and therefore a greater number.
    within: Vec<[AtomicU32; 2]>,
}

impl Occurrences {
    pub(super) fn none(phrases: usize) -> Self {
        let zeros = || (0..phrases).map(|_| AtomicU32::new(0)).collect();
        let within = (0..phrases).map(|_| [AtomicU32::new(0), AtomicU32::new(0)]).collect();
        Self {
            all: zeros(),
            open: zeros(),
            continuing: zeros(),
            acting: zeros(),
            predicated: zeros(),
            adjectival: zeros(),
            numbered: zeros(),
            circumstance: zeros(),
            coined: zeros(),
            whole: zeros(),
            within,
        }
    }

    /// Counts an occurrence between the words `before` and `after`; `said` if it follows "is" or the like.
    pub(super) fn add(&self, phrase: u32, said: bool, (before, after): (Option<&Written>, Option<&Written>)) {
        let count = |counts: &[AtomicU32], holds: bool| {
            if holds {
                counts[phrase as usize].fetch_add(1, Relaxed);
            }
        };
        let open = after.is_some_and(Written::is_noun_like);
        count(&self.all, true);
        count(&self.open, open);
        count(&self.continuing, before.is_some_and(Written::is_noun_like));
        count(&self.acting, after.is_some_and(|word| word.marker.is_article()));
        count(&self.predicated, !open && said);
    }

    /// Counts an occurrence in a title with the tokens `tokens`.
    pub(super) fn add_titled(&self, phrase: u32, run: Run, tokens: &[Token]) {
        let ends = tokens.get(run.end).is_some_and(|next| next.before == Before::Sentence);
        self.coined[phrase as usize].fetch_add(u32::from(run.start == 0 && ends), Relaxed);
    }

    /// Counts the form of an occurrence: as one word, as an adjective, as numbered, as a circumstance.
    pub(super) fn add_form(
        &self,
        phrase: u32,
        run: Run,
        (adjective, numbered, circumstance): (bool, bool, bool),
    ) {
        let whole = run.end == run.start + 1;
        for (counts, holds) in [
            (&self.whole, whole),
            (&self.adjectival, adjective),
            (&self.numbered, numbered),
            (&self.circumstance, circumstance),
        ] {
            if holds {
                counts[phrase as usize].fetch_add(1, Relaxed);
            }
        }
    }

    pub(super) fn note_within(&self, phrase: u32, part: u32, place: usize) {
        self.within[phrase as usize][place].fetch_max(part + 1, Relaxed);
    }

    /// Per phrase: occurrences of the most frequent phrase that is one word longer.
    pub(super) fn most_nested(&self) -> Vec<u32> {
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
