//! Nearest neighbours of tens of thousands of rows: all pairs along a few directions, then the best of them in full.

use ndarray::ArrayView2;
use rayon::prelude::*;

use super::exact;
use super::short_list::{COMPARED, compared, shortened};
use super::top::Ranked;
use crate::ClusterError;

/// The `neighbours` rows most similar to each of `rows` (unit length), except those that a few directions do not reveal.
pub(super) fn nearest(rows: ArrayView2<'_, f32>, neighbours: usize) -> Result<Vec<Ranked>, ClusterError> {
    let short = shortened(rows)?;
    let looked_at = exact::nearest(short.view(), |at| at as u32, short.view(), COMPARED * neighbours);
    Ok(looked_at
        .into_par_iter()
        .enumerate()
        .map(|(row, found)| {
            let others: Vec<u32> = found.into_iter().map(|(_, other)| other).collect();
            compared(rows, row as u32, &others, neighbours)
        })
        .collect())
}
