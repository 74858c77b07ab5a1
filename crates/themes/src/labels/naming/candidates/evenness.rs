//! How evenly phrases are spread over groups.

use super::LEAST_SHARE;
use super::found::count;
use crate::labels::naming::phrases::Phrases;

/// Per phrase: how evenly its papers are spread over groups, up to 1: the square of the mean root of its
/// shares divided by their mean. It is 0 for a phrase that fewer than half of the groups share, because it
/// says nothing about all of them.
pub(super) fn evenness(groups: &[Vec<u32>], phrases: &Phrases) -> Vec<f64> {
    let mut sums = vec![(0.0_f64, 0.0_f64, 0_usize); phrases.known.len()];
    for papers in groups {
        for found in count(papers, phrases) {
            let share = f64::from(found.papers) / papers.len() as f64;
            let (roots, shares, holders) = &mut sums[found.phrase as usize];
            *roots += share.sqrt();
            *shares += share;
            *holders += usize::from(share >= LEAST_SHARE);
        }
    }
    let needed = groups.len().min(groups.len().div_ceil(2).max(2));
    let even = |(roots, shares, holders): (f64, f64, usize)| {
        if holders < needed { 0.0 } else { roots * roots / shares / groups.len() as f64 }
    };
    sums.into_iter().map(even).collect()
}
