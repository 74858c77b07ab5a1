//! Rows of unit length.

use ndarray::parallel::prelude::*;
use ndarray::{Array2, ArrayViewMut2, Axis};
use rayon::slice::ParallelSliceMut;

/// Rows per task of [`normalize_rows`].
const NORMALIZED_ROWS: usize = 1024;
/// Rows per task of [`centred_at`].
const CENTRED_ROWS: usize = 512;
/// Partial sums of [`squared_norm`]: one AVX-512 register.
const LANES: usize = 16;

/// Scales every row to unit Euclidean length, in parallel; rows of zeros do not change.
pub fn normalize_rows(matrix: &mut ArrayViewMut2<'_, f32>) {
    matrix.axis_chunks_iter_mut(Axis(0), NORMALIZED_ROWS).into_par_iter().for_each(|mut rows| {
        for mut row in rows.rows_mut() {
            if let Some(row) = row.as_slice_mut() {
                normalize(row);
            } else {
                let mut copy = row.to_vec();
                normalize(&mut copy);
                row.iter_mut().zip(copy).for_each(|(value, scaled)| *value = scaled);
            }
        }
    });
}

/// Scales `row` to unit Euclidean length and returns its previous length; zeros do not change.
pub fn normalize(row: &mut [f32]) -> f32 {
    let norm = squared_norm(row).sqrt();
    if norm > 0.0 {
        let scale = 1.0 / norm;
        for value in row {
            *value *= scale;
        }
    }
    norm
}

/// Sum of squares in a fixed order that can be vectorised.
#[must_use]
pub fn squared_norm(row: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let chunks = row.chunks_exact(LANES);
    let rest = chunks.remainder().iter().map(|value| value * value).sum::<f32>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value * value;
        }
    }
    lanes.iter().sum::<f32>() + rest
}

/// Rows minus `mean`, scaled to unit length; rows of zeros carry no information and stay zero.
#[must_use]
pub fn centred_at(rows: Array2<f32>, mean: &[f32]) -> Array2<f32> {
    let mut rows = if rows.is_standard_layout() { rows } else { rows.as_standard_layout().into_owned() };
    let values = rows.as_slice_mut().unwrap_or_default();
    values.par_chunks_mut(mean.len().max(1)).with_min_len(CENTRED_ROWS).for_each(|row| {
        if row.iter().any(|&value| value != 0.0) {
            for (value, mean) in row.iter_mut().zip(mean) {
                *value -= mean;
            }
            normalize(row);
        }
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize, columns: usize, seed: usize) -> Array2<f32> {
        Array2::from_shape_fn((rows, columns), |(i, j)| {
            ((i * 31 + j * 17 + seed * 7) % 23) as f32 * 0.25 - 2.5
        })
    }

    #[test]
    fn rows_get_unit_length_and_zeros_stay() {
        let mut matrix = sample(40, 37, 5);
        matrix.row_mut(3).fill(0.0);
        normalize_rows(&mut matrix.view_mut());
        for (index, row) in matrix.rows().into_iter().enumerate() {
            let norm = row.dot(&row).sqrt();
            assert!(
                (norm - if index == 3 { 0.0 } else { 1.0 }).abs() < 1e-5,
                "row {index} has length {norm}"
            );
        }
        let mut columns = sample(37, 40, 6);
        let expected =
            columns.column(2).mapv(|value| value / columns.column(2).dot(&columns.column(2)).sqrt());
        normalize_rows(&mut columns.view_mut().reversed_axes());
        assert!((&columns.column(2) - &expected).iter().all(|difference| difference.abs() < 1e-6));
    }
}
