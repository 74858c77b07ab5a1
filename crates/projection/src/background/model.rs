//! The background model.

use ndarray::{Array2, ArrayView2, s};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::quantized::QuantizedRows;
use thema_features::{FeatureError, FeatureModel};

/// The bundled model.
static SHIPPED: &[u8] = include_bytes!("../../../../data/background/arxiv-2019.thema");

/// Where a background model comes from, for its card and its users.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Name of the model.
    pub name: String,
    /// What it was learned from, with the licence of the texts.
    pub source: String,
}

/// The terms of a large dump with their document frequencies and vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct BackgroundModel {
    provenance: Provenance,
    documents: u64,
    terms: Vec<Box<str>>,
    frequencies: Vec<u32>,
    vectors: QuantizedRows,
    ids: FxHashMap<Box<str>, u32>,
}

impl BackgroundModel {
    /// Keeps the `most_terms` most frequent terms of a fitted model and of a table of their vectors (terms x
    /// dimensions), with four bits per entry.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the table has other terms.
    pub fn new(
        provenance: Provenance,
        model: &FeatureModel,
        table: ArrayView2<'_, f32>,
        most_terms: usize,
    ) -> Result<Self, FeatureError> {
        let vocabulary = model.vocabulary();
        if table.nrows() != vocabulary.len() {
            return Err(FeatureError::ShapeMismatch {
                what: "terms of the table",
                expected: vocabulary.len(),
                found: table.nrows(),
            });
        }
        let kept = vocabulary.len().min(most_terms);
        let terms = (0..kept as u32).map(|id| vocabulary.term(id).into()).collect();
        let frequencies = model.document_frequencies().frequencies()[..kept].to_vec();
        let vectors = QuantizedRows::new(table.slice(s![..kept, ..]));
        Self::from_parts(provenance, model.document_frequencies().documents(), terms, frequencies, vectors)
    }

    /// Builds a model from its parts.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the numbers of frequencies, vectors and terms differ.
    pub(crate) fn from_parts(
        provenance: Provenance,
        documents: u64,
        terms: Vec<Box<str>>,
        frequencies: Vec<u32>,
        vectors: QuantizedRows,
    ) -> Result<Self, FeatureError> {
        for (what, found) in
            [("frequencies of background terms", frequencies.len()), ("background vectors", vectors.rows())]
        {
            if found != terms.len() {
                return Err(FeatureError::ShapeMismatch { what, expected: terms.len(), found });
            }
        }
        let ids = terms.iter().enumerate().map(|(id, term)| (term.clone(), id as u32)).collect();
        Ok(Self { provenance, documents, terms, frequencies, vectors, ids })
    }

    /// The model bundled with the program; its card is in `data/background/`.
    ///
    /// # Errors
    /// [`FeatureError::DamagedModel`] if the program file is damaged.
    pub fn shipped() -> Result<Self, FeatureError> {
        Self::load(SHIPPED)
    }

    /// Where the model comes from.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Number of documents the model was learned from.
    #[must_use]
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Dimensions of the vectors.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.vectors.columns()
    }

    /// The id of a term, written as stems separated by one space.
    #[must_use]
    pub fn id(&self, term: &str) -> Option<u32> {
        self.ids.get(term).copied()
    }

    /// Document frequency of a term.
    ///
    /// # Panics
    /// If `id` is not below the number of terms.
    #[must_use]
    pub fn document_frequency(&self, id: u32) -> u32 {
        self.frequencies[id as usize]
    }

    /// All terms.
    pub(crate) fn terms(&self) -> &[Box<str>] {
        &self.terms
    }

    /// Document frequencies of all terms.
    pub(crate) fn frequencies(&self) -> &[u32] {
        &self.frequencies
    }

    /// Vectors of all terms.
    pub(crate) fn vectors(&self) -> &QuantizedRows {
        &self.vectors
    }

    /// All vectors (terms x dimensions).
    #[must_use]
    pub fn table(&self) -> Array2<f32> {
        self.vectors.to_table()
    }
}
