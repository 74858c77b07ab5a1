//! Eigenvectors of small symmetric matrices, on one thread, so that the result does
//! not depend on the number of threads.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::{Mat, Par, Spec};
use ndarray::{Array2, ArrayView2};

use thema_features::FeatureError;

/// Eigenvalues in descending order, and the eigenvectors as columns in the same order.
pub(crate) struct SymmetricEigen {
    pub(crate) values: Vec<f64>,
    pub(crate) vectors: Array2<f64>,
}

/// Decomposes a symmetric matrix; only the lower triangle is read.
///
/// # Errors
/// [`FeatureError::NotFinite`] if a value is not finite.
pub(crate) fn symmetric_eigen(matrix: ArrayView2<'_, f64>) -> Result<SymmetricEigen, FeatureError> {
    let size = matrix.nrows();
    let failed = || FeatureError::NotFinite { what: "a covariance of the projection" };
    if matrix.iter().any(|value| !value.is_finite()) {
        return Err(failed());
    }
    if size == 0 {
        return Ok(SymmetricEigen { values: Vec::new(), vectors: Array2::zeros((0, 0)) });
    }
    let input = Mat::from_fn(size, size, |row, column| matrix[[row, column]]);
    let mut values = Mat::<f64>::zeros(size, 1);
    let mut vectors = Mat::<f64>::zeros(size, size);
    let scratch = self_adjoint_evd_scratch::<f64>(size, ComputeEigenvectors::Yes, Par::Seq, Spec::default());
    self_adjoint_evd(
        input.as_ref(),
        values.as_mut().col_mut(0).as_diagonal_mut(),
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut MemBuffer::new(scratch)),
        Spec::default(),
    )
    .map_err(|_| failed())?;
    Ok(SymmetricEigen {
        values: (0..size).rev().map(|at| values[(at, 0)]).collect(),
        vectors: Array2::from_shape_fn((size, size), |(row, at)| vectors[(row, size - 1 - at)]),
    })
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, array};

    use super::*;

    #[test]
    fn eigenvectors_rebuild_the_matrix() {
        let matrix = array![[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, -1.0]];
        let eigen = symmetric_eigen(matrix.view()).unwrap();
        assert!(eigen.values.is_sorted_by(|a, b| a >= b));
        let scaled = &eigen.vectors * &Array1::from(eigen.values.clone());
        let rebuilt = scaled.dot(&eigen.vectors.t());
        assert!((&rebuilt - &matrix).iter().all(|difference| difference.abs() < 1e-12));
    }

    #[test]
    fn empty_matrices_pass_and_infinite_ones_do_not() {
        assert!(symmetric_eigen(Array2::zeros((0, 0)).view()).unwrap().values.is_empty());
        assert!(symmetric_eigen(array![[f64::INFINITY]].view()).is_err());
    }
}
