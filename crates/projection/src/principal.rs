//! The directions in which rows vary most.

use ndarray::{Array2, ArrayView2, s};
use thema_features::FeatureError;

use super::product::multiply;
use super::symmetric_eigen::symmetric_eigen;

/// The `count` directions in which `rows` vary most about the origin, the strongest first, as columns of unit length;
/// shape (columns, at most `count`). Principal components (Hotelling, "Analysis of a complex of statistical variables into
/// principal components", 1933), whose mean is that of the caller.
///
/// # Errors
/// [`FeatureError::NotFinite`] for a NaN or an infinity.
pub fn principal_directions(rows: ArrayView2<'_, f32>, count: usize) -> Result<Array2<f32>, FeatureError> {
    let columns = rows.ncols();
    let mut squares = Array2::<f32>::zeros((columns, columns));
    multiply(rows.t(), rows, &mut squares.view_mut());
    let eigen = symmetric_eigen(squares.mapv(f64::from).view())?;
    Ok(eigen.vectors.slice(s![.., ..count.min(columns)]).mapv(|value| value as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_directions_come_first() {
        let rows = Array2::from_shape_fn((40, 3), |(row, column)| {
            let sign = if row % 2 == 0 { 1.0 } else { -1.0 };
            match column {
                0 => 0.1 * sign,
                1 => sign * (1 + row / 2 % 3) as f32,
                _ => 0.5 * if row % 4 < 2 { 1.0 } else { -1.0 },
            }
        });
        let directions = principal_directions(rows.view(), 2).unwrap();
        assert_eq!(directions.dim(), (3, 2));
        assert!(directions[[1, 0]].abs() > 0.99 && directions[[2, 1]].abs() > 0.99, "{directions}");
        assert_eq!(principal_directions(rows.view(), 9).unwrap().ncols(), 3);
    }
}
