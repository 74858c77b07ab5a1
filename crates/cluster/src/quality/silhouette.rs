//! Silhouette with cosine distance.
//!
//! Source: P. J. Rousseeuw, "Silhouettes: a graphical aid to the interpretation and validation of cluster analysis",
//! Journal of Computational and Applied Mathematics 20, 1987. The mean cosine distance of a unit row to the
//! rows of a cluster is one minus its product with their sum, divided by their number. So the exact value
//! needs no pairs of rows; a seeded sample bounds the cost for many rows.

use ndarray::{Array2, ArrayView2, s};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use thema_projection::multiply_sequential;

use crate::ClusterError;
use crate::spherical_kmeans::CentroidSums;

/// Rows per task.
const TASK_ROWS: usize = 512;

/// Mean silhouette of the clusters of unit rows, shape (rows, columns), in [-1, 1]: 0 for fewer than two
/// clusters. A row alone in its cluster counts as 0. The mean is over at most `sample` rows, drawn with
/// `seed`; the clusters consist of all rows.
///
/// # Errors
/// [`ClusterError::LengthMismatch`] if the numbers of clusters and rows differ.
pub fn silhouette(
    rows: ArrayView2<'_, f32>,
    clusters: &[u32],
    sample: usize,
    seed: u64,
) -> Result<f64, ClusterError> {
    if clusters.len() != rows.nrows() {
        return Err(ClusterError::LengthMismatch {
            what: "clusters beside rows",
            expected: rows.nrows(),
            got: clusters.len(),
        });
    }
    let rows = rows.as_standard_layout();
    let count = clusters.iter().max().map_or(0, |&last| last as usize + 1);
    let sums = cluster_sums(rows.view(), clusters, count);
    let sizes = sums.counts();
    if sizes.iter().filter(|&&size| size > 0).count() < 2 {
        return Ok(0.0);
    }
    let mut totals = Array2::<f32>::zeros((count, rows.ncols()));
    for (cluster, mut total) in totals.rows_mut().into_iter().enumerate() {
        for (to, from) in total.iter_mut().zip(sums.sum(cluster)) {
            *to = *from as f32;
        }
    }
    let mut chosen: Vec<usize> = (0..rows.nrows()).collect();
    if chosen.len() > sample.max(1) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        chosen = rand::seq::index::sample(&mut rng, rows.nrows(), sample.max(1)).into_vec();
        chosen.sort_unstable();
    }
    let parts: Vec<f64> = chosen
        .par_chunks(TASK_ROWS)
        .map(|task| {
            let block = rows.select(ndarray::Axis(0), task);
            let mut products = Array2::zeros((task.len(), count));
            multiply_sequential(block.view(), totals.view().reversed_axes(), &mut products.view_mut());
            task.iter()
                .enumerate()
                .map(|(at, &row)| {
                    let own_square: f32 = block.row(at).iter().map(|value| value * value).sum();
                    one(products.slice(s![at, ..]).as_slice(), sizes, clusters[row] as usize, own_square)
                })
                .sum()
        })
        .collect();
    Ok(parts.iter().sum::<f64>() / chosen.len() as f64)
}

fn cluster_sums(rows: ArrayView2<'_, f32>, clusters: &[u32], count: usize) -> CentroidSums {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (row, &cluster) in clusters.iter().enumerate() {
        members[cluster as usize].push(row);
    }
    let parts: Vec<CentroidSums> = members
        .par_iter()
        .map(|members| {
            let mut sums = CentroidSums::new(1, rows.ncols());
            for &row in members {
                sums.add_row(0, rows.row(row).to_slice().unwrap_or_default());
            }
            sums
        })
        .collect();
    let mut all = CentroidSums::new(count, rows.ncols());
    for (cluster, part) in parts.iter().enumerate() {
        all.add(cluster, part.sum(0), part.counts()[0]);
    }
    all
}

/// Silhouette of one row from its products with the sums of all clusters.
fn one(products: Option<&[f32]>, sizes: &[i64], own: usize, own_square: f32) -> f64 {
    let Some(products) = products else { return 0.0 };
    if sizes[own] < 2 {
        return 0.0;
    }
    let within = 1.0 - f64::from(products[own] - own_square) / (sizes[own] - 1) as f64;
    let between = (0..sizes.len())
        .filter(|&cluster| cluster != own && sizes[cluster] > 0)
        .map(|cluster| 1.0 - f64::from(products[cluster]) / sizes[cluster] as f64)
        .fold(f64::INFINITY, f64::min);
    let larger = within.max(between);
    if larger > 0.0 { (between - within) / larger } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use thema_features::normalize_rows;

    fn rows() -> (Array2<f32>, Vec<u32>) {
        let mut rows = Array2::from_shape_fn((30, 4), |(row, column)| {
            ((row * 7 + column * 3) % 11) as f32 + if row % 3 == column { 6.0 } else { 0.0 }
        });
        normalize_rows(&mut rows.view_mut());
        (rows, (0..30).map(|row| row % 3).collect())
    }

    /// Expected value: scikit-learn 1.9.1, `silhouette_score(rows, clusters, metric="cosine")`.
    #[test]
    fn the_mean_agrees_with_scikit_learn() {
        let (rows, clusters) = rows();
        let found = silhouette(rows.view(), &clusters, usize::MAX, 0).unwrap();
        assert!((found - 0.192_233).abs() < 1e-5, "{found}");
    }

    #[test]
    fn one_cluster_and_lone_rows_count_as_zero() {
        let (rows, _) = rows();
        let value = |clusters: &[u32]| silhouette(rows.view(), clusters, 10, 1).unwrap();
        assert!(value(&[0; 30]).abs() < 1e-12);
        assert!(value(&(0..30).collect::<Vec<_>>()).abs() < 1e-12);
        assert!(silhouette(rows.view(), &[0], 10, 1).is_err());
    }

    #[test]
    fn a_sample_comes_close() {
        let (rows, clusters) = rows();
        let all = silhouette(rows.view(), &clusters, 30, 0).unwrap();
        let some = silhouette(rows.view(), &clusters, 20, 3).unwrap();
        assert!((all - some).abs() < 0.1, "{all} {some}");
    }
}
