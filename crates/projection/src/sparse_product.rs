//! Products of sparse rows with a dense table: every row of the result is a weighted sum of table rows.
//!
//! The inner loops use the widest `f32` vectors of the processor, chosen at run time. How wide they are does not
//! change a value: see [`FUSED_COLUMNS`].

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

/// Whole blocks of this many columns, the lanes of the widest vectors, are multiplied and added in one rounding
/// where the processor can. The columns that are left over take two roundings, even if they fill a narrower vector.
const FUSED_COLUMNS: usize = 16;

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
    let (whole, rest) = out.split_at_mut(width / FUSED_COLUMNS * FUSED_COLUMNS);
    let mut first = whole.len();
    let (vectors, _) = S::as_mut_simd_f32s(whole);
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
    for rest in rest.chunks_mut(S::F32_LANES) {
        let mut sum = simd.splat_f32s(0.0);
        for (&index, &value) in row.indices.iter().zip(row.values) {
            let start = index as usize * width + first;
            let values = simd.partial_load_f32s(&table[start..start + rest.len()]);
            sum = simd.add_f32s(sum, simd.mul_f32s(simd.splat_f32s(value), values));
        }
        simd.partial_store_f32s(rest, sum);
        first += rest.len();
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
    let whole = target.len() / FUSED_COLUMNS * FUSED_COLUMNS;
    let ((target, target_rest), (source, source_rest)) = (target.split_at_mut(whole), source.split_at(whole));
    let ((targets, _), (sources, _)) = (S::as_mut_simd_f32s(target), S::as_simd_f32s(source));
    let factor = simd.splat_f32s(weight);
    for (target, &source) in targets.iter_mut().zip(sources) {
        *target = simd.mul_add_e_f32s(factor, source, *target);
    }
    for (target, source) in target_rest.iter_mut().zip(source_rest) {
        *target += weight * source;
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use pulp::x86::{V3, V4};

    use super::*;

    /// Sums rows of a table both ways.
    struct Sums<'a> {
        matrix: &'a CsrMatrix,
        table: &'a [f32],
        width: usize,
    }

    impl WithSimd for Sums<'_> {
        type Output = [Vec<f32>; 2];

        fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
            let [mut at_once, mut one_by_one] = [vec![0.0; self.width], vec![0.0; self.width]];
            let row = self.matrix.row(0);
            weighted_sum(simd, row, self.table, &mut at_once);
            for (&index, &value) in row.indices.iter().zip(row.values) {
                let source = &self.table[index as usize * self.width..][..self.width];
                add_scaled(simd, &mut one_by_one, value, source);
            }
            [at_once, one_by_one]
        }
    }

    #[test]
    fn the_number_of_lanes_changes_no_value() {
        let (Some(avx2), Some(avx512)) = (V3::try_new(), V4::try_new()) else { return };
        let values: Vec<f32> = (0..30).map(|term| 0.1 + (term % 13) as f32 * 0.37).collect();
        let matrix = CsrMatrix::new(30, vec![0, 30], (0..30).collect(), values).unwrap();
        for width in [1, 8, 15, 16, 21, 24, 64, 138, 300] {
            let table: Vec<f32> = (0..30 * width).map(|at| (at as f32 * 0.7).sin()).collect();
            let sums = || Sums { matrix: &matrix, table: &table, width };
            let (narrow, wide) = (Simd::vectorize(avx2, sums()), Simd::vectorize(avx512, sums()));
            assert_eq!(narrow, wide, "{width} columns");
            assert_eq!(narrow[0], narrow[1], "{width} columns");
        }
    }
}
