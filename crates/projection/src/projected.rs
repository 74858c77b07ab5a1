//! Sparse rows as unit vectors.

use ndarray::{Array2, ArrayView2, Axis};

use crate::sparse_product::multiply_sparse_rows;
use thema_features::{CsrMatrix, normalize_rows};
use thema_progress::Task;

/// Rows projected between two progress reports.
const BLOCK_ROWS: usize = 16_384;

/// Unit vectors of weighted rows (rows x dimensions) by a table of term vectors (terms x dimensions); rows
/// without a known term are zeros.
///
/// # Panics
/// If the rows have other terms or the table is not row-major.
pub(crate) fn projected(rows: &CsrMatrix, table: ArrayView2<'_, f32>) -> Array2<f32> {
    let mut vectors = Array2::zeros((rows.rows(), table.ncols()));
    let progress = Task::new("projection", rows.rows());
    for (block, mut vectors) in vectors.axis_chunks_iter_mut(Axis(0), BLOCK_ROWS).enumerate() {
        multiply_sparse_rows(rows, block * BLOCK_ROWS, table, &mut vectors);
        normalize_rows(&mut vectors);
        progress.advance(vectors.nrows());
    }
    vectors
}
