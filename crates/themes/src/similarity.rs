//! Similarity between themes.

/// Pairwise cosines of vectors; a zero vector is similar to itself only.
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
