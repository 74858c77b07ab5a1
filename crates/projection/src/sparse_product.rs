//! Products of sparse rows with a dense table: every row of the result is a weighted sum of table rows.
//!
//! The inner loops use the widest `f32` vectors of the processor, chosen at run time.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::parallel::prelude::*;
use ndarray::{ArrayView2, ArrayViewMut2, Axis};
use pulp::{Arch, Simd, WithSimd};

use thema_features::{CsrMatrix, SparseRow};

/// Rows per task.
const TASK_ROWS: usize = 128;

/// `out = matrix table` for `matrix` (n x m), `table` (m x k) and `out` (rows x k), in parallel: the rows of
/// the product from row `first` on, as many as `out` has.
///
/// # Panics
/// If the shapes do not fit or a dense matrix is not row-major.
pub(crate) fn multiply_sparse_rows(
    matrix: &CsrMatrix,
    first: usize,
    table: ArrayView2<'_, f32>,
    out: &mut ArrayViewMut2<'_, f32>,
) {
    assert_eq!(matrix.columns(), table.nrows(), "columns of the sparse matrix against rows of the table");
    let width = table.ncols();
    assert_eq!(out.ncols(), width, "columns of the product");
    let table = table.to_slice().expect("a row-major table");
    out.axis_chunks_iter_mut(Axis(0), TASK_ROWS).into_par_iter().enumerate().for_each(|(task, mut rows)| {
        let rows = rows.as_slice_mut().expect("a row-major product");
        let first = first + task * TASK_ROWS;
        Arch::new().dispatch(SumRows { matrix, first, table, width, out: rows });
    });
}

/// Sums the table rows of consecutive sparse rows.
struct SumRows<'a> {
    matrix: &'a CsrMatrix,
    first: usize,
    table: &'a [f32],
    width: usize,
    out: &'a mut [f32],
}

impl WithSimd for SumRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        if self.width == 0 {
            return;
        }
        for (at, out) in self.out.chunks_exact_mut(self.width).enumerate() {
            weighted_sum(simd, self.matrix.row(self.first + at), self.table, out);
        }
    }
}

/// `out = sum of values[i] * table[indices[i]]`; table rows have the length of `out`.
#[inline(always)]
pub(crate) fn weighted_sum<S: Simd>(simd: S, row: SparseRow<'_>, table: &[f32], out: &mut [f32]) {
    let width = out.len();
    let (vectors, tail) = S::as_mut_simd_f32s(out);
    let count = vectors.len();
    let mut at = 0;
    if S::F32_LANES >= 16 {
        while at + 16 <= count {
            vectors[at..at + 16].copy_from_slice(&sum_vectors::<S, 16>(simd, row, table, width, at));
            at += 16;
        }
    }
    while at + 8 <= count {
        vectors[at..at + 8].copy_from_slice(&sum_vectors::<S, 8>(simd, row, table, width, at));
        at += 8;
    }
    while at < count {
        vectors[at..=at].copy_from_slice(&sum_vectors::<S, 1>(simd, row, table, width, at));
        at += 1;
    }
    let done = count * S::F32_LANES;
    for (lane, value) in tail.iter_mut().enumerate() {
        let entries = row.indices.iter().zip(row.values);
        *value = entries.map(|(&index, weight)| weight * table[index as usize * width + done + lane]).sum();
    }
}

/// `N` adjacent vectors of the weighted sum, kept in registers.
#[inline(always)]
fn sum_vectors<S: Simd, const N: usize>(
    simd: S,
    row: SparseRow<'_>,
    table: &[f32],
    width: usize,
    at: usize,
) -> [S::f32s; N] {
    let mut sums = [simd.splat_f32s(0.0); N];
    let lanes = S::F32_LANES;
    for (&index, &value) in row.indices.iter().zip(row.values) {
        let start = index as usize * width + at * lanes;
        let (vectors, _) = S::as_simd_f32s(&table[start..start + N * lanes]);
        let value = simd.splat_f32s(value);
        for (sum, &vector) in sums.iter_mut().zip(vectors) {
            *sum = simd.mul_add_e_f32s(value, vector, *sum);
        }
    }
    sums
}

/// `target += weight * source`.
#[inline(always)]
pub(crate) fn add_scaled<S: Simd>(simd: S, target: &mut [f32], weight: f32, source: &[f32]) {
    let (targets, target_tail) = S::as_mut_simd_f32s(target);
    let (sources, source_tail) = S::as_simd_f32s(source);
    let factor = simd.splat_f32s(weight);
    for (target, &source) in targets.iter_mut().zip(sources) {
        *target = simd.mul_add_e_f32s(factor, source, *target);
    }
    for (target, source) in target_tail.iter_mut().zip(source_tail) {
        *target += weight * source;
    }
}
