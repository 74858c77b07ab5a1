//! How close terms are to what a group is about.

use ndarray::{Array1, ArrayView2};
use rayon::prelude::*;
use thema_features::CsrMatrix;

use super::forms::WrittenCandidate;

/// Least cosine that counts, so that no weight becomes zero or negative.
const LEAST_COSINE: f32 = 0.01;

/// Multiplies the weight of every candidate by the cosine between its vector, a row of `vectors` (terms x dimensions), and
/// the direction of its group, the mean of the unit vectors of its papers. Few papers prove little of a word: that three of
/// twenty call something "difficult" may be chance, but its vector, learned from many more texts, points nowhere near them.
pub(super) fn weigh_by_affinity(
    candidates: &mut [Vec<WrittenCandidate>],
    vectors: ArrayView2<'_, f32>,
    rows: &CsrMatrix,
    group_of: &[Option<u32>],
) {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); candidates.len()];
    for (row, group) in group_of.iter().enumerate() {
        if let Some(group) = group {
            members[*group as usize].push(row);
        }
    }
    candidates.par_iter_mut().zip(&members).for_each(|(of_group, members)| {
        let direction = direction(vectors, rows, members);
        for candidate in of_group.iter_mut() {
            let vector = vectors.row(candidate.term as usize);
            let lengths = (vector.dot(&vector) * direction.dot(&direction)).sqrt();
            let cosine = if lengths > 0.0 { vector.dot(&direction) / lengths } else { 0.0 };
            candidate.weight *= f64::from(cosine.max(LEAST_COSINE));
        }
        of_group.sort_by(|a, b| {
            b.weight.total_cmp(&a.weight).then(a.term.cmp(&b.term)).then(a.form.cmp(&b.form))
        });
    });
}

/// Sum of the unit vectors of some papers.
fn direction(vectors: ArrayView2<'_, f32>, rows: &CsrMatrix, members: &[usize]) -> Array1<f32> {
    let mut sum = Array1::zeros(vectors.ncols());
    for &member in members {
        let row = rows.row(member);
        let mut paper = Array1::<f32>::zeros(vectors.ncols());
        for (&term, &weight) in row.indices.iter().zip(row.values) {
            paper.scaled_add(weight, &vectors.row(term as usize));
        }
        let length = paper.dot(&paper).sqrt();
        if length > 0.0 {
            sum.scaled_add(1.0 / length, &paper);
        }
    }
    sum
}
