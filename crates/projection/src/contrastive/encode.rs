//! From rows of a batch to unit vectors, and back for the gradient.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::{Array2, ArrayView2, Axis};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::batch::Batch;
use crate::dot::dot;
use crate::sparse_product::weighted_sum;
use thema_features::normalize;

/// Rows per task.
const TASK_ROWS: usize = 64;

/// Unit-length embeddings of the rows of a batch, and their lengths before normalisation.
#[derive(Debug)]
pub(super) struct Embeddings {
    pub(super) unit: Array2<f32>,
    pub(super) lengths: Vec<f32>,
}

/// Sums the table rows (terms x dimensions) of the terms of every row of the batch.
pub(super) fn encode(batch: &Batch, table: ArrayView2<'_, f32>) -> Embeddings {
    let mut unit = Array2::zeros((batch.rows(), table.ncols()));
    let mut lengths = vec![0.0; batch.rows()];
    let table = table.to_slice().expect("a row-major table");
    unit.axis_chunks_iter_mut(Axis(0), TASK_ROWS)
        .into_par_iter()
        .zip(lengths.par_chunks_mut(TASK_ROWS))
        .enumerate()
        .for_each(|(task, (mut rows, lengths))| {
            let unit = rows.as_slice_mut().expect("a row-major matrix");
            Arch::new().dispatch(EncodeRows { batch, first: task * TASK_ROWS, table, unit, lengths });
        });
    Embeddings { unit, lengths }
}

struct EncodeRows<'a> {
    batch: &'a Batch,
    first: usize,
    table: &'a [f32],
    unit: &'a mut [f32],
    lengths: &'a mut [f32],
}

impl WithSimd for EncodeRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let width = self.unit.len() / self.lengths.len();
        for (at, (row, length)) in self.unit.chunks_exact_mut(width).zip(self.lengths).enumerate() {
            weighted_sum(simd, self.batch.row(self.first + at), self.table, row);
            *length = normalize(row);
        }
    }
}

/// Converts the gradient with respect to unit vectors to that with respect to the sums before normalisation:
/// `(g - (g . z) z) / |u|`; zero if the sum is zero.
pub(super) fn back_through_normalization(embeddings: &Embeddings, gradient: &mut Array2<f32>) {
    gradient
        .axis_chunks_iter_mut(Axis(0), TASK_ROWS)
        .into_par_iter()
        .zip(embeddings.unit.axis_chunks_iter(Axis(0), TASK_ROWS))
        .zip(embeddings.lengths.par_chunks(TASK_ROWS))
        .for_each(|((mut gradients, units), lengths)| {
            Arch::new().dispatch(
                #[inline(always)]
                || {
                    for ((mut gradient, unit), &length) in
                        gradients.rows_mut().into_iter().zip(units.rows()).zip(lengths)
                    {
                        let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
                        let (gradient, unit) = (
                            gradient.as_slice_mut().expect("a row-major matrix"),
                            unit.to_slice().expect("a row-major matrix"),
                        );
                        let along = dot(gradient, unit);
                        for (value, &unit) in gradient.iter_mut().zip(unit) {
                            *value = (*value - along * unit) * scale;
                        }
                    }
                },
            );
        });
}
