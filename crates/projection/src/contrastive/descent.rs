//! Gradient descent with one step length per row of the table, after `RMSProp` (Tieleman and Hinton 2012). Only
//! rows of terms in the batch change.
//!
//! The running mean of squares is one number per row, as Mudigere et al. 2022 ("Software-hardware co-design
//! for fast and scalable training of deep learning recommendation models") use it in `AdaGrad`; it decays only
//! in steps that include the term. There is no running mean of the gradient: most of the time of a step is
//! spent on reading and writing rows, and this way only the table itself is touched.
//!
//! Like Adam (Kingma and Ba 2015), a step corrects for means that started at zero, but by the number of steps
//! of the whole table. For a term that is in every batch this is Adam's correction. The mean of a rare term has
//! seen fewer gradients than there were steps, so it is too low and the term's steps are longer than Adam's: 32
//! times in the first if that comes late. What the first steps leave out (`WARMING`) takes most of this back:
//! the first is 1.6 times as long as Adam's, the twentieth 4.5 times, the thousandth 1.3 times.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::{Array2, Axis};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::batch::EntriesByTerm;
use crate::dot::dot;
use crate::sparse_product::weighted_sum;

const DECAY: f32 = 0.999;
/// Share of a term's step left out: `WARMING` in the first step that includes the term, `WARMING`² in the
/// second, and so on.
const WARMING: f32 = 0.95;
const EPSILON: f32 = 1e-8;
/// Terms per task.
const TASK_TERMS: usize = 128;

/// Statistics of the gradients of every row of the table.
#[derive(Debug)]
pub(super) struct Descent {
    /// Running means of the squared gradient.
    squares: Vec<f32>,
    /// Share left out of the latest step of each row; 1 before its first.
    cold: Vec<f32>,
    steps: i32,
}

impl Descent {
    pub(super) fn new(terms: usize) -> Self {
        Self { squares: vec![0.0; terms], cold: vec![1.0; terms], steps: 0 }
    }

    /// Sums the gradient of every term over its entries in row order, and moves the table against it.
    pub(super) fn step(
        &mut self,
        table: &mut Array2<f32>,
        entries: &EntriesByTerm,
        gradient: &Array2<f32>,
        learning_rate: f32,
    ) {
        self.steps += 1;
        let correction = (1.0 - DECAY.powi(self.steps)).sqrt();
        let rate = learning_rate * correction;
        let epsilon = EPSILON * correction;
        let gradient = gradient.as_slice().expect("a row-major matrix");
        let width = table.ncols();
        table
            .axis_chunks_iter_mut(Axis(0), TASK_TERMS)
            .into_par_iter()
            .zip(self.squares.par_chunks_mut(TASK_TERMS))
            .zip(self.cold.par_chunks_mut(TASK_TERMS))
            .enumerate()
            .for_each(|(task, ((mut table, squares), cold))| {
                Arch::new().dispatch(MoveTerms {
                    entries,
                    term: task * TASK_TERMS,
                    gradient,
                    width,
                    rate,
                    epsilon,
                    table: table.as_slice_mut().expect("a row-major matrix"),
                    squares,
                    cold,
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
    squares: &'a mut [f32],
    cold: &'a mut [f32],
}

impl WithSimd for MoveTerms<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut sum = vec![0.0; self.width];
        let rows = self.table.chunks_exact_mut(self.width).zip(self.squares).zip(self.cold);
        for (at, ((row, square), cold)) in rows.enumerate() {
            let entries = self.entries.term(self.term + at);
            if entries.indices.is_empty() {
                continue;
            }
            weighted_sum(simd, entries, self.gradient, &mut sum);
            *cold *= WARMING;
            *square = DECAY * *square + (1.0 - DECAY) * dot(&sum, &sum) / self.width as f32;
            let rate = (1.0 - *cold) * self.rate / (square.sqrt() + self.epsilon);
            for (value, &gradient) in row.iter_mut().zip(&sum) {
                *value -= rate * gradient;
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
        let gradient = ndarray::array![[0.5, 0.0], [-3.0, 0.0]];
        let mut table = ndarray::Array2::ones((3, 2));
        let mut descent = Descent::new(3);
        descent.step(&mut table, &entries, &gradient, 0.1);
        let first = 1.0 - WARMING;
        let length = first * 0.1 * 2.0_f32.sqrt();
        assert!(
            (table[[0, 0]] - (1.0 + length)).abs() < 1e-5,
            "a first step has its share of the rate, by columns"
        );
        assert_eq!(table.column(1), ndarray::array![1.0, 1.0, 1.0]);
        assert_eq!(table.row(1), ndarray::array![1.0, 1.0]);
        assert!((table[[2, 0]] - (1.0 + length)).abs() < 1e-5);
        descent.step(&mut table, &entries, &(-gradient), 0.1);
        let mean = 0.5 * (0.999 * 0.004 + 0.001 * 4.0) / (1.0_f32 - 0.998_001);
        let expected = 1.0 + length - (1.0 - WARMING * WARMING) * 0.1 * 2.0 / mean.sqrt();
        assert!((table[[0, 0]] - expected).abs() < 1e-4, "{} for {expected}", table[[0, 0]]);
    }
}
