//! Products of transposed sparse rows with dense ones: every row of the result is a weighted sum of the dense
//! rows of the documents that contain a term.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use std::ops::Range;

use ndarray::{Array2, ArrayView2};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use crate::sparse_product::add_scaled;
use thema_features::CsrMatrix;

/// Column ranges that a product is divided into, so that each range stays in a core's cache.
const COLUMN_RANGES: usize = 16;

/// Products with one matrix `A` (n x m), transposed.
pub(crate) struct TransposedProduct<'a> {
    matrix: &'a CsrMatrix,
    ranges: Vec<Range<u32>>,
}

impl<'a> TransposedProduct<'a> {
    pub(crate) fn new(matrix: &'a CsrMatrix) -> Self {
        Self { matrix, ranges: column_ranges(matrix) }
    }

    /// `sum += Bᵀ rows` for `rows` (r x k) and `sum` (m x k), in parallel; `B` is the rows of `A` from row
    /// `first` on, as many as `rows` has.
    ///
    /// # Panics
    /// If the shapes do not fit or a dense matrix is not row-major.
    pub(crate) fn add(&self, first: usize, rows: ArrayView2<'_, f32>, sum: &mut Array2<f32>) {
        let width = rows.ncols();
        assert_eq!(sum.dim(), (self.matrix.columns(), width), "shape of the sum");
        let rows = rows.to_slice().expect("whole rows of a row-major matrix");
        let mut tasks = Vec::with_capacity(self.ranges.len());
        let mut rest = sum.as_slice_mut().expect("a row-major matrix");
        for columns in &self.ranges {
            let (target, others) = rest.split_at_mut(columns.len() * width);
            tasks.push(ScatterRows {
                matrix: self.matrix,
                first,
                columns: columns.clone(),
                rows,
                width,
                target,
            });
            rest = others;
        }
        tasks.into_par_iter().for_each(|task| Arch::new().dispatch(task));
    }
}

/// Divides the columns into ranges with about equally many stored values; depends only on the matrix.
fn column_ranges(matrix: &CsrMatrix) -> Vec<Range<u32>> {
    let mut counts = vec![0usize; matrix.columns()];
    for &column in matrix.indices() {
        counts[column as usize] += 1;
    }
    let share = matrix.nonzeros().div_ceil(COLUMN_RANGES).max(1);
    let (mut ranges, mut start, mut stored) = (Vec::with_capacity(COLUMN_RANGES), 0, 0);
    for (column, count) in counts.into_iter().enumerate() {
        stored += count;
        if stored >= share {
            ranges.push(start..column as u32 + 1);
            (start, stored) = (column as u32 + 1, 0);
        }
    }
    ranges.push(start..matrix.columns() as u32);
    ranges
}

/// Adds the products of a block of rows to the result rows of a range of columns.
struct ScatterRows<'a> {
    matrix: &'a CsrMatrix,
    first: usize,
    columns: Range<u32>,
    rows: &'a [f32],
    width: usize,
    target: &'a mut [f32],
}

impl WithSimd for ScatterRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        if self.width == 0 {
            return;
        }
        for (at, dense) in self.rows.chunks_exact(self.width).enumerate() {
            let row = self.matrix.row(self.first + at);
            let start = row.indices.partition_point(|&column| column < self.columns.start);
            for (&column, &value) in row.indices[start..].iter().zip(&row.values[start..]) {
                if column >= self.columns.end {
                    break;
                }
                let offset = (column - self.columns.start) as usize * self.width;
                add_scaled(simd, &mut self.target[offset..offset + self.width], value, dense);
            }
        }
    }
}
