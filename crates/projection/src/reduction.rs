//! Keeping the dimensions of a background that matter to a corpus.

use ndarray::{Array2, ArrayView2, Axis};
use thema_features::{CsrMatrix, FeatureError};

use crate::projected::projected;
use crate::{multiply, principal_directions};

/// Documents per dimension that is kept of a background, and the fewest dimensions. Few documents are told apart by broad
/// topics only; more dimensions would add noise.
const ROWS_PER_DIMENSION: usize = 8;
const FEWEST_DIMENSIONS: usize = 16;
/// Minimum number of documents per dimension of a background to learn its directions from the documents, and most rows they
/// are learned from.
const ROWS_PER_DIRECTION: usize = 4;
const REDUCED_ROWS: usize = 16_384;

/// The term vectors along the directions in which vectors of the documents differ most (their principal components):
/// `dimensions` of them, or fewer where there are few documents.
pub(crate) fn reduced(
    table: Array2<f32>,
    documents: &CsrMatrix,
    dimensions: usize,
) -> Result<Array2<f32>, FeatureError> {
    let dimensions = dimensions.min((documents.rows() / ROWS_PER_DIMENSION).max(FEWEST_DIMENSIONS));
    if table.ncols() <= dimensions {
        return Ok(table);
    }
    let vectors = if documents.rows() < ROWS_PER_DIRECTION * table.ncols() {
        by_weight(table.view(), documents)
    } else {
        let sample = documents.every(documents.rows().div_ceil(REDUCED_ROWS));
        let mut vectors = projected(&sample, table.view());
        if let Some(mean) = vectors.mean_axis(Axis(0)) {
            vectors -= &mean;
        }
        vectors
    };
    let directions = principal_directions(vectors.view(), dimensions)?;
    let mut reduced = Array2::zeros((table.nrows(), directions.ncols()));
    multiply(table.view(), directions.view(), &mut reduced.view_mut());
    Ok(reduced)
}

/// The term vectors, each as long as the documents weigh it. Their principal directions are those that sums of them would
/// have if terms occurred independently, which are known from fewer documents than those of the sums themselves.
fn by_weight(table: ArrayView2<'_, f32>, documents: &CsrMatrix) -> Array2<f32> {
    let mut squares = vec![0.0_f32; table.nrows()];
    for row in (0..documents.rows()).map(|row| documents.row(row)) {
        for (&term, &weight) in row.indices.iter().zip(row.values) {
            squares[term as usize] += weight * weight;
        }
    }
    let mut weighted = table.to_owned();
    for (mut row, sum) in weighted.rows_mut().into_iter().zip(squares) {
        row *= sum.sqrt();
    }
    weighted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::tests::rows;

    #[test]
    fn few_directions_that_hold_all_vectors_keep_their_angles() {
        // Term vectors of four dimensions in a plane.
        let plane = ndarray::array![[0.6, 0.0, 0.8, 0.0], [0.0, -0.8, 0.0, 0.6]];
        let within = Array2::from_shape_fn((12, 2), |(term, axis)| ((term * 5 + axis * 3) % 11) as f32 - 4.0);
        let table = within.dot(&plane);
        let documents = rows();
        let few = documents.every(3);
        assert!(few.rows() < ROWS_PER_DIRECTION * 4 && ROWS_PER_DIRECTION * 4 <= documents.rows());
        assert_eq!(reduced(table.clone(), &documents, 4).unwrap(), table, "no fewer dimensions");
        let angles = |table: Array2<f32>| {
            let vectors = projected(&documents, table.view());
            vectors.dot(&vectors.t())
        };
        for learned_from in [&documents, &few] {
            let reduced = reduced(table.clone(), learned_from, 2).unwrap();
            assert_eq!(reduced.dim(), (12, 2));
            let difference = angles(table.clone()) - angles(reduced);
            assert!(difference.iter().all(|difference| difference.abs() < 1e-4), "{difference}");
        }
    }

    #[test]
    fn few_documents_keep_few_dimensions() {
        let table = Array2::from_shape_fn((12, 40), |(term, axis)| ((term * 7 + axis * 3) % 13) as f32 - 6.0);
        let documents = rows();
        assert!(documents.rows() / ROWS_PER_DIMENSION < FEWEST_DIMENSIONS);
        assert_eq!(reduced(table, &documents, 30).unwrap().dim(), (12, FEWEST_DIMENSIONS));
    }
}
