//! Rows reduced to the few directions in which they are longest, for a first
//! pass at a fraction of the arithmetic.

use ndarray::{Array2, ArrayBase, ArrayView2, Data, Ix2};
use thema_projection::{multiply, multiply_transposed, principal_directions};

use crate::ClusterError;

/// Directions sufficient for a first pass: they hold four fifths of the squared length of arXiv's vectors,
/// and nearly all of that of smoothed ones.
pub(crate) const FEW: usize = 64;

/// Orthogonal directions of unit length.
#[derive(Debug)]
pub(crate) struct Directions {
    /// Shape (columns of the rows, directions).
    axes: Array2<f32>,
}

impl Directions {
    /// The `count` directions in which `rows` are longest; all directions if there are fewer columns.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if a value is not finite.
    pub(crate) fn longest<D: Data<Elem = f32>>(
        rows: &ArrayBase<D, Ix2>,
        count: usize,
    ) -> Result<Self, ClusterError> {
        let axes = principal_directions(rows.view(), count).map_err(|error| ClusterError::Failed {
            algorithm: "looking for the longest directions",
            reason: error.to_string(),
        })?;
        Ok(Self { axes })
    }

    /// The coordinates of the rows on the directions, shape (rows, directions).
    pub(crate) fn along(&self, rows: ArrayView2<'_, f32>) -> Array2<f32> {
        let mut along = Array2::zeros((rows.nrows(), self.axes.ncols()));
        multiply(rows, self.axes.view(), &mut along.view_mut());
        along
    }

    /// Converts coordinates on the directions back to rows with all columns.
    pub(crate) fn back(&self, along: ArrayView2<'_, f32>) -> Array2<f32> {
        let mut rows = Array2::zeros((along.nrows(), self.axes.nrows()));
        multiply_transposed(along, self.axes.view(), &mut rows.view_mut());
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_along_the_directions_comes_back() {
        let rows = Array2::from_shape_fn((300, 100), |(row, column)| match column {
            0..8 => ((row * (column + 3)) % 17) as f32 - 8.0,
            _ => 0.0,
        });
        let directions = Directions::longest(&rows, FEW).unwrap();
        let along = directions.along(rows.view());
        assert_eq!(along.dim(), (300, FEW));
        let back = directions.back(along.view());
        assert!((&back - &rows).iter().all(|difference| difference.abs() < 1e-4));
        let broken = Array2::from_elem((2, 2), f32::NAN);
        assert!(Directions::longest(&broken, FEW).is_err());
    }
}
