//! Centroids as matrices.

use ndarray::Array2;

use crate::identity::StandingTheme;

/// Centroids of themes, one per row.
pub(super) fn centroids_of(themes: &[StandingTheme], dimensions: usize) -> Array2<f32> {
    let centroids: Vec<Vec<f32>> = themes.iter().map(StandingTheme::centroid).collect();
    matrix_of(&centroids, dimensions)
}

/// Vectors of equal length as the rows of a matrix.
pub(super) fn matrix_of(vectors: &[Vec<f32>], columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((vectors.len(), columns), |(row, column)| vectors[row][column])
}
