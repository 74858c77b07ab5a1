//! What can go wrong between vectors and the report.

use std::io;
use std::path::PathBuf;

/// Why papers could not be grouped or measured, or their report not be written.
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
    /// There is nothing to fit a model to.
    #[error("no rows to cluster")]
    NoRows,
    /// A row holds a NaN or an infinity.
    #[error("row {row} holds a value that is not finite")]
    NotFinite {
        /// Index of the first such row.
        row: usize,
    },
    /// Two inputs that describe the same rows differ in length.
    #[error("{what}: expected {expected}, got {got}")]
    LengthMismatch {
        /// What was counted.
        what: &'static str,
        /// The count that the other input has.
        expected: usize,
        /// The count found.
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
    /// A taxonomy file is not valid.
    #[error("invalid taxonomy: {}", crate::taxonomy::list_problems(problems))]
    InvalidTaxonomy {
        /// Every problem found, in the order of the file; never empty.
        problems: Vec<crate::taxonomy::TaxonomyProblem>,
    },
    /// A stored model is of a later version than this program knows.
    #[error("{}: the model is of version {found}; this program reads up to version {supported}", path.display())]
    NewerModel {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest version that can be read.
        supported: u32,
    },
    /// A stored model is not whole, or something else.
    #[error("{}: the model cannot be read: {reason}", path.display())]
    DamagedModel {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An algorithm of another crate failed.
    #[error("{algorithm} failed: {reason}")]
    Failed {
        /// The algorithm's name.
        algorithm: &'static str,
        /// Its own message.
        reason: String,
    },
    /// Themes name a paper or a theme that does not exist.
    #[error("inconsistent themes: {reason}")]
    InconsistentThemes {
        /// What is named and how many there are.
        reason: String,
    },
    /// The place for a run is taken.
    #[error("{} {reason}", path.display())]
    OutputExists {
        /// The place.
        path: PathBuf,
        /// What stands there and what to do.
        reason: String,
    },
    /// A file of a run is missing or does not hold what a run's file holds.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file or directory of a run could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The final path.
        path: PathBuf,
        /// The operating system's reason.
        #[source]
        source: io::Error,
    },
}

impl From<linfa::Error> for ClusterError {
    fn from(error: linfa::Error) -> Self {
        Self::Failed { algorithm: "linfa", reason: error.to_string() }
    }
}
