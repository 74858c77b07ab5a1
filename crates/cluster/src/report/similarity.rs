//! How near the themes lie to each other.

use ndarray::ArrayView2;
use rayon::prelude::*;

use super::assemble::rounded;
use crate::Theme;

/// Cosine similarity of the themes' mean vectors, rows and columns in the order of `themes`. `vectors` holds one
/// row a paper. A theme without papers, or whose mean is zero, is similar to itself only.
///
/// Each mean is summed over the theme's rows in their order, so the result does not depend on threads.
///
/// # Panics
/// If a theme names a row that `vectors` does not have.
#[must_use]
pub fn theme_similarity(vectors: ArrayView2<'_, f32>, themes: &[&Theme]) -> Vec<Vec<f64>> {
    let directions: Vec<Vec<f64>> = themes
        .par_iter()
        .map(|theme| {
            let mut sum = vec![0.0_f64; vectors.ncols()];
            for &row in &theme.papers {
                for (total, &value) in sum.iter_mut().zip(vectors.row(row as usize)) {
                    *total += f64::from(value);
                }
            }
            let norm = sum.iter().map(|value| value * value).sum::<f64>().sqrt();
            if norm > 0.0 {
                for value in &mut sum {
                    *value /= norm;
                }
            }
            sum
        })
        .collect();
    let cosine = |left: usize, right: usize| {
        if left == right {
            return 1.0;
        }
        let dot: f64 = directions[left].iter().zip(&directions[right]).map(|(a, b)| a * b).sum();
        rounded(dot.clamp(-1.0, 1.0))
    };
    (0..themes.len()).map(|left| (0..themes.len()).map(|right| cosine(left, right)).collect()).collect()
}
