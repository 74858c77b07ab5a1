//! What enough papers hold.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::CHUNK;
use crate::labels::naming::texts::{Paper, Texts};

/// The keys that at least `least` papers hold, with their numbers of words, ascending.
pub(super) fn frequent(
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
