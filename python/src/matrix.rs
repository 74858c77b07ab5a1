//! Matrices of numbers from Python.

use ndarray::Array2;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use thema::{Fault, Vectors};

use crate::failure::{exception, raise};

/// Little-endian 32-bit floats in row-major order, the number of rows, the number of columns.
#[derive(FromPyObject)]
pub(crate) struct Matrix<'py>(Bound<'py, PyBytes>, usize, usize);

impl Matrix<'_> {
    /// The matrix.
    ///
    /// # Errors
    /// `SettingsError` if the number of bytes does not match the shape.
    pub(crate) fn array(self) -> PyResult<Array2<f32>> {
        let Self(bytes, rows, columns) = self;
        let values = bytes.as_bytes().chunks_exact(4);
        let values = values.map(|value| f32::from_le_bytes(value.try_into().unwrap_or_default())).collect();
        Array2::from_shape_vec((rows, columns), values)
            .map_err(|error| raise(bytes.py(), Fault::Settings, &format!("embeddings: {error}")))
    }

    /// The matrix as vectors of papers.
    ///
    /// # Errors
    /// `SettingsError` for what [`Vectors::new`] refuses.
    pub(crate) fn vectors(self) -> PyResult<Vectors> {
        let py = self.0.py();
        Vectors::new("embeddings", self.array()?).map_err(|error| exception(py, &error))
    }
}
