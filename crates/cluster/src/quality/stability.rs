//! Stability of every cluster when some of the rows are left out.
//!
//! Source: C. Hennig, "Cluster-wise assessment of cluster stability", Computational Statistics & Data Analysis 52,
//! 2007, the scheme of subsetting: a random subset of the rows is clustered again; a cluster's stability is its mean
//! largest Jaccard similarity, within the subset, to a cluster of the subset, over the rounds. Hennig reads values
//! above 0.75 as stable, below 0.6 as no pattern to trust.
//!
//! The rows themselves are held fixed: what is measured is how repeatable the grouping of given vectors is, not how
//! the vectors would change with other rows.

use std::collections::BTreeMap;
use thema_progress::Task;

use ndarray::{Array2, ArrayView2, Axis};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::ClusterError;

/// Settings of the subsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subsets {
    /// Rounds.
    pub rounds: usize,
    /// Draws with replacement per round, at most as many as there are rows. A subset holds each drawn row once: 63 % of
    /// the rows where there are as many draws.
    pub rows: usize,
    /// Seed of the draws and of each round's clustering.
    pub seed: u64,
}

impl Default for Subsets {
    /// Ten rounds of at most 10,000 draws.
    fn default() -> Self {
        Self { rounds: 10, rows: 10_000, seed: 0 }
    }
}

/// Stability of every cluster in `clusters`, in [0, 1]; `None` for a cluster with no row in any round.
/// `cluster_again` clusters the drawn rows with a seed and returns the cluster of each.
///
/// # Errors
/// [`ClusterError::LengthMismatch`] if the numbers of clusters and rows differ; any error of `cluster_again`.
pub fn subset_stability(
    rows: ArrayView2<'_, f32>,
    clusters: &[u32],
    subsets: Subsets,
    cluster_again: impl Fn(Array2<f32>, u64) -> Result<Vec<u32>, ClusterError>,
) -> Result<Vec<Option<f64>>, ClusterError> {
    if clusters.len() != rows.nrows() {
        return Err(ClusterError::LengthMismatch {
            what: "clusters beside rows",
            expected: rows.nrows(),
            got: clusters.len(),
        });
    }
    let count = clusters.iter().max().map_or(0, |&last| last as usize + 1);
    let mut totals = vec![(0.0_f64, 0_usize); count];
    let progress = Task::new("subsets", subsets.rounds);
    for round in 0..subsets.rounds as u64 {
        let seed = subsets.seed.wrapping_add(round);
        let drawn = draw(rows.nrows(), subsets.rows, seed);
        if drawn.is_empty() {
            break;
        }
        let again = cluster_again(rows.select(Axis(0), &drawn), seed)?;
        let before: Vec<u32> = drawn.iter().map(|&row| clusters[row]).collect();
        for (cluster, similarity) in largest_jaccard(&before, &again) {
            let (sum, rounds) = &mut totals[cluster as usize];
            *sum += similarity;
            *rounds += 1;
        }
        progress.advance(1);
    }
    Ok(totals.into_iter().map(|(sum, rounds)| (rounds > 0).then(|| sum / rounds as f64)).collect())
}

/// The distinct rows among `wanted` draws with replacement, in order.
fn draw(rows: usize, wanted: usize, seed: u64) -> Vec<usize> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut drawn = vec![false; rows];
    for _ in 0..wanted.min(rows) {
        drawn[rng.gen_range(0..rows)] = true;
    }
    (0..rows).filter(|&row| drawn[row]).collect()
}

/// For every cluster in `before`, the largest Jaccard similarity to a cluster in `after`.
fn largest_jaccard(before: &[u32], after: &[u32]) -> BTreeMap<u32, f64> {
    let mut both: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut sizes_before: BTreeMap<u32, usize> = BTreeMap::new();
    let mut sizes_after: BTreeMap<u32, usize> = BTreeMap::new();
    for (&before, &after) in before.iter().zip(after) {
        *both.entry((before, after)).or_default() += 1;
        *sizes_before.entry(before).or_default() += 1;
        *sizes_after.entry(after).or_default() += 1;
    }
    let mut largest = BTreeMap::new();
    for (&(before, after), &shared) in &both {
        let union = sizes_before[&before] + sizes_after[&after] - shared;
        let best = largest.entry(before).or_insert(0.0_f64);
        *best = best.max(shared as f64 / union as f64);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clusterer_that_finds_the_groups_again_is_stable() {
        let rows = Array2::from_shape_fn((200, 1), |(row, _)| (row % 2) as f32);
        let clusters: Vec<u32> = (0..200).map(|row| row % 2).collect();
        let found = subset_stability(rows.view(), &clusters, Subsets::default(), |rows, _| {
            Ok(rows.column(0).iter().map(|&value| 1 - value as u32).collect())
        })
        .unwrap();
        assert_eq!(found, [Some(1.0), Some(1.0)]);
        let merged =
            subset_stability(rows.view(), &clusters, Subsets::default(), |rows, _| Ok(vec![0; rows.nrows()]))
                .unwrap();
        assert!(
            merged.iter().all(|value| value.is_some_and(|value| (value - 0.5).abs() < 0.1)),
            "{merged:?}"
        );
    }

    #[test]
    fn jaccard_is_the_shared_over_the_united() {
        let found = largest_jaccard(&[0, 0, 0, 1], &[5, 5, 6, 6]);
        assert!((found[&0] - 2.0 / 3.0).abs() < 1e-12);
        assert!((found[&1] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn no_rows_have_no_stability() {
        let none = Array2::zeros((0, 3));
        let found = subset_stability(none.view(), &[], Subsets::default(), |_, _| Ok(Vec::new())).unwrap();
        assert!(found.is_empty());
        assert!(subset_stability(none.view(), &[1], Subsets::default(), |_, _| Ok(Vec::new())).is_err());
    }
}
