//! Errors of feature extraction.

/// Why features could not be built, saved or loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureError {
    /// A sparse matrix broke one of its invariants.
    #[error("invalid sparse matrix: {reason}")]
    InvalidMatrix {
        /// The invariant, and where it is broken.
        reason: String,
    },
    /// A setting is out of range.
    #[error("invalid {name}: {value} is not {expected}")]
    InvalidParameter {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// The values it may have.
        expected: &'static str,
    },
    /// Two things of the same size differ in size.
    #[error("{what}: expected {expected}, found {found}")]
    ShapeMismatch {
        /// What was counted.
        what: &'static str,
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A computation overflowed the range of floating-point numbers.
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
    /// The bytes are not a stored model, or not a complete one.
    #[error("the model cannot be read: {reason}")]
    DamagedModel {
        /// What is wrong with it.
        reason: String,
    },
    /// A stored model has a later format version than this program supports.
    #[error("the model has format version {found}; this program reads up to version {supported}")]
    NewerModel {
        /// Version of the model.
        found: u32,
        /// Latest version that can be read.
        supported: u32,
    },
    /// Reading or writing a model failed.
    #[error("reading or writing the model failed")]
    Storage(#[from] std::io::Error),
}

impl FeatureError {
    /// The error for a damaged stored model.
    #[must_use]
    pub fn damaged(reason: &str) -> Self {
        Self::DamagedModel { reason: reason.to_owned() }
    }

    /// The error for a setting out of range.
    #[must_use]
    pub fn invalid(name: &'static str, value: impl std::fmt::Display, expected: &'static str) -> Self {
        Self::InvalidParameter { name, value: format!("{value}"), expected }
    }
}
