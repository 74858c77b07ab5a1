//! What can go wrong between texts and vectors.

/// Why features could not be built, saved or loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureError {
    /// A sparse matrix broke one of its invariants.
    #[error("invalid sparse matrix: {reason}")]
    InvalidMatrix {
        /// The invariant and where it broke.
        reason: String,
    },
    /// A setting is out of its range.
    #[error("invalid {name}: {value} is not {expected}")]
    InvalidParameter {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// The values that it may have.
        expected: &'static str,
    },
    /// Two things that belong together differ in size.
    #[error("{what}: {found} where {expected} were expected")]
    ShapeMismatch {
        /// What was counted.
        what: &'static str,
        /// Its number on one side.
        expected: usize,
        /// Its number on the other.
        found: usize,
    },
    /// A computation left the range of floating-point numbers.
    #[error("{what} is not finite: the weights are too large")]
    NotFinite {
        /// What was computed.
        what: &'static str,
    },
    /// No word of the documents became a term.
    #[error(
        "no terms in {documents} documents: too few texts, or every word below or above the frequency bounds"
    )]
    EmptyVocabulary {
        /// Number of documents read.
        documents: usize,
    },
    /// Bytes are no stored model, or not a whole one.
    #[error("the model cannot be read: {reason}")]
    DamagedModel {
        /// What is wrong with it.
        reason: String,
    },
    /// A stored model has a later version than this program knows.
    #[error("the model is of version {found} of its format; this program reads up to version {supported}")]
    NewerModel {
        /// Version of the model.
        found: u32,
        /// Latest version that can be read.
        supported: u32,
    },
    /// A model could not be read from or written to where it is kept.
    #[error("reading or writing the model failed")]
    Storage(#[from] std::io::Error),
}

impl FeatureError {
    /// A stored model that is damaged, and how.
    #[must_use]
    pub fn damaged(reason: &str) -> Self {
        Self::DamagedModel { reason: reason.to_owned() }
    }

    /// A setting out of its range.
    #[must_use]
    pub fn invalid(name: &'static str, value: impl std::fmt::Display, expected: &'static str) -> Self {
        Self::InvalidParameter { name, value: format!("{value}"), expected }
    }
}
