//! Finds the table of term vectors whose projection is closest to given vectors.

use ndarray::{Array2, ArrayView2, Axis, s};

use crate::sparse_product::multiply_sparse_rows;
use crate::transposed_product::TransposedProduct;
use thema_features::CsrMatrix;
use thema_progress::Task;

/// Steps of the solver; with more, the table overfits its rows.
const STEPS: usize = 12;
/// Weight of the penalty on the size of the table, relative to a word that one row contains.
const RIDGE: f32 = 0.2;
/// Dimensions solved for together.
const WIDTH: usize = 64;

/// The table `T` (m x k) for which `|A T - B|² + ridge |T|²` is small, for `rows` `A` (n x m) and `vectors`
/// `B` (n x k): conjugate gradients for least squares, started from 0 (Hestenes and Stiefel 1952, section 10;
/// Björck 1996, algorithm 7.4.1) and stopped early.
///
/// # Panics
/// If the shapes do not fit.
pub(crate) fn regress(rows: &CsrMatrix, vectors: ArrayView2<'_, f32>) -> Array2<f32> {
    assert_eq!(rows.rows(), vectors.nrows(), "one vector a row");
    let mut table = Array2::zeros((rows.columns(), vectors.ncols()));
    let transposed = TransposedProduct::new(rows);
    let progress = Task::new("regression", vectors.ncols());
    for first in (0..vectors.ncols()).step_by(WIDTH) {
        let part = s![.., first..vectors.ncols().min(first + WIDTH)];
        let solved = solve(rows, &transposed, vectors.slice(part).as_standard_layout().into_owned());
        progress.advance(solved.ncols());
        table.slice_mut(part).assign(&solved);
    }
    table
}

/// Solves for the table of some dimensions; `residual` starts as the vectors.
fn solve(rows: &CsrMatrix, transposed: &TransposedProduct<'_>, mut residual: Array2<f32>) -> Array2<f32> {
    let width = residual.ncols();
    let mut table = Array2::<f32>::zeros((rows.columns(), width));
    let mut gradient = Array2::zeros(table.dim());
    transposed.add(0, residual.view(), &mut gradient);
    let mut direction = gradient.clone();
    let mut size = squared(&gradient);
    let mut image = Array2::zeros(residual.dim());
    for _ in 0..STEPS {
        multiply_sparse_rows(rows, 0, direction.view(), &mut image.view_mut());
        let curvature = squared(&image) + f64::from(RIDGE) * squared(&direction);
        if curvature <= 0.0 {
            break;
        }
        let step = (size / curvature) as f32;
        table.scaled_add(step, &direction);
        residual.scaled_add(-step, &image);
        gradient.fill(0.0);
        transposed.add(0, residual.view(), &mut gradient);
        gradient.scaled_add(-RIDGE, &table);
        let before = std::mem::replace(&mut size, squared(&gradient));
        let ratio = (size / before) as f32;
        direction.zip_mut_with(&gradient, |direction, &gradient| *direction = gradient + ratio * *direction);
    }
    table
}

/// Sum of squares, in row order.
fn squared(matrix: &Array2<f32>) -> f64 {
    let row =
        |row: ndarray::ArrayView1<'_, f32>| row.iter().map(|&value| f64::from(value * value)).sum::<f64>();
    matrix.axis_iter(Axis(0)).map(row).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 300 documents, each with three of 40 terms.
    fn rows() -> CsrMatrix {
        let indices = (0..300_u32).flat_map(|row| [row % 13, 13 + row % 11, 24 + row * 7 % 16]).collect();
        let values = (0..900).map(|at| 0.4 + (at % 5) as f32 * 0.1).collect();
        CsrMatrix::new(40, (0..=300).map(|row| row * 3).collect(), indices, values).unwrap()
    }

    #[test]
    fn vectors_that_words_make_up_are_found_again() {
        let rows = rows();
        let hidden = Array2::from_shape_fn((40, 70), |(term, at)| ((term * 31 + at * 17) % 23) as f32 - 11.0);
        let mut vectors = Array2::zeros((300, 70));
        multiply_sparse_rows(&rows, 0, hidden.view(), &mut vectors.view_mut());
        let mut again = Array2::zeros((300, 70));
        multiply_sparse_rows(&rows, 0, regress(&rows, vectors.view()).view(), &mut again.view_mut());
        for (wanted, found) in vectors.rows().into_iter().zip(again.rows()) {
            let cosine = wanted.dot(&found) / (wanted.dot(&wanted) * found.dot(&found)).sqrt();
            assert!(cosine > 0.99, "{cosine}");
        }
    }

    #[test]
    fn vectors_without_words_make_a_table_of_zeros() {
        let empty = CsrMatrix::new(3, vec![0, 0, 0], Vec::new(), Vec::new()).unwrap();
        assert_eq!(regress(&empty, Array2::ones((2, 5)).view()), Array2::<f32>::zeros((3, 5)));
        assert_eq!(regress(&rows(), Array2::zeros((300, 2)).view()), Array2::<f32>::zeros((40, 2)));
    }
}
