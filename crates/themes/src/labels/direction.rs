//! What groups are about, as directions of vectors.

use ndarray::{Array1, ArrayView1, ArrayView2};
use rayon::prelude::*;
use thema_features::CsrMatrix;

use super::forms::WrittenCandidate;

/// Least cosine that counts, so that no weight becomes zero or negative.
pub(super) const LEAST_COSINE: f64 = 0.01;

/// Multiplies the weight of every candidate by the cosine between its vector, a row of `vectors` (terms x dimensions), and
/// the direction of its group, and puts the heaviest first. Few papers prove little of a word: that three of twenty call
/// something "difficult" may be chance, but the word's vector, learned from many more texts, points elsewhere.
pub(super) fn weigh_by_direction(
    candidates: &mut [Vec<WrittenCandidate>],
    vectors: ArrayView2<'_, f32>,
    rows: &CsrMatrix,
    group_of: &[Option<u32>],
) {
    let directions = directions(vectors, rows, group_of, candidates.len());
    candidates.par_iter_mut().zip(&directions).for_each(|(candidates, direction)| {
        for candidate in candidates.iter_mut() {
            let cosine = cosine(vectors.row(candidate.term as usize), direction).unwrap_or_default();
            candidate.weight *= cosine.max(LEAST_COSINE);
        }
        candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.form.cmp(&b.form)));
    });
}

/// The cosine between a vector and a direction; `None` if one of them is zero.
pub(super) fn cosine(vector: ArrayView1<'_, f32>, direction: &Array1<f32>) -> Option<f64> {
    let lengths = (vector.dot(&vector) * direction.dot(direction)).sqrt();
    (lengths > 0.0).then(|| f64::from(vector.dot(direction) / lengths))
}

/// The directions of `groups` groups.
pub(super) fn directions(
    vectors: ArrayView2<'_, f32>,
    rows: &CsrMatrix,
    group_of: &[Option<u32>],
    groups: usize,
) -> Vec<Array1<f32>> {
    (0..groups as u32).into_par_iter().map(|group| direction(vectors, rows, group_of, group)).collect()
}

/// The vectors of the terms in a group's papers, added up by their weights.
fn direction(
    vectors: ArrayView2<'_, f32>,
    rows: &CsrMatrix,
    group_of: &[Option<u32>],
    group: u32,
) -> Array1<f32> {
    let mut weights = vec![0.0_f32; rows.columns()];
    for (row, _) in group_of.iter().enumerate().filter(|(_, of)| **of == Some(group)) {
        let row = rows.row(row);
        for (&term, &weight) in row.indices.iter().zip(row.values) {
            weights[term as usize] += weight;
        }
    }
    let mut sum = Array1::zeros(vectors.ncols());
    for (vector, &weight) in vectors.rows().into_iter().zip(&weights).filter(|(_, weight)| **weight != 0.0) {
        sum.scaled_add(weight, &vector);
    }
    sum
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_word_that_points_elsewhere_comes_last() {
        // Terms 0 and 1 point one way, 2 another, 3 the opposite way, 4 nowhere.
        let vectors = array![[1.0_f32, 0.0], [2.0, 0.2], [0.0, 1.0], [-1.0, 0.0], [0.0, 0.0]];
        let rows = CsrMatrix::new(5, vec![0, 2, 4], vec![0, 1, 1, 2], vec![0.8, 0.6, 0.9, 0.1]).unwrap();
        let candidate = |term| WrittenCandidate { term, form: term, weight: 1.0, covered_by: None };
        let all: Vec<WrittenCandidate> = (0..5).rev().map(candidate).collect();
        let mut candidates = [all.clone(), all];
        weigh_by_direction(&mut candidates, vectors.view(), &rows, &[Some(0), Some(0)]);

        let terms: Vec<u32> = candidates[0].iter().map(|candidate| candidate.term).collect();
        assert_eq!(terms, [1, 0, 2, 3, 4]);
        // The direction is 0.8 (1, 0) + 1.5 (2, 0.2) + 0.1 (0, 1) = (3.8, 0.4).
        let length = (3.8_f64 * 3.8 + 0.4 * 0.4).sqrt();
        assert!((candidates[0][1].weight - 3.8 / length).abs() < 1e-6, "{:?}", candidates[0]);
        let is_least = |of: &WrittenCandidate| (of.weight - LEAST_COSINE).abs() < 1e-12;
        assert!(candidates[0][3..].iter().all(is_least), "{:?}", candidates[0]);
        // The second group has no papers: nothing is known of it, and the order is that of the forms.
        assert!(candidates[1].iter().enumerate().all(|(at, of)| of.term == at as u32 && is_least(of)));
    }
}
