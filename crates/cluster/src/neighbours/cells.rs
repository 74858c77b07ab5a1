//! Approximate nearest neighbours for many rows: an inverted file over the cells of a coarse spherical k-means.
//!
//! The rows of a cell search the cells whose centroids are most similar to their own, so that the search is a
//! sequence of matrix products; it has no order of insertion, and the result does not depend on the number of
//! threads, which rules out graph indices built in parallel.
//!
//! Source: H. Jégou, M. Douze, C. Schmid, "Product quantization for nearest neighbor search", IEEE TPAMI 33,
//! 2011, section 4 (the inverted file), with the probes chosen per cell.

use thema_progress::Task;

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, ArrayView2, Axis};
use rayon::prelude::*;

use super::exact;
use super::top::{Ranked, Top};
use crate::ClusterError;
use crate::spherical_kmeans::{Seeding, SphericalKMeans, content_sample};

/// Rows of the sample that the cells are learned from, for each cell.
const SAMPLE_ROWS_PER_CELL: usize = 24;

/// Iterations over that sample.
const ITERATIONS: usize = 6;

/// Rows whose true neighbours are searched to measure the recall.
const RECALL_ROWS: usize = 256;

/// The `neighbours` rows most similar to each of `rows` (unit length) among those in the `probes` most similar
/// cells, and the share of the true neighbours found.
pub(super) fn nearest(
    rows: ArrayView2<'_, f32>,
    neighbours: usize,
    probes: usize,
    seed: u64,
) -> Result<(Vec<Ranked>, f64), ClusterError> {
    let cells = ((rows.nrows() * probes) as f64).sqrt() as usize;
    let sample = content_sample(rows, seed, cells * SAMPLE_ROWS_PER_CELL)?;
    let sample = DatasetBase::from(rows.select(Axis(0), &sample));
    let model = SphericalKMeans::params(cells)
        .seed(seed)
        .seeding(Seeding::Uniform)
        .starts(1)
        .min_balance(0.0)
        .max_iterations(ITERATIONS)
        .start_rows(usize::MAX)
        .fit(&sample)?;
    let centroids = model.centroids().view();
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); centroids.nrows()];
    for (row, nearest) in (0_u32..).zip(model.nearest_to(rows)?) {
        members[nearest.cluster as usize].push(row);
    }
    let probed = exact::nearest(centroids, |_| u32::MAX, centroids, probes);
    let progress = Task::new("neighbours", rows.nrows());
    let by_cell: Vec<Vec<Ranked>> = members
        .par_iter()
        .zip(&probed)
        .map(|(own, probed)| {
            let found = search_cell(rows, &members, own, probed, neighbours);
            progress.advance(own.len());
            found
        })
        .collect();
    let mut found = vec![Vec::new(); rows.nrows()];
    for (own, nearest) in members.iter().zip(by_cell) {
        for (&row, nearest) in own.iter().zip(nearest) {
            found[row as usize] = nearest;
        }
    }
    let checked = content_sample(rows, seed.wrapping_add(1), RECALL_ROWS)?;
    let recall = recall(rows, &checked, &found, neighbours);
    Ok((found, recall))
}

/// Neighbours of the rows `own` of one cell in the `probed` cells.
fn search_cell(
    rows: ArrayView2<'_, f32>,
    members: &[Vec<u32>],
    own: &[u32],
    probed: &[(f32, u32)],
    neighbours: usize,
) -> Vec<Ranked> {
    let queries = gather(rows, own);
    let mut tops = vec![Top::new(neighbours); own.len()];
    let candidates: Vec<u32> =
        probed.iter().flat_map(|&(_, cell)| &members[cell as usize]).copied().collect();
    for candidates in candidates.chunks(exact::CANDIDATE_ROWS) {
        let found = gather(rows, candidates);
        exact::offer_all(&mut tops, queries.view(), found.view(), |at| own[at], |place| candidates[place]);
    }
    tops.into_iter().map(Top::into_found).collect()
}

/// Share of the true neighbours of the rows `checked` that were found.
fn recall(rows: ArrayView2<'_, f32>, checked: &[usize], found: &[Ranked], neighbours: usize) -> f64 {
    let queries = rows.select(Axis(0), checked);
    let truth = exact::nearest(queries.view(), |at| checked[at] as u32, rows, neighbours);
    let (mut hits, mut wanted) = (0_usize, 0_usize);
    for (&row, truth) in checked.iter().zip(&truth) {
        wanted += truth.len();
        hits += truth.iter().filter(|(_, index)| found[row].iter().any(|(_, other)| other == index)).count();
    }
    if wanted == 0 { 1.0 } else { hits as f64 / wanted as f64 }
}

fn gather(rows: ArrayView2<'_, f32>, indices: &[u32]) -> Array2<f32> {
    let mut gathered = Vec::with_capacity(indices.len() * rows.ncols());
    for &row in indices {
        gathered.extend(rows.row(row as usize));
    }
    Array2::from_shape_vec((indices.len(), rows.ncols()), gathered).expect("every row has the same columns")
}
