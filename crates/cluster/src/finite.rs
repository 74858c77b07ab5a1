//! The check that rows can be computed with.

use ndarray::ArrayView2;

use crate::ClusterError;

/// Names the first row with a NaN or an infinity.
///
/// # Errors
/// [`ClusterError::NotFinite`].
pub(crate) fn check_finite(rows: ArrayView2<'_, f32>) -> Result<(), ClusterError> {
    match rows.iter().position(|value| !value.is_finite()) {
        Some(at) => Err(ClusterError::NotFinite { row: at / rows.ncols() }),
        None => Ok(()),
    }
}
