//! Exact nearest neighbours by products of blocks of rows with blocks of candidates.

use thema_progress::Task;

use ndarray::{Array2, ArrayView2, s};
use rayon::prelude::*;
use thema_projection::multiply_sequential;

use super::top::{Ranked, Top};

/// Rows per task.
const QUERY_ROWS: usize = 256;

/// Candidates multiplied at a time.
const CANDIDATE_ROWS: usize = 1024;

/// The `neighbours` candidates most similar to each query, most similar first. `rows` are unit rows; query
/// `at` is itself the candidate `own(at)` and never its own neighbour.
pub(super) fn nearest(
    queries: ArrayView2<'_, f32>,
    own: impl Fn(usize) -> u32 + Sync,
    candidates: ArrayView2<'_, f32>,
    neighbours: usize,
) -> Vec<Ranked> {
    let progress = Task::new("neighbours", queries.nrows());
    let blocks: Vec<Vec<Ranked>> = (0..queries.nrows().div_ceil(QUERY_ROWS))
        .into_par_iter()
        .map(|block| {
            let first = block * QUERY_ROWS;
            let last = (first + QUERY_ROWS).min(queries.nrows());
            let mut tops = vec![Top::new(neighbours); last - first];
            offer_all(
                &mut tops,
                queries.slice(s![first..last, ..]),
                candidates,
                |at| own(first + at),
                |at| at as u32,
            );
            progress.advance(last - first);
            tops.into_iter().map(Top::into_ranked).collect()
        })
        .collect();
    blocks.concat()
}

/// Offers every candidate to the top list of every query, on the calling thread.
fn offer_all(
    tops: &mut [Top],
    queries: ArrayView2<'_, f32>,
    candidates: ArrayView2<'_, f32>,
    own: impl Fn(usize) -> u32,
    index: impl Fn(usize) -> u32,
) {
    let mut similarities = Array2::<f32>::zeros((queries.nrows(), CANDIDATE_ROWS.min(candidates.nrows())));
    for start in (0..candidates.nrows()).step_by(CANDIDATE_ROWS) {
        let end = (start + CANDIDATE_ROWS).min(candidates.nrows());
        if similarities.ncols() != end - start {
            similarities = Array2::zeros((queries.nrows(), end - start));
        }
        multiply_sequential(
            queries,
            candidates.slice(s![start..end, ..]).reversed_axes(),
            &mut similarities.view_mut(),
        );
        for (at, (top, line)) in tops.iter_mut().zip(similarities.rows()).enumerate() {
            top.offer(line.to_slice().unwrap_or_default(), own(at), |place| index(start + place));
        }
    }
}
