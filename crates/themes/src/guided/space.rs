//! Theme centroids among terms and among dense vectors, and the cosines of papers with them.

use ndarray::{Array2, ArrayView2};
use serde::{Deserialize, Serialize};
use thema_features::SparseRow;

/// One centroid per theme in both spaces, each of unit length or zero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Centroids {
    themes: usize,
    /// Terms × themes, row-major: the themes of one term are contiguous.
    terms: Vec<f32>,
    /// Themes × dimensions, row-major.
    dense: Vec<f32>,
    dimensions: usize,
}

/// Scales `vector` to unit length; leaves a zero vector unchanged.
pub(super) fn normalise(vector: &mut [f32]) {
    let norm = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
    if norm > 0.0 {
        let scale = (1.0 / norm) as f32;
        for x in vector {
            *x *= scale;
        }
    }
}

impl Centroids {
    /// Whether there is one vector per theme in each space, with so many dimensions in the dense one.
    pub(super) fn is_consistent(&self, themes: usize, dimensions: usize) -> bool {
        self.themes == themes
            && self.dimensions == dimensions
            && self.dense.len() == themes * dimensions
            && self.terms.len().is_multiple_of(themes.max(1))
    }

    /// Centroids from one vector per theme in each space; each is scaled to unit length.
    pub(super) fn new(mut sparse: Vec<Vec<f32>>, mut dense: Vec<Vec<f32>>) -> Self {
        let themes = sparse.len();
        let columns = sparse.first().map_or(0, Vec::len);
        let dimensions = dense.first().map_or(0, Vec::len);
        for vector in sparse.iter_mut().chain(&mut dense) {
            normalise(vector);
        }
        let mut terms = vec![0.0; columns * themes];
        for (theme, vector) in sparse.iter().enumerate() {
            for (column, &value) in vector.iter().enumerate() {
                terms[column * themes + theme] = value;
            }
        }
        Self { themes, terms, dense: dense.concat(), dimensions }
    }

    /// Weights of one term in the centroids of all themes; empty for an unknown term.
    pub(super) fn of_term(&self, column: u32) -> &[f32] {
        let start = column as usize * self.themes;
        self.terms.get(start..start + self.themes).unwrap_or(&[])
    }

    /// Dense centroid of one theme.
    pub(super) fn dense_of(&self, theme: usize) -> &[f32] {
        self.dense.get(theme * self.dimensions..(theme + 1) * self.dimensions).unwrap_or(&[])
    }

    /// Writes the cosine of a sparse row of unit length with every theme into `cosines`.
    pub(super) fn sparse_cosines(&self, row: SparseRow<'_>, cosines: &mut [f32]) {
        cosines.fill(0.0);
        for (&column, &value) in row.indices.iter().zip(row.values) {
            for (cosine, &centroid) in cosines.iter_mut().zip(self.of_term(column)) {
                *cosine += value * centroid;
            }
        }
    }

    /// Cosines of dense vectors (one per row) with every theme (one per column); 0 for a zero vector.
    pub(super) fn dense_cosines(&self, vectors: ArrayView2<'_, f32>) -> Array2<f32> {
        let Ok(centroids) = ArrayView2::from_shape((self.themes, self.dimensions), &self.dense) else {
            return Array2::zeros((vectors.nrows(), self.themes));
        };
        let mut cosines = vectors.dot(&centroids.t());
        for (mut cosines, vector) in cosines.rows_mut().into_iter().zip(vectors.rows()) {
            let norm = vector.dot(&vector).sqrt();
            if norm > 0.0 {
                cosines /= norm;
            }
        }
        cosines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_cosines() {
        let centroids =
            Centroids::new(vec![vec![2.0, 0.0], vec![1.0, 1.0]], vec![vec![0.0, 3.0], vec![4.0, 0.0]]);
        let mut cosines = [0.0; 2];
        centroids.sparse_cosines(SparseRow { indices: &[0], values: &[1.0] }, &mut cosines);
        assert!((cosines[0] - 1.0).abs() < 1e-6 && (cosines[1] - 0.5_f32.sqrt()).abs() < 1e-6);
        let dense = centroids.dense_cosines(ndarray::aview2(&[[5.0, 0.0], [0.0, 0.0]]));
        assert!(dense[[0, 0]].abs() < 1e-6 && (dense[[0, 1]] - 1.0).abs() < 1e-6);
        assert!(dense.row(1).iter().all(|cosine| *cosine == 0.0));
    }
}
