//! A fitted vocabulary with its statistics.

use serde::{Deserialize, Serialize};

use crate::analysis::Analyzer;
use crate::counting::{Recounting, collect, term_of, terms_of};
use crate::{
    CountMatrix, CsrMatrix, Document, DocumentCounts, DocumentFrequencies, FeatureError, FeatureValidParams,
    Vocabulary, Weigher,
};

/// What was learned from a corpus: terms, their document frequencies and the mean lengths of texts.
///
/// ```
/// use thema_features::{Document, FeatureModel, FeatureParams};
///
/// let documents = [
///     Document::new("Federated learning on phones", "Federated learning trains on devices."),
///     Document::new("Private federated learning", "Clients train; a server averages."),
///     Document::new("Caching key-value pairs", "A cache for serving."),
///     Document::new("Serving", "Serving with a cache."),
///     Document::new("Scheduling", "Scheduling jobs on clusters."),
///     Document::new("Cluster scheduling", "Jobs wait."),
/// ];
/// let params = FeatureParams::default().maximum_frequency(thema_features::FrequencyBound::Share(0.5)).check()?;
/// let (model, counts) = FeatureModel::fit(&params, &documents)?;
/// let rows = model.weigh(&counts.sums())?;
/// assert_eq!(rows.rows(), documents.len());
/// let id = model.term_id("federated learning").expect("a phrase of two documents");
/// assert_eq!(model.vocabulary().surface(id), "federated learning");
/// # Ok::<(), thema_features::FeatureError>(())
/// ```
pub struct FeatureModel {
    params: FeatureValidParams,
    analyzer: Analyzer,
    vocabulary: Vocabulary,
    frequencies: DocumentFrequencies,
    mean_lengths: MeanLengths,
    recounting: Recounting,
}

/// Mean numbers of term occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanLengths {
    /// Of a title.
    pub title: f64,
    /// Of a body.
    pub body: f64,
}

impl MeanLengths {
    /// Of a document.
    #[must_use]
    pub fn document(self) -> f64 {
        self.title + self.body
    }
}

impl FeatureModel {
    /// Learns the vocabulary of `documents` and counts its terms in them.
    ///
    /// The result depends only on the settings and the documents, not on the number of threads.
    ///
    /// # Errors
    /// [`FeatureError::EmptyVocabulary`] if no term remains; [`FeatureError::InvalidParameter`] for 2^32 or
    /// more documents.
    pub fn fit(
        params: &FeatureValidParams,
        documents: &[Document<'_>],
    ) -> Result<(Self, DocumentCounts), FeatureError> {
        if u32::try_from(documents.len()).is_err() {
            return Err(FeatureError::invalid("number of documents", documents.len(), "below 2^32"));
        }
        let analyzer = params.analyzer();
        let collection = collect(documents, &analyzer, &params.selection());
        if collection.vocabulary.is_empty() {
            return Err(FeatureError::EmptyVocabulary { documents: documents.len() });
        }
        let mean_lengths = MeanLengths {
            title: collection.counts.titles().mean_length(),
            body: collection.counts.bodies().mean_length(),
        };
        let model = Self {
            params: params.clone(),
            analyzer,
            vocabulary: collection.vocabulary,
            frequencies: collection.frequencies,
            mean_lengths,
            recounting: Recounting::default(),
        };
        Ok((model, collection.counts))
    }

    pub(crate) fn from_parts(
        params: FeatureValidParams,
        vocabulary: Vocabulary,
        frequencies: DocumentFrequencies,
        mean_lengths: MeanLengths,
    ) -> Self {
        let (analyzer, recounting) = (params.analyzer(), Recounting::default());
        Self { params, analyzer, vocabulary, frequencies, mean_lengths, recounting }
    }

    /// Counts the model's terms in other documents.
    #[must_use]
    pub fn count(&self, documents: &[Document<'_>]) -> DocumentCounts {
        self.recounting.count(documents, &self.analyzer, &self.vocabulary)
    }

    /// Weights of documents with the statistics of the model, one row per document.
    ///
    /// # Errors
    /// None that the documents can cause; see [`FeatureModel::weigh`].
    pub fn transform(&self, documents: &[Document<'_>]) -> Result<CsrMatrix, FeatureError> {
        self.weigh(&self.count(documents).sums())
    }

    /// Weights of counted documents ([`DocumentCounts::sums`]).
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the counts are of another vocabulary.
    pub fn weigh(&self, counts: &CountMatrix) -> Result<CsrMatrix, FeatureError> {
        self.weigher(self.mean_lengths.document()).rows(counts)
    }

    /// Weights of counted titles ([`DocumentCounts::titles`]).
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the counts are of another vocabulary.
    pub fn weigh_titles(&self, counts: &CountMatrix) -> Result<CsrMatrix, FeatureError> {
        self.weigher(self.mean_lengths.title).rows(counts)
    }

    /// Weights of counted bodies ([`DocumentCounts::bodies`]).
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the counts are of another vocabulary.
    pub fn weigh_bodies(&self, counts: &CountMatrix) -> Result<CsrMatrix, FeatureError> {
        self.weigher(self.mean_lengths.body).rows(counts)
    }

    /// The weigher for texts of a given mean length, with the document frequencies of the model.
    #[must_use]
    pub fn weigher(&self, mean_length: f64) -> Weigher {
        Weigher::new(self.params.weighting(), &self.frequencies, mean_length)
    }

    /// The terms of a text in order; a word comes before the phrases it begins.
    #[must_use]
    pub fn terms_of(&self, text: &str) -> Vec<u32> {
        terms_of(text, &self.analyzer, &self.vocabulary)
    }

    /// The term that the whole text is, such as `Federated Learning`.
    #[must_use]
    pub fn term_id(&self, text: &str) -> Option<u32> {
        term_of(text, &self.analyzer, &self.vocabulary)
    }

    /// The terms.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The most frequent form of a term.
    ///
    /// # Panics
    /// If `id` is not below the number of terms.
    #[must_use]
    pub fn surface(&self, id: u32) -> &str {
        self.vocabulary.surface(id)
    }

    /// Document frequency of a term.
    ///
    /// # Panics
    /// If `id` is not below the number of terms.
    #[must_use]
    pub fn document_frequency(&self, id: u32) -> u32 {
        self.frequencies.frequencies()[id as usize]
    }

    /// Document frequencies of all terms.
    #[must_use]
    pub fn document_frequencies(&self) -> &DocumentFrequencies {
        &self.frequencies
    }

    /// Mean lengths of the texts the model was learned from.
    #[must_use]
    pub fn mean_lengths(&self) -> MeanLengths {
        self.mean_lengths
    }

    /// The settings the model was learned with.
    #[must_use]
    pub fn params(&self) -> &FeatureValidParams {
        &self.params
    }

    /// The text analysis.
    #[must_use]
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }
}
