//! Mini-batches for inputs too large to iterate over in full.
//!
//! Source: D. Sculley, "Web-scale k-means clustering", WWW 2010: a centroid is the mean of all rows assigned
//! to it in the batches so far, so its learning rate falls with their number. The sums of the first pass over
//! the batches are halved before the second, to forget the early, worse assignments.

use ndarray::Array2;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use thema_progress::Task;

use super::centroid_sums::CentroidSums;
use super::nearest::nearest_of;
use super::rows::Rows;

/// Passes over the batches.
const PASSES: usize = 2;

/// Number of batches in all passes over `rows` rows.
pub(super) fn batches(rows: usize, batch_rows: usize) -> usize {
    PASSES * rows.div_ceil(batch_rows)
}

/// Refines `centroids` on batches of `batch_rows` of `members`, drawn without replacement within a pass.
pub(super) fn refine(
    rows: &Rows<'_>,
    members: &mut [u32],
    batch_rows: usize,
    centroids: &mut Array2<f32>,
    seed: u64,
    progress: &Task,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let clusters = centroids.nrows();
    let mut sums = CentroidSums::new(clusters, rows.columns());
    for _ in 0..PASSES {
        sums.decay(0.5);
        members.shuffle(&mut rng);
        for batch in members.chunks(batch_rows) {
            let nearest = nearest_of(rows, batch, centroids.view());
            let mut assigned: Vec<Vec<u32>> = vec![Vec::new(); clusters];
            for (row, nearest) in batch.iter().zip(nearest) {
                assigned[nearest.cluster as usize].push(*row);
            }
            let parts: Vec<Vec<f64>> = assigned
                .par_iter()
                .map(|assigned| {
                    let mut sum = vec![0.0_f64; rows.columns()];
                    for &row in assigned {
                        rows.add_to(row as usize, 1.0, &mut sum);
                    }
                    sum
                })
                .collect();
            for (cluster, (part, assigned)) in parts.iter().zip(&assigned).enumerate() {
                sums.add(cluster, part, assigned.len() as i64);
            }
            for (cluster, mut centroid) in centroids.rows_mut().into_iter().enumerate() {
                if let Some(into) = centroid.as_slice_mut() {
                    sums.direction(cluster, into);
                }
            }
            progress.advance(1);
        }
    }
}
