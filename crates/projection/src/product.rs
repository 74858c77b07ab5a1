//! Dense products of row-major `f32` matrices with results that do not depend on the number of threads.
//!
//! The kernels are faer's: measured on Zen 5, they reach 95-130 GFMA/s per core on the shapes of this
//! project, where matrixmultiply (ndarray's own `dot`) reaches 75-110 and the gemm crate 53-66. They select
//! AVX-512, AVX2 or the baseline at run time. A library's own parallel split depends on the number of
//! threads, so the split is done here: blocks of rows whose height depends only on the shape, each a
//! single-threaded product.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use std::borrow::Cow;
use std::hint::black_box;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::parallel::prelude::*;
use ndarray::{ArrayView2, ArrayViewMut2, Axis};
use pulp::{Arch, Simd, WithSimd};

/// Rows per block if there are many; a block of packed columns is reused for all of them.
const BLOCK_ROWS: usize = 256;
/// Blocks that a short product is divided into, so that its few rows still occupy several threads.
const BLOCKS_OF_SHORT: usize = 8;
/// Block heights are multiples of this: one AVX-512 register.
const LANES: usize = 16;

/// `out = a b` for `a` (m x k), `b` (k x n) and `out` (m x n), in parallel.
///
/// Row-major and transposed row-major views are used in place; others are copied.
///
/// # Panics
/// If the shapes do not fit.
pub fn multiply(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, out: &mut ArrayViewMut2<'_, f32>) {
    assert_shapes(a, b, out);
    let height = match a.nrows() {
        rows if rows < BLOCK_ROWS * BLOCKS_OF_SHORT => {
            rows.div_ceil(BLOCKS_OF_SHORT).next_multiple_of(LANES).clamp(1, BLOCK_ROWS)
        }
        _ => BLOCK_ROWS,
    };
    let (a, b) = (Operand::new(a), Operand::new(b));
    out.axis_chunks_iter_mut(Axis(0), height).into_par_iter().enumerate().for_each(|(block, mut rows)| {
        multiply_block(a.view().subrows(block * height, rows.nrows()), b.view(), &mut rows);
    });
}

/// `out = a bᵀ` for `a` (m x k), `b` (n x k) and `out` (m x n), in parallel: the dot products of all rows of
/// `a` with all rows of `b`.
///
/// # Panics
/// If the shapes do not fit.
pub fn multiply_transposed(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, out: &mut ArrayViewMut2<'_, f32>) {
    multiply(a, b.reversed_axes(), out);
}

/// [`multiply`] on the calling thread only, for callers that split the rows themselves.
///
/// # Panics
/// If the shapes do not fit.
pub fn multiply_sequential(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, out: &mut ArrayViewMut2<'_, f32>) {
    assert_shapes(a, b, out);
    multiply_block(Operand::new(a).view(), Operand::new(b).view(), out);
}

fn assert_shapes(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, out: &ArrayViewMut2<'_, f32>) {
    assert_eq!(a.ncols(), b.nrows(), "columns of the left matrix against rows of the right one");
    assert_eq!(out.dim(), (a.nrows(), b.ncols()), "shape of the product");
}

fn multiply_block(a: MatRef<'_, f32>, b: MatRef<'_, f32>, out: &mut ArrayViewMut2<'_, f32>) {
    let (rows, columns) = out.dim();
    if let Some(slice) = out.as_slice_mut() {
        let target = MatMut::from_row_major_slice_mut(slice, rows, columns);
        matmul(target, Accum::Replace, a, b, 1.0, Par::Seq);
    } else {
        let mut copy = vec![0.0; rows * columns];
        let target = MatMut::from_row_major_slice_mut(&mut copy, rows, columns);
        matmul(target, Accum::Replace, a, b, 1.0, Par::Seq);
        out.iter_mut().zip(copy).for_each(|(value, product)| *value = product);
    }
    Arch::new().dispatch(ClearWideRegisters);
}

/// The kernels return with the upper parts of the vector registers in use. Until these are cleared, every
/// transition of the thread between code compiled for the baseline and code that uses wider vectors (such as the
/// C library's `exp`) costs tens of cycles. A function compiled for wider vectors clears them when it returns.
struct ClearWideRegisters;

impl WithSimd for ClearWideRegisters {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        black_box(simd.splat_f32s(0.0));
    }
}

/// A matrix as one row-major slice, borrowed if the view allows it.
struct Operand<'a> {
    values: Cow<'a, [f32]>,
    rows: usize,
    columns: usize,
    transposed: bool,
}

impl<'a> Operand<'a> {
    fn new(view: ArrayView2<'a, f32>) -> Self {
        let (rows, columns) = view.dim();
        if let Some(values) = view.to_slice() {
            Self { values: values.into(), rows, columns, transposed: false }
        } else if let Some(values) = view.reversed_axes().to_slice() {
            Self { values: values.into(), rows: columns, columns: rows, transposed: true }
        } else {
            Self { values: view.iter().copied().collect::<Vec<_>>().into(), rows, columns, transposed: false }
        }
    }

    fn view(&self) -> MatRef<'_, f32> {
        let matrix = MatRef::from_row_major_slice(&self.values, self.rows, self.columns);
        if self.transposed { matrix.transpose() } else { matrix }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, s};

    use super::*;

    fn sample(rows: usize, columns: usize, seed: usize) -> Array2<f32> {
        Array2::from_shape_fn((rows, columns), |(i, j)| {
            ((i * 31 + j * 17 + seed * 7) % 23) as f32 * 0.25 - 2.5
        })
    }

    fn naive(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>) -> Array2<f32> {
        Array2::from_shape_fn((a.nrows(), b.ncols()), |(i, j)| {
            (0..a.ncols()).map(|k| a[[i, k]] * b[[k, j]]).sum()
        })
    }

    #[test]
    fn products_match_the_definition_for_every_layout() {
        for (m, k, n) in [(0, 3, 2), (3, 0, 2), (1, 1, 1), (5, 7, 3), (300, 20, 33), (2100, 5, 4)] {
            let (a, b) = (sample(m, k, 1), sample(k, n, 2));
            let expected = naive(a.view(), b.view());
            let mut out = Array2::from_elem((m, n), f32::NAN);
            multiply(a.view(), b.view(), &mut out.view_mut());
            assert_eq!(out, expected, "{m} x {k} x {n}");
            let transposed = b.t().as_standard_layout().into_owned();
            out.fill(f32::NAN);
            multiply_transposed(a.view(), transposed.view(), &mut out.view_mut());
            assert_eq!(out, expected, "{m} x {k} x {n}, right side transposed");
            let mut wide = Array2::from_elem((m, n + 2), f32::NAN);
            multiply_sequential(a.view(), b.view(), &mut wide.slice_mut(s![.., 1..=n]));
            assert_eq!(wide.slice(s![.., 1..=n]), expected, "{m} x {k} x {n} into a wider matrix");
        }
    }

    #[test]
    fn threads_do_not_change_a_byte() {
        let (a, b) = (sample(1111, 64, 3).mapv(f32::sin), sample(64, 77, 4).mapv(f32::cos));
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut out = Array2::zeros((1111, 77));
            pool.install(|| multiply(a.view(), b.view(), &mut out.view_mut()));
            out
        };
        let one = run(1);
        assert_eq!(one, run(2));
        assert_eq!(one, run(8));
    }

    #[test]
    #[should_panic(expected = "columns of the left matrix")]
    fn shapes_must_fit() {
        multiply(sample(2, 3, 0).view(), sample(2, 3, 0).view(), &mut Array2::zeros((2, 3)).view_mut());
    }
}
