//! Errors of clustering.

/// Why rows could not be grouped or measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// A parameter is outside its range.
    #[error("{parameter} {reason}")]
    InvalidParameter {
        /// The parameter's name.
        parameter: &'static str,
        /// What it must be, and what it was.
        reason: String,
    },
    /// There are no rows to fit a model to.
    #[error("no rows to cluster")]
    NoRows,
    /// A row contains a NaN or an infinity.
    #[error("row {row} has a value that is not finite")]
    NotFinite {
        /// Index of the first such row.
        row: usize,
    },
    /// Two inputs that describe the same rows differ in length.
    #[error("{what}: expected {expected}, got {got}")]
    LengthMismatch {
        /// What was counted.
        what: &'static str,
        /// The length of the other input.
        expected: usize,
        /// The length found.
        got: usize,
    },
    /// More rows than the algorithm can take in reasonable time or memory.
    #[error("{algorithm} takes at most {limit} rows, got {rows}")]
    TooManyRows {
        /// The algorithm's name.
        algorithm: &'static str,
        /// Its limit.
        limit: usize,
        /// The rows given.
        rows: usize,
    },
    /// An algorithm of another crate failed.
    #[error("{algorithm} failed: {reason}")]
    Failed {
        /// The algorithm's name.
        algorithm: &'static str,
        /// Its own message.
        reason: String,
    },
}

impl From<linfa::Error> for ClusterError {
    fn from(error: linfa::Error) -> Self {
        Self::Failed { algorithm: "linfa", reason: error.to_string() }
    }
}
