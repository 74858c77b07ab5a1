//! Papers without a vector. A vector that could not be computed is usually written as zeros.

use ndarray::{Array2, ArrayView2, Axis, CowArray, Ix2};
use thema_features::CsrMatrix;
use thema_projection::Projection;

use crate::Result;

/// Learns to predict the vectors that are not missing from the papers' weighted terms.
pub(crate) fn predict_from_words(rows: &CsrMatrix, vectors: ArrayView2<'_, f32>) -> Result<Projection> {
    let (given, missing): (Vec<usize>, Vec<usize>) =
        (0..vectors.nrows()).partition(|&row| vectors.row(row).iter().any(|&value| value != 0.0));
    if missing.is_empty() {
        return Ok(Projection::onto(rows, vectors)?);
    }
    tracing::warn!(
        "{} of {} vectors are zeros; these papers are placed by their words",
        missing.len(),
        vectors.nrows()
    );
    Ok(Projection::onto(&rows.select(given.iter().copied()), vectors.select(Axis(0), &given).view())?)
}

/// The vectors, with what the words predict in place of zeros.
pub(crate) fn completed<'a>(
    vectors: ArrayView2<'a, f32>,
    projection: &Projection,
    rows: &CsrMatrix,
) -> Result<CowArray<'a, f32, Ix2>> {
    let is_missing = |&row: &usize| vectors.row(row).iter().all(|&value| value == 0.0);
    let missing: Vec<usize> = (0..vectors.nrows()).filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(vectors.into());
    }
    let predicted = projection.project(&rows.select(missing.iter().copied()))?;
    let mut completed: Array2<f32> = vectors.to_owned();
    for (&row, predicted) in missing.iter().zip(predicted.rows()) {
        completed.row_mut(row).assign(&predicted);
    }
    Ok(completed.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_predict_a_missing_vector() {
        let rows = CsrMatrix::new(2, vec![0, 1, 2, 3], vec![0, 1, 0], vec![1.0; 3]).unwrap();
        let vectors = ndarray::array![[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]];
        let projection = predict_from_words(&rows, vectors.view()).unwrap();
        let completed = completed(vectors.view(), &projection, &rows).unwrap();
        assert_eq!(completed.row(1), vectors.row(1));
        assert!(completed[[2, 0]] > 0.99 && completed[[2, 1]].abs() < 0.1, "{completed}");
    }
}
