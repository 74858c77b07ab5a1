//! Blends the background with a corpus.

use ndarray::{Array1, Array2, ArrayView2, Axis};

use super::BackgroundModel;
use crate::projected::projected;
use thema_features::{CsrMatrix, DocumentFrequencies, FeatureError, FeatureModel, Vocabulary, Weighting};

/// Number of documents the background counts as when document frequencies are blended. Vectors and
/// frequencies of the background belong together, so it must outweigh a corpus whose vectors are still close
/// to it: at 20,000 papers, a sixth of a frequency is the corpus's own; at 300,000, three quarters.
const PRIOR_DOCUMENTS: f64 = 100_000.0;

/// Vectors of a vocabulary (terms x dimensions), some of them not yet known.
#[derive(Clone, Debug, PartialEq)]
pub struct TermVectors {
    table: Array2<f32>,
    known: Vec<bool>,
}

impl BackgroundModel {
    /// The background's vectors for the terms of a corpus, for rows weighted with the statistics of the corpus.
    ///
    /// The document frequency of a known term, as a share, is blended: `(df + a s) / (n + a)`, where `df` is
    /// its document frequency in the corpus, `s` its share in the background, `n` the number of documents in
    /// the corpus and `a` = 100,000. Its vector is scaled by the ratio of the inverse document frequencies
    /// after and before blending. So projected rows are those of the blended weights, while every other use
    /// of the rows keeps the corpus's own.
    #[must_use]
    pub fn vectors_of(&self, model: &FeatureModel) -> TermVectors {
        self.scaled_vectors(model.vocabulary(), model.document_frequencies(), model.params().weighting())
    }

    fn scaled_vectors(
        &self,
        vocabulary: &Vocabulary,
        own: &DocumentFrequencies,
        weighting: Weighting,
    ) -> TermVectors {
        let mut table = Array2::zeros((vocabulary.len(), self.dimensions()));
        let mut known = vec![false; vocabulary.len()];
        let documents = own.documents() as f64;
        let rows = table.rows_mut().into_iter().zip(&mut known).zip(own.frequencies());
        for (((mut row, known), &frequency), id) in rows.zip(0u32..) {
            let Some(position) = self.id(vocabulary.term(id)) else { continue };
            let frequency = f64::from(frequency);
            let share = f64::from(self.document_frequency(position)) / self.documents().max(1) as f64;
            let before = weighting.inverse_document_frequency(documents, frequency);
            let after = weighting
                .inverse_document_frequency(documents + PRIOR_DOCUMENTS, frequency + PRIOR_DOCUMENTS * share);
            self.vectors().unpack(position as usize, row.view_mut());
            row *= (after / before) as f32;
            *known = true;
        }
        TermVectors { table, known }
    }
}

impl TermVectors {
    /// Number of terms with a vector.
    #[must_use]
    pub fn known(&self) -> usize {
        self.known.iter().filter(|&&known| known).count()
    }

    /// Share of the squared weight of the rows that is on known terms; 1 if there is no weight.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the rows have other terms.
    pub fn share_known(&self, rows: &CsrMatrix) -> Result<f64, FeatureError> {
        self.check_terms(rows)?;
        let (mut all, mut known) = (0.0, 0.0);
        for (&term, &weight) in rows.indices().iter().zip(rows.values()) {
            let square = f64::from(weight * weight);
            all += square;
            if self.known[term as usize] {
                known += square;
            }
        }
        Ok(if all > 0.0 { known / all } else { 1.0 })
    }

    fn check_terms(&self, rows: &CsrMatrix) -> Result<(), FeatureError> {
        let (what, expected, found) = ("terms of rows beside term vectors", self.known.len(), rows.columns());
        if expected == found { Ok(()) } else { Err(FeatureError::ShapeMismatch { what, expected, found }) }
    }

    /// The vectors (terms x dimensions); zeros where unknown.
    #[must_use]
    pub fn table(&self) -> ArrayView2<'_, f32> {
        self.table.view()
    }

    /// Gives every unknown term the direction in which the documents that contain it differ from the mean
    /// document: the mean of their vectors, weighted by the term's weight in each, minus the mean of all. Its
    /// length is the mean length of the known vectors, because terms the background does not know are often
    /// the most telling of a corpus.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the rows have other terms.
    pub fn complete(self, rows: &CsrMatrix) -> Result<Array2<f32>, FeatureError> {
        self.check_terms(rows)?;
        let Self { mut table, known } = self;
        let count = known.iter().filter(|&&known| known).count();
        if count == 0 || count == known.len() {
            return Ok(table);
        }
        let lengths: f64 = table.rows().into_iter().map(|row| f64::from(row.dot(&row)).sqrt()).sum();
        let length = (lengths / count as f64) as f32;
        let documents = projected(rows, table.view());
        let mean = documents.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(table.ncols()));
        let mut weights = vec![0.0f32; known.len()];
        for (row, document) in documents.rows().into_iter().enumerate() {
            let row = rows.row(row);
            for (&term, &weight) in row.indices.iter().zip(row.values) {
                if !known[term as usize] {
                    table.row_mut(term as usize).scaled_add(weight, &document);
                    weights[term as usize] += weight;
                }
            }
        }
        for (term, weight) in weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0) {
            let mut row = table.row_mut(term);
            row /= weight;
            row -= &mean;
            let difference = row.dot(&row).sqrt();
            if difference > 0.0 {
                row *= length / difference;
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::background::Provenance;
    use crate::background::quantized::QuantizedRows;

    fn background() -> BackgroundModel {
        let table = ndarray::array![[0.7, 0.0], [0.0, 1.4]];
        let provenance = Provenance { name: "test".into(), source: "by hand".into() };
        let terms = vec!["graph".into(), "deep learn".into()];
        BackgroundModel::from_parts(provenance, 1000, terms, vec![100, 20], QuantizedRows::new(table.view()))
            .unwrap()
    }

    fn vocabulary() -> Vocabulary {
        Vocabulary::new(vec!["deep learn".into(), "vllm".into(), "graph".into()])
    }

    fn vectors(documents: u64, frequencies: Vec<u32>) -> TermVectors {
        let own = DocumentFrequencies::new(documents, frequencies).unwrap();
        background().scaled_vectors(&vocabulary(), &own, Weighting::TfIdf { sublinear: false })
    }

    #[test]
    fn weights_move_from_the_background_to_the_corpus_as_it_grows() {
        let inverse = |documents: f64, share: f64| ((1.0 + documents) / (1.0 + documents * share)).ln() + 1.0;
        let scale = |documents: u64, frequency: u32| {
            f64::from(vectors(documents, vec![frequency, 1, 1]).table()[[0, 1]]) / 1.4
        };
        let small = inverse(100_100.0, 0.0205) / inverse(100.0, 0.5);
        assert!((scale(100, 50) - small).abs() < 0.01, "near the background's 2 %: {}", scale(100, 50));
        assert!((scale(10_000_000, 5_000_000) - 1.0).abs() < 0.01, "near the corpus's own 50 %");
    }

    #[test]
    fn unknown_terms_point_where_their_documents_do() {
        let vectors = vectors(1000, vec![20, 5, 100]);
        assert_eq!(vectors.known(), 2);
        assert!((vectors.table()[[0, 1]] - 1.4).abs() < 0.05);
        let rows = CsrMatrix::new(3, vec![0, 2, 3, 4], vec![0, 1, 2, 2], vec![0.8, 0.6, 1.0, 1.0]).unwrap();
        assert!((vectors.share_known(&rows).unwrap() - (3.0 - 0.36) / 3.0).abs() < 1e-6);
        let table = vectors.complete(&rows).unwrap();
        assert!(
            table[[1, 1]] > 0.3 && table[[1, 0]] < -0.3,
            "away from the mean, along `deep learn`: {}",
            table.row(1)
        );
        assert!((table[[2, 0]] - 0.7).abs() < 0.05);
    }
}
