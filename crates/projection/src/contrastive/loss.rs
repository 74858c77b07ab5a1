//! Symmetric InfoNCE over all pairs of a batch.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, s};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use crate::{multiply, multiply_sequential};

/// Rows of similarities per task.
const TASK_ROWS: usize = 128;
/// Below this exponent the exponential is constant. That keeps sums positive, and the gradient is negligible
/// there anyway.
const LEAST_EXPONENT: f32 = -87.0;

/// Loss and gradient of a batch.
#[derive(Debug)]
pub(super) struct Loss {
    /// Mean cross entropy in nats over both directions.
    pub(super) value: f64,
    /// Gradient with respect to the unit vectors: rows as in the batch.
    pub(super) gradient: Array2<f32>,
}

/// How well held-out pairs find each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    /// Mean loss in nats.
    pub loss: f64,
    /// Share of titles whose most similar body among 1,024 (or all, if fewer) is their own.
    pub recall_at_1: f64,
}

/// Exponentials of the scaled similarities, shifted so that the largest possible value is 1, and their sums.
struct Exponentials {
    matrix: Array2<f32>,
    row_sums: Vec<f32>,
    column_sums: Vec<f32>,
    diagonal: Vec<f32>,
}

impl Exponentials {
    fn new(unit: ArrayView2<'_, f32>, temperature: f32) -> Self {
        let pairs = unit.nrows() / 2;
        let (first, second) = (unit.slice(s![..pairs, ..]), unit.slice(s![pairs.., ..]));
        let mut matrix = Array2::zeros((pairs, pairs));
        let parts: Vec<_> = matrix
            .axis_chunks_iter_mut(Axis(0), TASK_ROWS)
            .into_par_iter()
            .zip(first.axis_chunks_iter(Axis(0), TASK_ROWS))
            .enumerate()
            .map(|(task, (mut rows, first))| {
                multiply_sequential(first, second.t(), &mut rows);
                exponentiate(&mut rows, task * TASK_ROWS, 1.0 / temperature)
            })
            .collect();
        let mut column_sums = vec![0.0; pairs];
        let (mut row_sums, mut diagonal) = (Vec::with_capacity(pairs), Vec::with_capacity(pairs));
        for part in parts {
            column_sums.iter_mut().zip(part.column_sums).for_each(|(sum, part)| *sum += part);
            row_sums.extend(part.row_sums);
            diagonal.extend(part.diagonal);
        }
        Self { matrix, row_sums, column_sums, diagonal }
    }

    fn loss(&self) -> f64 {
        let terms = self.row_sums.iter().zip(&self.column_sums).zip(&self.diagonal);
        let sum: f64 = terms
            .map(|((&row, &column), &own)| {
                0.5 * (f64::from(row).ln() + f64::from(column).ln()) - f64::from(own)
            })
            .sum();
        sum / self.diagonal.len().max(1) as f64
    }
}

struct Part {
    row_sums: Vec<f32>,
    column_sums: Vec<f32>,
    diagonal: Vec<f32>,
}

/// Replaces cosines by exponentials and sums them; `first` is the index of the first row.
fn exponentiate(rows: &mut ArrayViewMut2<'_, f32>, first: usize, scale: f32) -> Part {
    let width = rows.ncols();
    let diagonal = (0..rows.nrows()).map(|at| (rows[[at, first + at]] - 1.0) * scale).collect();
    let values = rows.as_slice_mut().expect("a row-major matrix");
    let mut column_sums = vec![0.0; width];
    let mut row_sums = vec![0.0; values.len() / width];
    Arch::new().dispatch(Exponentiation {
        values,
        row_sums: &mut row_sums,
        column_sums: &mut column_sums,
        scale,
    });
    Part { row_sums, column_sums, diagonal }
}

/// The loop of [`exponentiate`]. As a closure it was not inlined and ran with baseline instructions.
struct Exponentiation<'a> {
    values: &'a mut [f32],
    row_sums: &'a mut [f32],
    column_sums: &'a mut [f32],
    scale: f32,
}

impl WithSimd for Exponentiation<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (row, sum) in self.values.chunks_exact_mut(self.column_sums.len()).zip(self.row_sums) {
            for (value, column) in row.iter_mut().zip(&mut *self.column_sums) {
                *value = exponential((*value - 1.0) * self.scale);
                *column += *value;
            }
            *sum = ordered_sum(row);
        }
    }
}

/// `e^x` for `x` in [-87, 0.5] with a relative error of 2e-7 (range reduction by powers of two, then the
/// Taylor polynomial of degree 6 on [-ln 2 / 2, ln 2 / 2]).
#[inline(always)]
fn exponential(x: f32) -> f32 {
    const TO_INTEGER: f32 = 12_582_912.0;
    let x = if x > LEAST_EXPONENT { x } else { LEAST_EXPONENT };
    let rounded = x * std::f32::consts::LOG2_E + TO_INTEGER;
    let power = rounded - TO_INTEGER;
    let rest = (x - power * 0.693_359_4) + power * 2.121_944_4e-4;
    let polynomial = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5
                        + rest
                            * (1.666_666_6e-1
                                + rest * (4.166_666_6e-2 + rest * (8.333_333e-3 + rest * 1.388_888_9e-3)))));
    let exponent = rounded.to_bits().wrapping_sub(TO_INTEGER.to_bits()).wrapping_add(127) << 23;
    polynomial * f32::from_bits(exponent)
}

#[inline(always)]
fn ordered_sum(row: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 16];
    let chunks = row.chunks_exact(16);
    let rest: f32 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    lanes.iter().sum::<f32>() + rest
}

/// Loss and gradient of embeddings (2 pairs x dimensions); the first half are the first views.
pub(super) fn info_nce(unit: ArrayView2<'_, f32>, temperature: f32) -> Loss {
    let mut exponentials = Exponentials::new(unit, temperature);
    let value = exponentials.loss();
    let pairs = unit.nrows() / 2;
    let scale = 1.0 / (2.0 * pairs as f32 * temperature);
    let invert = |sums: &[f32]| sums.iter().map(|sum| scale / sum).collect::<Vec<f32>>();
    let (rows, columns) = (invert(&exponentials.row_sums), invert(&exponentials.column_sums));
    exponentials
        .matrix
        .axis_chunks_iter_mut(Axis(0), TASK_ROWS)
        .into_par_iter()
        .zip(rows.par_chunks(TASK_ROWS))
        .enumerate()
        .for_each(|(task, (mut matrix, rows))| {
            let values = matrix.as_slice_mut().expect("a row-major matrix");
            Arch::new().dispatch(
                #[inline(always)]
                || {
                    for (row, &of_row) in values.chunks_exact_mut(pairs).zip(rows) {
                        for (value, &of_column) in row.iter_mut().zip(&columns) {
                            *value *= of_row + of_column;
                        }
                    }
                },
            );
            for at in 0..matrix.nrows() {
                matrix[[at, task * TASK_ROWS + at]] -= 2.0 * scale;
            }
        });
    let mut gradient = Array2::zeros(unit.dim());
    let (mut of_first, mut of_second) = gradient.view_mut().split_at(Axis(0), pairs);
    multiply(exponentials.matrix.view(), unit.slice(s![pairs.., ..]), &mut of_first);
    multiply(exponentials.matrix.t(), unit.slice(s![..pairs, ..]), &mut of_second);
    Loss { value, gradient }
}

/// Loss and recall of embeddings (2 pairs x dimensions); the first half are the first views.
pub(super) fn measure(unit: ArrayView2<'_, f32>, temperature: f32) -> HeldOut {
    let exponentials = Exponentials::new(unit, temperature);
    let found = exponentials.matrix.rows().into_iter().enumerate().filter(|(own, row)| {
        let mut best = 0;
        for (other, value) in row.iter().enumerate() {
            if *value > row[best] {
                best = other;
            }
        }
        best == *own
    });
    let recall_at_1 = found.count() as f64 / exponentials.matrix.nrows().max(1) as f64;
    HeldOut { loss: exponentials.loss(), recall_at_1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use thema_features::normalize_rows;

    fn sample(rows: usize, columns: usize) -> Array2<f32> {
        let mut matrix =
            Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 37 + j * 11) as f32 * 0.7).sin());
        normalize_rows(&mut matrix.view_mut());
        matrix
    }

    /// Computes the loss by its definition, in `f64`.
    fn by_definition(unit: ArrayView2<'_, f64>, temperature: f64) -> f64 {
        let pairs = unit.nrows() / 2;
        let logits = unit.slice(s![..pairs, ..]).dot(&unit.slice(s![pairs.., ..]).t()) / temperature;
        let entropy = |i: usize, row: ndarray::ArrayView1<'_, f64>| row.mapv(f64::exp).sum().ln() - row[i];
        let sum: f64 = (0..pairs).map(|i| entropy(i, logits.row(i)) + entropy(i, logits.column(i))).sum();
        sum / (2 * pairs) as f64
    }

    #[test]
    fn value_and_gradient_match_the_definition() {
        let unit = sample(14, 5);
        let loss = info_nce(unit.view(), 0.2);
        let exact = unit.mapv(f64::from);
        assert!((loss.value - by_definition(exact.view(), 0.2)).abs() < 1e-5);
        for (row, column) in [(0, 0), (3, 2), (6, 4), (7, 1), (13, 3)] {
            let moved = |step: f64| {
                let mut moved = exact.clone();
                moved[[row, column]] += step;
                by_definition(moved.view(), 0.2)
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((f64::from(loss.gradient[[row, column]]) - slope).abs() < 1e-5, "entry {row}, {column}");
        }
    }

    #[test]
    fn recall_counts_titles_that_find_their_body() {
        let mut unit = Array2::zeros((6, 3));
        for row in 0..3 {
            unit[[row, row]] = 1.0;
            unit[[3 + row, row]] = 1.0;
        }
        assert!((measure(unit.view(), 0.05).recall_at_1 - 1.0).abs() < 1e-12);
        let swapped = unit.select(Axis(0), &[0, 1, 2, 4, 3, 5]);
        assert!((measure(swapped.view(), 0.05).recall_at_1 - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn the_exponential_is_accurate_on_its_range() {
        for step in 0..=8700_u16 {
            let x = -f32::from(step) * 0.01;
            let exact = f64::from(x).exp();
            assert!((f64::from(exponential(x)) - exact).abs() <= 3e-7 * exact, "e^{x}");
        }
        assert!(exponential(f32::NEG_INFINITY) > 0.0);
    }
}
