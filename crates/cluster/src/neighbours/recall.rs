//! Measures how many of the true neighbours an approximate search found.

use ndarray::{ArrayView2, Axis};

use super::exact;
use super::top::Ranked;
use crate::content_order::content_sample;

/// Rows whose true neighbours are computed.
const ROWS: usize = 256;

/// Share of the true neighbours of a seeded sample of `rows` that were found.
pub(super) fn recall(rows: ArrayView2<'_, f32>, found: &[Ranked], neighbours: usize, seed: u64) -> f64 {
    let checked = content_sample(rows, seed.wrapping_add(1), ROWS);
    let queries = rows.select(Axis(0), &checked);
    let truth = exact::nearest(queries.view(), |at| checked[at] as u32, rows, neighbours);
    let (mut hits, mut wanted) = (0_usize, 0_usize);
    for (&row, truth) in checked.iter().zip(&truth) {
        wanted += truth.len();
        hits += truth.iter().filter(|(_, index)| found[row].iter().any(|(_, other)| other == index)).count();
    }
    if wanted == 0 { 1.0 } else { hits as f64 / wanted as f64 }
}
