//! How near the themes lie to each other.

use ndarray::ArrayView2;
use rayon::prelude::*;

use crate::Theme;

/// Cosine similarity of the themes' mean vectors, rows and columns in the order of `themes`. `vectors` holds one
/// row a paper. A theme without papers, or whose mean is zero, is similar to itself only.
///
/// Each mean is summed over the theme's rows in their order, so the result does not depend on threads.
///
/// # Panics
/// If a theme names a row that `vectors` does not have.
#[must_use]
pub fn theme_similarity(vectors: ArrayView2<'_, f32>, themes: &[Theme]) -> Vec<Vec<f64>> {
    let sums: Vec<Vec<f64>> = themes
        .par_iter()
        .map(|theme| {
            let mut sum = vec![0.0_f64; vectors.ncols()];
            for &row in &theme.papers {
                for (total, &value) in sum.iter_mut().zip(vectors.row(row as usize)) {
                    *total += f64::from(value);
                }
            }
            sum
        })
        .collect();
    cosine_matrix(sums)
}

/// Cosines of vectors with each other; a zero vector is similar to itself only.
#[must_use]
pub fn cosine_matrix(mut vectors: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for vector in &mut vectors {
        let norm = vector.iter().map(|value| value * value).sum::<f64>().sqrt();
        if norm > 0.0 {
            for value in vector {
                *value /= norm;
            }
        }
    }
    let cosine = |left: usize, right: usize| {
        if left == right {
            return 1.0;
        }
        let dot: f64 = vectors[left].iter().zip(&vectors[right]).map(|(a, b)| a * b).sum();
        dot.clamp(-1.0, 1.0)
    };
    (0..vectors.len()).map(|left| (0..vectors.len()).map(|right| cosine(left, right)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_do_not_depend_on_length_and_zero_is_like_nothing() {
        let matrix = cosine_matrix(vec![vec![2.0, 0.0], vec![3.0, 4.0], vec![0.0, 0.0]]);
        assert_eq!(matrix[0], [1.0, 0.6, 0.0]);
        assert_eq!(matrix[1], [0.6, 1.0, 0.0]);
        assert_eq!(matrix[2], [0.0, 0.0, 1.0]);
    }
}
