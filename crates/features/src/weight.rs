//! Weights of terms in texts.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::counting::{CountRow, ROWS_PER_BLOCK};
use crate::{CountMatrix, CsrMatrix, DocumentFrequencies, FeatureError};

/// How counts become weights; rows are then scaled to unit length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weighting {
    /// `tf * (ln((1 + n) / (1 + df)) + 1)`: scikit-learn's `TfidfVectorizer` with smoothed idf.
    TfIdf {
        /// `1 + ln(tf)` instead of `tf`.
        sublinear: bool,
    },
    /// Okapi BM25 (Robertson and Zaragoza 2009), `idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean))`,
    /// with `idf = ln(1 + (n - df + 0.5) / (df + 0.5))` and the length of a text in term occurrences.
    Bm25 {
        /// How slowly the weight of a term saturates with its count; at least 0.
        k1: f64,
        /// How much long texts are penalised, from 0 (not at all) to 1 (fully).
        b: f64,
    },
}

impl Default for Weighting {
    /// BM25 with `k1` 1.2 and `b` 0.5.
    fn default() -> Self {
        Self::Bm25 { k1: 1.2, b: 0.5 }
    }
}

impl Weighting {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`FeatureError::InvalidParameter`] if `k1` is negative or not finite, or `b` is not in [0, 1].
    pub fn check(self) -> Result<Self, FeatureError> {
        if let Self::Bm25 { k1, b } = self {
            if !(k1 >= 0.0 && k1.is_finite()) {
                return Err(FeatureError::invalid("BM25 k1", k1, "a finite number of at least 0"));
            }
            if !(0.0..=1.0).contains(&b) {
                return Err(FeatureError::invalid("BM25 b", b, "a number from 0 to 1"));
            }
        }
        Ok(self)
    }

    /// The inverse document frequency of a term that is in `frequency` of `documents` documents.
    #[must_use]
    pub fn inverse_document_frequency(self, documents: f64, frequency: f64) -> f64 {
        match self {
            Self::TfIdf { .. } => ((1.0 + documents) / (1.0 + frequency)).ln() + 1.0,
            Self::Bm25 { .. } => (1.0 + (documents - frequency + 0.5) / (frequency + 0.5)).ln(),
        }
    }
}

/// Turns counts into weights, with given document frequencies and mean length: the corpus's own, or blended
/// with those of another.
#[derive(Clone, Debug)]
pub struct Weigher {
    weighting: Weighting,
    inverse_frequencies: Vec<f64>,
    mean_length: f64,
}

impl Weigher {
    /// Weights with `frequencies` and, for BM25, the mean number of term occurrences of a text.
    #[must_use]
    pub fn new(weighting: Weighting, frequencies: &DocumentFrequencies, mean_length: f64) -> Self {
        let documents = frequencies.documents() as f64;
        let inverse =
            |&frequency: &u32| weighting.inverse_document_frequency(documents, f64::from(frequency));
        Self {
            weighting,
            inverse_frequencies: frequencies.frequencies().iter().map(inverse).collect(),
            mean_length: if mean_length > 0.0 { mean_length } else { 1.0 },
        }
    }

    /// Weights of all rows of `counts`, shape (`counts.rows()`, terms).
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the terms of `counts` and of the
    /// document frequencies differ in number.
    pub fn rows(&self, counts: &CountMatrix) -> Result<CsrMatrix, FeatureError> {
        self.rows_of(counts, 0..counts.rows())
    }

    /// Weights of a range of the rows of `counts`, so that a large corpus can be weighted piece by piece.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the terms of `counts` and of the
    /// document frequencies differ in number.
    ///
    /// # Panics
    /// If the range extends past the rows.
    pub fn rows_of(&self, counts: &CountMatrix, range: Range<usize>) -> Result<CsrMatrix, FeatureError> {
        if counts.columns() != self.inverse_frequencies.len() {
            return Err(FeatureError::ShapeMismatch {
                what: "terms of counts to weigh",
                expected: self.inverse_frequencies.len(),
                found: counts.columns(),
            });
        }
        let mut offsets = Vec::with_capacity(range.len() + 1);
        offsets.push(0);
        let mut nonzeros = 0;
        for row in range.clone() {
            nonzeros += counts.row(row).indices.len();
            offsets.push(nonzeros);
        }
        let mut indices = vec![0_u32; nonzeros];
        let mut values = vec![0_f32; nonzeros];
        let mut pieces = Vec::with_capacity(range.len() / ROWS_PER_BLOCK + 1);
        let (mut rest_of_indices, mut rest_of_values) = (indices.as_mut_slice(), values.as_mut_slice());
        for first in range.clone().step_by(ROWS_PER_BLOCK) {
            let last = (first + ROWS_PER_BLOCK).min(range.end);
            let length = offsets[last - range.start] - offsets[first - range.start];
            let (of_piece, others) = rest_of_indices.split_at_mut(length);
            let (piece_values, other_values) = rest_of_values.split_at_mut(length);
            pieces.push((first..last, of_piece, piece_values));
            (rest_of_indices, rest_of_values) = (others, other_values);
        }
        pieces.into_par_iter().for_each(|(rows, indices, values)| {
            let mut at = 0;
            for row in rows {
                let row = counts.row(row);
                let length = row.indices.len();
                indices[at..at + length].copy_from_slice(row.indices);
                self.weigh(row, &mut values[at..at + length]);
                at += length;
            }
        });
        CsrMatrix::new(counts.columns(), offsets, indices, values)
    }

    fn weigh(&self, row: CountRow<'_>, values: &mut [f32]) {
        let terms = row.indices.iter().zip(row.counts).zip(values.iter_mut());
        let inverse = |index: &u32| self.inverse_frequencies[*index as usize];
        let mut squares = 0.0;
        let mut set = |value: &mut f32, weight: f64| {
            squares += weight * weight;
            *value = weight as f32;
        };
        match self.weighting {
            Weighting::TfIdf { sublinear } => {
                for ((index, &count), value) in terms {
                    let count = f64::from(count);
                    let frequency = if sublinear && count > 1.0 { 1.0 + count.ln() } else { count };
                    set(value, frequency * inverse(index));
                }
            }
            Weighting::Bm25 { k1, b } => {
                let length = k1 * (1.0 - b + b * f64::from(row.length()) / self.mean_length);
                for ((index, &count), value) in terms {
                    let count = f64::from(count);
                    set(value, inverse(index) * count * (k1 + 1.0) / (count + length));
                }
            }
        }
        if squares > 0.0 {
            let scale = 1.0 / squares.sqrt();
            for value in values {
                *value = (f64::from(*value) * scale) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Weigher, Weighting};
    use crate::counting::CountBlock;
    use crate::{CountMatrix, DocumentFrequencies};

    fn counts() -> CountMatrix {
        let mut block = CountBlock::default();
        block.push(0, 3);
        block.push(1, 1);
        block.end_row();
        block.end_row();
        CountMatrix::from_blocks(2, vec![block])
    }

    #[test]
    fn bm25_by_hand() {
        let frequencies = DocumentFrequencies::new(10, vec![4, 1]).unwrap();
        let rows =
            Weigher::new(Weighting::Bm25 { k1: 1.2, b: 0.5 }, &frequencies, 8.0).rows(&counts()).unwrap();
        let idf = |df: f64| (1.0 + (10.0 - df + 0.5) / (df + 0.5)).ln();
        let damping = 1.2 * (0.5 + 0.5 * 4.0 / 8.0);
        let (first, second) = (idf(4.0) * 3.0 * 2.2 / (3.0 + damping), idf(1.0) * 2.2 / (1.0 + damping));
        let norm = first.hypot(second);
        assert!((f64::from(rows.row(0).values[0]) - first / norm).abs() < 1e-7);
        assert!((f64::from(rows.row(0).values[1]) - second / norm).abs() < 1e-7);
        assert!(rows.row(1).values.is_empty());
    }

    #[test]
    fn ranges_are_cut_from_the_whole() {
        let frequencies = DocumentFrequencies::new(10, vec![4, 1]).unwrap();
        let weigher = Weigher::new(Weighting::TfIdf { sublinear: true }, &frequencies, 0.0);
        let whole = weigher.rows(&counts()).unwrap();
        assert_eq!(weigher.rows_of(&counts(), 0..1).unwrap().row(0), whole.row(0));
        assert_eq!(weigher.rows_of(&counts(), 1..2).unwrap().nonzeros(), 0);
    }

    #[test]
    fn other_terms_and_settings_out_of_range_are_rejected() {
        let weigher = Weigher::new(Weighting::default(), &DocumentFrequencies::default(), 1.0);
        assert!(weigher.rows(&counts()).is_err());
        assert!(Weighting::Bm25 { k1: -1.0, b: 0.5 }.check().is_err());
        assert!(Weighting::Bm25 { k1: f64::INFINITY, b: 0.5 }.check().is_err());
        assert!(Weighting::Bm25 { k1: 1.2, b: 1.1 }.check().is_err());
    }
}
