//! How many papers hold each phrase.

use crate::labels::naming::phrases::Phrases;

/// The papers, of a selection, that hold a phrase.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) phrase: u32,
    pub(super) papers: u32,
    /// Number of these papers whose titles hold it.
    pub(super) titles: u32,
}

/// Counts the phrases of `papers`, by phrase number.
pub(super) fn count(papers: &[u32], phrases: &Phrases) -> Vec<Found> {
    let mut counts: Vec<[u32; 2]> = vec![[0; 2]; phrases.known.len()];
    for &paper in papers {
        for &held in &phrases.held[paper as usize] {
            let count = &mut counts[held as usize / 2];
            count[0] += 1;
            count[1] += held % 2;
        }
    }
    (0..)
        .zip(counts)
        .filter(|(_, [papers, _])| *papers > 0)
        .map(|(phrase, [papers, titles])| Found { phrase, papers, titles })
        .collect()
}
