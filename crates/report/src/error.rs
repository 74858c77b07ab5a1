//! What can go wrong between themes and the files of a run.

use std::io;
use std::path::PathBuf;

use thema_durable::DurableError;

/// Why a report could not be assembled, written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
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

impl From<DurableError> for ReportError {
    fn from(error: DurableError) -> Self {
        match error {
            DurableError::Write { path, source } => Self::Write { path, source },
            DurableError::Refused { path, reason } => Self::OutputExists { path, reason },
            DurableError::Busy { path, holder } => Self::OutputExists {
                path,
                reason: format!("is being written by {holder}; wait for it to end"),
            },
            other => Self::Write { path: PathBuf::new(), source: io::Error::other(other) },
        }
    }
}
