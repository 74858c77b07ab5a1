//! Adam (Kingma and Ba 2015) that only moves the rows of terms present in a batch, as `SparseAdam` of torch does.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::{Array2, Axis};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::batch::EntriesByTerm;
use crate::sparse_product::weighted_sum;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Terms that one task moves.
const TASK_TERMS: usize = 128;

/// Moments of the gradient of every entry of the table.
#[derive(Debug)]
pub(super) struct Adam {
    first: Array2<f32>,
    second: Array2<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(dimensions: (usize, usize)) -> Self {
        Self { first: Array2::zeros(dimensions), second: Array2::zeros(dimensions), steps: 0 }
    }

    /// Sums the gradient of every term over its entries in the order of their rows, and moves the table against it.
    pub(super) fn step(
        &mut self,
        table: &mut Array2<f32>,
        entries: &EntriesByTerm,
        gradient: &Array2<f32>,
        learning_rate: f32,
    ) {
        self.steps += 1;
        let second_correction = (1.0 - SECOND_DECAY.powi(self.steps)).sqrt();
        let rate = learning_rate * second_correction / (1.0 - FIRST_DECAY.powi(self.steps));
        let epsilon = EPSILON * second_correction;
        let gradient = gradient.as_slice().expect("a row-major matrix");
        let width = table.ncols();
        table
            .axis_chunks_iter_mut(Axis(0), TASK_TERMS)
            .into_par_iter()
            .zip(self.first.axis_chunks_iter_mut(Axis(0), TASK_TERMS))
            .zip(self.second.axis_chunks_iter_mut(Axis(0), TASK_TERMS))
            .enumerate()
            .for_each(|(task, ((mut table, mut first), mut second))| {
                Arch::new().dispatch(MoveTerms {
                    entries,
                    term: task * TASK_TERMS,
                    gradient,
                    width,
                    rate,
                    epsilon,
                    table: table.as_slice_mut().expect("a row-major matrix"),
                    first: first.as_slice_mut().expect("a row-major matrix"),
                    second: second.as_slice_mut().expect("a row-major matrix"),
                });
            });
    }
}

struct MoveTerms<'a> {
    entries: &'a EntriesByTerm,
    term: usize,
    gradient: &'a [f32],
    width: usize,
    rate: f32,
    epsilon: f32,
    table: &'a mut [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
}

impl WithSimd for MoveTerms<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut sum = vec![0.0; self.width];
        let rows = self.table.chunks_exact_mut(self.width);
        let moments = self.first.chunks_exact_mut(self.width).zip(self.second.chunks_exact_mut(self.width));
        for (at, (row, (first, second))) in rows.zip(moments).enumerate() {
            let entries = self.entries.term(self.term + at);
            if entries.indices.is_empty() {
                continue;
            }
            weighted_sum(simd, entries, self.gradient, &mut sum);
            for (((value, first), second), &gradient) in row.iter_mut().zip(first).zip(second).zip(&sum) {
                *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * gradient;
                *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * gradient * gradient;
                *value -= self.rate * *first / (second.sqrt() + self.epsilon);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrastive::batch::Batch;
    use thema_features::CsrMatrix;

    #[test]
    fn two_steps_by_hand_and_absent_terms_rest() {
        let titles = CsrMatrix::new(3, vec![0, 1], vec![0], vec![2.0]).unwrap();
        let bodies = CsrMatrix::new(3, vec![0, 2], vec![0, 2], vec![1.0, 1.0]).unwrap();
        let entries = Batch::of(&[[titles.row(0), bodies.row(0)]]).by_term(3);
        let gradient = ndarray::array![[0.5], [-3.0]];
        let mut table = ndarray::array![[1.0], [1.0], [1.0]];
        let mut adam = Adam::new(table.dim());
        adam.step(&mut table, &entries, &gradient, 0.1);
        assert!((table[[0, 0]] - 1.1).abs() < 1e-6, "a first step has the length of the rate");
        assert_eq!(table[[1, 0]].to_bits(), 1.0f32.to_bits());
        assert!((table[[2, 0]] - 1.1).abs() < 1e-6);
        adam.step(&mut table, &entries, &(-gradient), 0.1);
        let (first, second) = (0.9 * -0.2 + 0.1 * 2.0, 0.999 * 0.004 + 0.001 * 4.0);
        let expected = 1.1 - 0.1 * (first / (1.0 - 0.81)) / (second / (1.0f32 - 0.998_001)).sqrt();
        assert!((table[[0, 0]] - expected).abs() < 1e-5, "{} for {expected}", table[[0, 0]]);
    }
}
