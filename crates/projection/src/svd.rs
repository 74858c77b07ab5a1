//! Truncated singular value decomposition of sparse rows.

use ndarray::{Array2, ArrayView2, Axis, s};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::multiply;
use crate::sparse_product::multiply_sparse_rows;
use crate::symmetric_eigen::symmetric_eigen;
use crate::transposed_product::TransposedProduct;
use thema_features::{CsrMatrix, FeatureError};
use thema_progress::Task;

/// Rows multiplied with the basis at a time; the product stays below 10 MB.
const BLOCK_ROWS: usize = 8192;
/// With at least twice this many rows, the basis is first found on a sample of this many.
const SAMPLED_ROWS: usize = 32_768;
/// Directions with less than this share of the largest variance are `f32` rounding noise.
const NOISE: f64 = 1e-9;

/// Settings of [`TruncatedSvd`]; [`check`](Self::check) validates them.
#[derive(Clone, Debug, PartialEq)]
pub struct SvdParams {
    rank: usize,
    oversampling: usize,
    power_iterations: usize,
    seed: u64,
}

/// Checked [`SvdParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct SvdValidParams(SvdParams);

impl SvdParams {
    /// The `rank` largest singular values, with 10 extra directions and 2 power iterations.
    #[must_use]
    pub fn new(rank: usize) -> Self {
        Self { rank, oversampling: 10, power_iterations: 2, seed: 0 }
    }

    /// Extra directions beyond the rank; they make the last ones within it accurate.
    #[must_use]
    pub fn oversampling(mut self, oversampling: usize) -> Self {
        self.oversampling = oversampling;
        self
    }

    /// Multiplications of the basis by `AᵀA`.
    #[must_use]
    pub fn power_iterations(mut self, power_iterations: usize) -> Self {
        self.power_iterations = power_iterations;
        self
    }

    /// Seed of the initial basis.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// [`FeatureError::InvalidParameter`] if the rank or the power iterations are 0, or the rank or the
    /// oversampling is above 4,096.
    pub fn check(self) -> Result<SvdValidParams, FeatureError> {
        if !(1..=4096).contains(&self.rank) {
            return Err(FeatureError::invalid("rank", self.rank, "from 1 to 4096"));
        }
        if self.oversampling > 4096 {
            return Err(FeatureError::invalid("oversampling", self.oversampling, "at most 4096"));
        }
        if self.power_iterations == 0 {
            return Err(FeatureError::invalid("power iterations", self.power_iterations, "at least 1"));
        }
        Ok(SvdValidParams(self))
    }
}

/// Right singular vectors and singular values of a matrix `A`: the directions of a latent semantic analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct TruncatedSvd {
    right_vectors: Array2<f32>,
    singular_values: Vec<f32>,
}

impl TruncatedSvd {
    /// Decomposes `matrix` (n x m) by randomised subspace iteration (Halko, Martinsson and Tropp 2011, algorithms
    /// 4.4 and 5.1) in the space of the columns.
    ///
    /// The rank is at most that of the matrix. Matrices with many rows get their initial basis from a sample
    /// of evenly spaced rows, which is as good as a power iteration over all rows at a fraction of the cost.
    ///
    /// # Errors
    /// [`FeatureError::NotFinite`] if products of the values overflow.
    pub fn fit(params: &SvdValidParams, matrix: &CsrMatrix) -> Result<Self, FeatureError> {
        let SvdParams { rank, oversampling, power_iterations, seed } = params.0;
        let width = (rank + oversampling).min(matrix.rows()).min(matrix.columns());
        if width == 0 {
            return Ok(Self {
                right_vectors: Array2::zeros((matrix.columns(), 0)),
                singular_values: Vec::new(),
            });
        }
        let mut basis = random_basis(matrix.columns(), width, seed);
        let sample =
            (matrix.rows() >= 2 * SAMPLED_ROWS).then(|| matrix.every(matrix.rows().div_ceil(SAMPLED_ROWS)));
        let rows_of_sample = sample.as_ref().map_or(0, CsrMatrix::rows);
        let rows = (power_iterations + 1) * (rows_of_sample + matrix.rows());
        let progress = Task::new("singular vectors", rows);
        if let Some(sample) = sample {
            for _ in 0..=power_iterations {
                basis = orthonormalize(covariance_times(&sample, basis.view(), &progress).view())?;
            }
        }
        for _ in 0..power_iterations {
            basis = orthonormalize(covariance_times(matrix, basis.view(), &progress).view())?;
        }
        let eigen = symmetric_eigen(covariance_within(matrix, basis.view(), &progress).view())?;
        let threshold = NOISE * eigen.values.first().copied().unwrap_or(0.0);
        let found = eigen.values.iter().take(rank).take_while(|&&value| value > threshold).count();
        let rotation = eigen.vectors.slice(s![.., ..found]).mapv(|value| value as f32);
        let mut right_vectors = Array2::zeros((matrix.columns(), found));
        multiply(basis.view(), rotation.view(), &mut right_vectors.view_mut());
        orient(&mut right_vectors);
        let singular_values = eigen.values[..found].iter().map(|value| value.sqrt() as f32).collect();
        Ok(Self { right_vectors, singular_values })
    }

    /// Right singular vectors as columns (m x rank); the entry of largest magnitude in each is positive.
    #[must_use]
    pub fn right_vectors(&self) -> ArrayView2<'_, f32> {
        self.right_vectors.view()
    }

    /// Singular values in descending order.
    #[must_use]
    pub fn singular_values(&self) -> &[f32] {
        &self.singular_values
    }

    /// The right singular vectors only, without a copy.
    #[must_use]
    pub fn into_right_vectors(self) -> Array2<f32> {
        self.right_vectors
    }
}

/// Uniform values with mean 0: any distribution with independent entries spans the range as well as a Gaussian.
fn random_basis(rows: usize, columns: usize, seed: u64) -> Array2<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    Array2::from_shape_simple_fn((rows, columns), || random.r#gen::<f32>() - 0.5)
}

/// `AᵀA basis`, block by block of rows.
fn covariance_times(matrix: &CsrMatrix, basis: ArrayView2<'_, f32>, progress: &Task) -> Array2<f32> {
    let width = basis.ncols();
    let mut result = Array2::<f32>::zeros(basis.dim());
    let transposed = TransposedProduct::new(matrix);
    let mut products = Array2::zeros((BLOCK_ROWS.min(matrix.rows()), width));
    for first in (0..matrix.rows()).step_by(BLOCK_ROWS) {
        let rows = BLOCK_ROWS.min(matrix.rows() - first);
        let mut products = products.slice_mut(s![..rows, ..]);
        multiply_sparse_rows(matrix, first, basis, &mut products);
        transposed.add(first, products.view(), &mut result);
        progress.advance(rows);
    }
    result
}

/// `(A basis)ᵀ (A basis)`, summed over blocks of rows in order.
fn covariance_within(matrix: &CsrMatrix, basis: ArrayView2<'_, f32>, progress: &Task) -> Array2<f64> {
    let width = basis.ncols();
    let mut sum = Array2::<f64>::zeros((width, width));
    let mut products = Array2::zeros((BLOCK_ROWS.min(matrix.rows()), width));
    let mut part = Array2::zeros((width, width));
    for first in (0..matrix.rows()).step_by(BLOCK_ROWS) {
        let rows = BLOCK_ROWS.min(matrix.rows() - first);
        let mut products = products.slice_mut(s![..rows, ..]);
        multiply_sparse_rows(matrix, first, basis, &mut products);
        multiply(products.t(), products.view(), &mut part.view_mut());
        sum.zip_mut_with(&part, |sum, &part| *sum += f64::from(part));
        progress.advance(rows);
    }
    sum
}

/// An orthonormal basis of the columns of `matrix` (SVQB, Stathopoulos and Wu 2002, applied twice);
/// directions that are rounding noise become zeros.
fn orthonormalize(matrix: ArrayView2<'_, f32>) -> Result<Array2<f32>, FeatureError> {
    let once = orthonormalize_once(matrix)?;
    orthonormalize_once(once.view())
}

fn orthonormalize_once(matrix: ArrayView2<'_, f32>) -> Result<Array2<f32>, FeatureError> {
    let width = matrix.ncols();
    let mut gram = Array2::zeros((width, width));
    multiply(matrix.t(), matrix, &mut gram.view_mut());
    let scales: Vec<f64> = gram
        .diag()
        .iter()
        .map(|&square| if square > 0.0 { f64::from(square).sqrt().recip() } else { 0.0 })
        .collect();
    let correlation =
        Array2::from_shape_fn((width, width), |(i, j)| f64::from(gram[[i, j]]) * scales[i] * scales[j]);
    let eigen = symmetric_eigen(correlation.view())?;
    let threshold = 1e-6 * eigen.values.first().copied().unwrap_or(0.0);
    let rotation = Array2::from_shape_fn((width, width), |(i, j)| {
        let value = eigen.values[j];
        if value > threshold { (scales[i] * eigen.vectors[[i, j]] / value.sqrt()) as f32 } else { 0.0 }
    });
    let mut result = Array2::zeros(matrix.dim());
    multiply(matrix, rotation.view(), &mut result.view_mut());
    Ok(result)
}

/// Flips every column in which the entry of largest magnitude (the first of equals) is negative.
fn orient(vectors: &mut Array2<f32>) {
    for mut column in vectors.axis_iter_mut(Axis(1)) {
        let largest = column
            .iter()
            .fold(0.0f32, |largest, &value| if value.abs() > largest.abs() { value } else { largest });
        if largest < 0.0 {
            column.mapv_inplace(|value| -value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sparse(dense: &Array2<f32>) -> CsrMatrix {
        let (mut offsets, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in dense.rows() {
            for (column, &value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                indices.push(column as u32);
                values.push(value);
            }
            offsets.push(indices.len());
        }
        CsrMatrix::new(dense.ncols(), offsets, indices, values).unwrap()
    }

    fn sample(rows: usize, columns: usize) -> Array2<f32> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        Array2::from_shape_simple_fn((rows, columns), || {
            if random.gen_bool(0.2) { random.gen_range(-1.0..1.0) } else { 0.0 }
        })
    }

    fn decompose(rank: usize, dense: &Array2<f32>) -> TruncatedSvd {
        TruncatedSvd::fit(&SvdParams::new(rank).power_iterations(6).check().unwrap(), &sparse(dense)).unwrap()
    }

    #[test]
    fn all_directions_give_the_matrix_back() {
        let dense = sample(60, 23);
        let svd = decompose(23, &dense);
        assert_eq!(svd.singular_values().len(), 23);
        let vectors = svd.right_vectors();
        let unit = vectors.t().dot(&vectors);
        assert!((&unit - &Array2::<f32>::eye(23)).iter().all(|difference| difference.abs() < 1e-4));
        let energy: f32 = svd.singular_values().iter().map(|value| value * value).sum();
        assert!((energy - dense.iter().map(|value| value * value).sum::<f32>()).abs() < 1e-3);
        let rebuilt = dense.dot(&vectors).dot(&vectors.t());
        assert!((&rebuilt - &dense).iter().all(|difference| difference.abs() < 1e-4));
    }

    #[test]
    fn the_largest_values_match_the_full_decomposition() {
        let dense = sample(200, 90);
        let exact = symmetric_eigen(dense.t().dot(&dense).mapv(f64::from).view()).unwrap();
        for (found, expected) in decompose(5, &dense).singular_values().iter().zip(&exact.values) {
            assert!(
                (f64::from(*found) - expected.sqrt()).abs() < 5e-3 * expected.sqrt(),
                "{found} for {expected}"
            );
        }
    }

    #[test]
    fn the_rank_is_that_of_the_matrix() {
        let mut dense = sample(30, 20);
        for row in 3..30 {
            let copy = dense.row(row % 3).to_owned();
            dense.row_mut(row).assign(&copy);
        }
        assert_eq!(decompose(10, &dense).singular_values().len(), 3);
        assert!(decompose(10, &Array2::zeros((4, 5))).singular_values().is_empty());
        assert!(decompose(10, &Array2::zeros((0, 5))).singular_values().is_empty());
    }

    #[test]
    fn threads_do_not_change_a_byte() {
        let dense = sample(900, 300);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| decompose(40, &dense))
        };
        let one = run(1);
        assert_eq!(one, run(2));
        assert_eq!(one, run(8));
    }

    #[test]
    fn settings_out_of_range_are_rejected() {
        assert!(SvdParams::new(0).check().is_err());
        assert!(SvdParams::new(5000).check().is_err());
        assert!(SvdParams::new(5).oversampling(5000).check().is_err());
        assert!(SvdParams::new(5).power_iterations(0).check().is_err());
    }
}
