//! Dot products of single rows.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::ArrayView2;
use pulp::{Arch, Simd, WithSimd};

/// Partial sums: one AVX-512 register.
const LANES: usize = 16;

/// The dot products of row `row` of `rows` with the rows `others`, in order, on the calling thread.
///
/// # Panics
/// If a row does not exist or `rows` is not row-major.
#[must_use]
pub fn dots(rows: ArrayView2<'_, f32>, row: u32, others: &[u32]) -> Vec<f32> {
    let width = rows.ncols();
    let values = rows.to_slice().expect("row-major rows");
    Arch::new().dispatch(Dots { values, width, row, others })
}

struct Dots<'a> {
    values: &'a [f32],
    width: usize,
    row: u32,
    others: &'a [u32],
}

impl WithSimd for Dots<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<f32> {
        let of = |row: u32| &self.values[row as usize * self.width..][..self.width];
        let row = of(self.row);
        let mut dots = Vec::with_capacity(self.others.len());
        for &other in self.others {
            dots.push(dot(row, of(other)));
        }
        dots
    }
}

/// The dot product of two rows of equal length, in a fixed order that can be vectorised.
#[inline(always)]
#[must_use]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let (chunks, others) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = chunks.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in chunks.zip(others) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;

    #[test]
    fn dots_are_those_of_the_definition() {
        let rows = Array2::from_shape_fn((5, 37), |(row, column)| ((row * 7 + column * 3) % 11) as f32 - 5.0);
        let found = dots(rows.view(), 1, &[4, 0, 1]);
        for (found, other) in found.into_iter().zip([4, 0, 1]) {
            assert!((found - rows.row(1).dot(&rows.row(other))).abs() < 1e-3);
        }
        assert!(dots(rows.view(), 1, &[]).is_empty());
    }
}
