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
}
