//! The directions along which dense rows are longest.

use ndarray::{Array2, ArrayView2, s};

use crate::multiply;
use crate::symmetric_eigen::symmetric_eigen;
use thema_features::FeatureError;

/// The `count` directions (columns of the rows x `count`) in which the sum of squares of the rows (rows x
/// columns) is largest, in descending order; all directions if the rows have fewer columns. The rows are not
/// centred: centre them first to get principal components.
///
/// # Errors
/// [`FeatureError::NotFinite`] if a value is not finite.
pub fn principal_directions(rows: ArrayView2<'_, f32>, count: usize) -> Result<Array2<f32>, FeatureError> {
    let mut squares = Array2::zeros((rows.ncols(), rows.ncols()));
    multiply(rows.t(), rows, &mut squares.view_mut());
    let eigen = symmetric_eigen(squares.mapv(f64::from).view())?;
    let count = count.min(rows.ncols());
    Ok(eigen.vectors.slice(s![.., ..count]).mapv(|value| value as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_directions_come_first() {
        let rows = Array2::from_shape_fn((60, 3), |(row, column)| {
            let spread = [0.1, 5.0, 1.0][column];
            spread * (((row * 7 + column * 13) % 11) as f32 - 5.0)
        });
        let found = principal_directions(rows.view(), 2).unwrap();
        assert_eq!(found.dim(), (3, 2));
        let turned = rows.dot(&found);
        let squares = |column: usize| turned.column(column).iter().map(|value| value * value).sum::<f32>();
        assert!(squares(0) > 10.0 * squares(1), "{} and {}", squares(0), squares(1));
        assert!(found[[1, 0]].abs() > 0.99 && found[[2, 1]].abs() > 0.9, "{found}");
        assert_eq!(principal_directions(rows.view(), 9).unwrap().ncols(), 3);
        let broken = Array2::from_elem((2, 2), f32::NAN);
        assert!(principal_directions(broken.view(), 1).is_err());
    }
}
