//! Document frequencies of terms.

use serde::{Deserialize, Serialize};

use crate::FeatureError;

/// The number of documents in a corpus, and the document frequency of every term of one vocabulary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentFrequencies {
    documents: u64,
    frequencies: Vec<u32>,
}

impl DocumentFrequencies {
    /// `frequencies[term]` of the `documents` documents contain the term.
    ///
    /// # Errors
    /// [`FeatureError::InvalidParameter`] if a frequency is above `documents`.
    pub fn new(documents: u64, frequencies: Vec<u32>) -> Result<Self, FeatureError> {
        if let Some(&above) = frequencies.iter().find(|&&frequency| u64::from(frequency) > documents) {
            return Err(FeatureError::invalid(
                "document frequency",
                above,
                "at most the number of documents",
            ));
        }
        Ok(Self { documents, frequencies })
    }

    /// Counted frequencies, each at most `documents`.
    pub(super) fn of(documents: u64, frequencies: Vec<u32>) -> Self {
        Self { documents, frequencies }
    }

    /// Number of documents.
    #[must_use]
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Document frequency of every term, by term id.
    #[must_use]
    pub fn frequencies(&self) -> &[u32] {
        &self.frequencies
    }

    /// Adds the statistics of another part of the corpus, for the same vocabulary; associative and commutative.
    ///
    /// # Errors
    /// [`FeatureError::ShapeMismatch`] if the numbers of terms differ.
    pub fn merge(mut self, other: &Self) -> Result<Self, FeatureError> {
        if self.frequencies.len() != other.frequencies.len() {
            return Err(FeatureError::ShapeMismatch {
                what: "terms of two document frequencies",
                expected: self.frequencies.len(),
                found: other.frequencies.len(),
            });
        }
        self.documents += other.documents;
        for (frequency, more) in self.frequencies.iter_mut().zip(&other.frequencies) {
            *frequency = frequency.saturating_add(*more);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentFrequencies;

    #[test]
    fn merge_adds() {
        let left = DocumentFrequencies::new(3, vec![1, 3]).unwrap();
        let right = DocumentFrequencies::new(2, vec![2, 0]).unwrap();
        assert_eq!(left.clone().merge(&right).unwrap(), DocumentFrequencies::new(5, vec![3, 3]).unwrap());
        assert!(left.merge(&DocumentFrequencies::default()).is_err());
    }

    #[test]
    fn frequencies_stay_below_the_documents() {
        assert!(DocumentFrequencies::new(1, vec![2]).is_err());
    }
}
