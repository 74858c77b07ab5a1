//! Single words that a phrase says better.

use rustc_hash::FxHashSet;

use super::Candidate;
use crate::labels::naming::phrases::Phrases;
use crate::labels::naming::texts::Stems;

/// A word is dropped if a phrase that contains it covers at least this share of what the word covers.
const SPOKEN_FOR: f64 = 0.25;

/// Removes single words for which one candidate phrase covers much of the same papers.
pub(super) fn remove_spoken_for(candidates: &mut Vec<Candidate>, phrases: &Phrases) {
    let stems = |candidate: &Candidate| Stems::numbers(phrases.known[candidate.phrase as usize].key);
    let (words, longer): (Vec<Candidate>, Vec<Candidate>) =
        candidates.iter().partition(|candidate| candidate.words == 1);
    let spoken_for: FxHashSet<u32> = words
        .iter()
        .filter(|word| !word.leads)
        .filter(|word| {
            longer.iter().any(|phrase| {
                phrase.coverage >= SPOKEN_FOR * word.coverage
                    && stems(word).all(|stem| stems(phrase).any(|other| other == stem))
            })
        })
        .map(|word| word.phrase)
        .collect();
    candidates.retain(|candidate| !spoken_for.contains(&candidate.phrase));
}
