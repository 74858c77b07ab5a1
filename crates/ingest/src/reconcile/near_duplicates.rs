//! Finds papers whose texts are nearly the same, with `MinHash`.
//!
//! A paper is represented by its set of three-word shingles. One-permutation `MinHash` (Li, Owen and
//! Zhang, 2012) with densification by rotation (Shrivastava and Li, 2014) gives 64 values per paper. With 16
//! bands of four values, two papers of Jaccard similarity 0.6 share at least one band with probability 0.89,
//! and two of similarity 0.8 with probability 0.9998. Candidate pairs from the bands are then compared by
//! their shingles, and by their authors: "This is a discussion of the paper ..." is written by many people.

use std::sync::atomic::{AtomicUsize, Ordering};
use thema_progress::Task;

use rayon::prelude::*;

use super::family_names;
use super::shingles::{MULTIPLIERS, Shingles, mix};
use super::union_find::UnionFind;
use crate::Timestamp;

/// Values per signature; each is the least hash in one part of the hash range.
const VALUES: usize = 64;
/// The top bits of a hash that select its part.
const VALUE_BITS: u32 = VALUES.ilog2();
/// Values per band; two documents that agree in all values of a band are compared.
const BAND_VALUES: usize = 4;
pub(crate) const BANDS: usize = VALUES / BAND_VALUES;

/// The key of a document that shares no band with any other.
pub(crate) const ALONE: u32 = u32::MAX;

/// Documents between progress reports.
const STEP: usize = 1_024;

/// Documents with fewer shingles than this, repetitions counted, are never near-duplicates: their text is too
/// short to decide.
const MIN_SHINGLES: usize = 16;

/// What tells whether papers are near-duplicates.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// Title and abstract.
    pub texts: [&'a str; 2],
    /// The authors' names, separated by `; `; empty if unknown.
    pub authors: &'a str,
}

/// Groups the documents that are near-duplicates, directly or through others: their shingles have a Jaccard
/// similarity of at least `threshold`, and they have an author in common.
///
/// Returns groups of two or more, each ascending, sorted by their first document. The result depends only on
/// the documents and their order.
pub(crate) fn near_duplicates<'t, D>(documents: usize, document: D, threshold: f64) -> Vec<Vec<u32>>
where
    D: Fn(u32) -> Document<'t> + Sync,
{
    let (done, progress) = (AtomicUsize::new(0), Task::new("near-duplicates", documents));
    let bands = band_keys(documents, |at| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(STEP) {
            progress.reach(done as u64);
        }
        document(at as u32)
    });
    let pairs = (0..BANDS).into_par_iter().map(|band| pairs(bands.iter().map(|keys| keys[band])));
    let pairs = distinct(&pairs.collect::<Vec<_>>());
    drop(bands);
    let is_close = |&(first, second): &(u32, u32)| are_close(document(first), document(second), threshold);
    groups(&pairs.into_par_iter().filter(is_close).collect::<Vec<_>>())
}

/// The pairs from all bands without repetition, sorted.
pub(crate) fn distinct(bands: &[Vec<(u32, u32)>]) -> Vec<(u32, u32)> {
    let mut pairs = bands.concat();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}

/// The keys of each of `documents` documents in every band.
pub(crate) fn band_keys<'t>(
    documents: usize,
    document: impl Fn(usize) -> Document<'t> + Sync,
) -> Vec<[u32; BANDS]> {
    let keys = |shingles: &mut Shingles, at: usize| bands(document(at).texts, shingles);
    (0..documents).into_par_iter().map_init(Shingles::default, keys).collect()
}

/// The key of each band of a document's signature; [`ALONE`] in all bands if the document has too few
/// shingles. `shingles` is a buffer.
fn bands(texts: [&str; 2], shingles: &mut Shingles) -> [u32; BANDS] {
    let hashes = shingles.read(texts);
    if hashes.len() < MIN_SHINGLES {
        return [ALONE; BANDS];
    }
    let mut least = [u64::MAX; VALUES];
    for &hash in hashes {
        let part = (hash >> (u64::BITS - VALUE_BITS)) as usize;
        least[part] = least[part].min(hash << VALUE_BITS);
    }
    let mut signature = [0_u64; VALUES];
    for (part, value) in signature.iter_mut().enumerate() {
        // An empty part takes the value of the next filled part, mixed with the distance to it.
        let is_filled = |distance: &usize| least[(part + distance) % VALUES] != u64::MAX;
        let distance = (0..VALUES).find(is_filled).expect("as many shingles fill a part");
        *value =
            least[(part + distance) % VALUES].wrapping_add((distance as u64).wrapping_mul(MULTIPLIERS[0]));
    }
    let mut keys = [0; BANDS];
    for (key, values) in keys.iter_mut().zip(signature.chunks_exact(BAND_VALUES)) {
        let mixed = values.iter().fold(0, |mixed, value| mix(mixed ^ value));
        *key = ((mixed >> 32) as u32).min(ALONE - 1);
    }
    keys
}

/// The candidate pairs of one band, from the keys of all documents in it. Among documents with the same key,
/// each is paired with the first and with its predecessor.
pub(crate) fn pairs(keys: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    pairs_of(keys.zip(0..).filter(|&(key, _)| key != ALONE).collect())
}

/// The candidate pairs among some documents of a band, given as (key, document).
pub(crate) fn pairs_of(mut keyed: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    keyed.sort_unstable();
    let mut pairs = Vec::new();
    for same in keyed.chunk_by(|first, second| first.0 == second.0) {
        for neighbours in same.windows(2) {
            pairs.push((neighbours[0].1, neighbours[1].1));
            pairs.push((same[0].1, neighbours[1].1));
        }
    }
    pairs
}

/// Whether the shingles of two documents have a Jaccard similarity of at least `least`, and the documents an
/// author in common. Unknown authors are taken to be the same.
pub(crate) fn are_close(first: Document<'_>, second: Document<'_>, least: f64) -> bool {
    similarity(first.texts, second.texts) >= least
        && !family_names::are_different(first.authors, second.authors)
}

/// The Jaccard similarity of two documents' shingles.
fn similarity(first: [&str; 2], second: [&str; 2]) -> f64 {
    let [first, second] = [first, second].map(|texts| {
        let mut hashes = Shingles::default().read(texts).to_vec();
        hashes.sort_unstable();
        hashes.dedup();
        hashes
    });
    let (mut left, mut right, mut shared) = (0, 0, 0_usize);
    while left < first.len() && right < second.len() {
        let (a, b) = (first[left], second[right]);
        shared += usize::from(a == b);
        left += usize::from(a <= b);
        right += usize::from(b <= a);
    }
    shared as f64 / (first.len() + second.len() - shared).max(1) as f64
}

/// The connected components of `pairs`, each ascending, sorted by their first document.
pub(crate) fn groups(pairs: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut members: Vec<u32> = pairs.iter().flat_map(|&(first, second)| [first, second]).collect();
    members.sort_unstable();
    members.dedup();
    let place = |document: u32| members.binary_search(&document).unwrap_or_default() as u32;
    let mut places = UnionFind::new(members.len() as u32);
    for &(first, second) in pairs {
        places.join(place(first), place(second));
    }
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); members.len()];
    for (at, &document) in (0..).zip(&members) {
        groups[places.least(at) as usize].push(document);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Puts the paper that counts for the others of its group first: the earliest submitted.
pub(crate) fn put_counting_first(group: &mut [u32], submitted: impl Fn(u32) -> Option<Timestamp>) {
    group.sort_by_key(|&paper| {
        let submitted = submitted(paper);
        (submitted.is_none(), submitted, paper)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of `words` made-up words. Every `change`th word differs from that of the text with `change` 0.
    fn text(seed: u64, words: u64, change: u64) -> String {
        let word = |at: u64| {
            let other = u64::from(change > 0 && at.is_multiple_of(change));
            format!("w{:x}", mix(seed * 1_000_000 + at * 2 + other) % 100_000)
        };
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    }

    fn found(texts: &[String], threshold: f64) -> Vec<Vec<u32>> {
        let document = |at: u32| Document { texts: ["A title", &texts[at as usize]], authors: "" };
        near_duplicates(texts.len(), document, threshold)
    }

    #[test]
    fn near_duplicates_are_found_among_many() {
        let mut texts: Vec<String> = (0..3_000).map(|seed| text(seed + 10, 150, 0)).collect();
        texts[7] = text(1, 150, 0);
        texts[2_000] = text(1, 150, 40);
        texts[2_500] = text(1, 150, 0).to_uppercase().replace(' ', ", ");
        texts[100] = text(2, 150, 0);
        texts[200] = text(2, 150, 5);
        assert_eq!(found(&texts, 0.8), [vec![7, 2_000, 2_500]]);
        assert_eq!(found(&texts, 1.0), [vec![7, 2_500]]);
    }

    #[test]
    fn texts_alike_by_different_authors_are_no_near_duplicates() {
        let text =
            "This is a discussion of the paper on regression in high dimensions, with a reply ".repeat(3);
        let authors = ["Ann One", "Bo Two; Cy Three", "C. Three", ""];
        let document = |at: u32| Document { texts: [&text, ""], authors: authors[at as usize] };
        assert_eq!(near_duplicates(3, document, 0.8), [vec![1, 2]]);
        assert_eq!(near_duplicates(4, document, 0.8), [vec![0, 1, 2, 3]]);
    }

    #[test]
    fn the_similarity_is_jaccards() {
        let [one, other] = ["a b c d e f", "a b c d x y"];
        // The texts have the shingles abc bcd cde def and abc bcd cdx dxy: two of six are shared.
        assert!((similarity([one, ""], [other, ""]) - 2.0 / 6.0).abs() < 1e-12);
        assert!((similarity([one, ""], [one, ""]) - 1.0).abs() < 1e-12);
        assert!(similarity(["", ""], ["", ""]).abs() < 1e-12);
    }

    #[test]
    fn what_is_short_stays_alone() {
        let texts = vec!["We study logs in queues.".to_owned(); 4];
        assert_eq!(found(&texts, 0.8), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn many_of_one_text_are_one_group_in_little_time() {
        let texts = vec![text(1, 100, 0); 20_000];
        let groups = found(&texts, 0.8);
        assert_eq!((groups.len(), groups[0].len()), (1, 20_000));
    }
}
