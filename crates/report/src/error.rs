//! Errors of turning themes into the files of a run.

use std::io;
use std::path::PathBuf;

use thema_durable::DurableError;

/// Why a report could not be assembled, written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// Two inputs that describe the same rows have different lengths.
    #[error("{what}: expected {expected}, got {got}")]
    LengthMismatch {
        /// What was counted.
        what: &'static str,
        /// The count in the other input.
        expected: usize,
        /// The count found.
        got: usize,
    },
    /// Themes name a paper or a theme that does not exist.
    #[error("inconsistent themes: {reason}")]
    InconsistentThemes {
        /// What is named, and how many there are.
        reason: String,
    },
    /// The output path is in use.
    #[error("{} {reason}", path.display())]
    OutputExists {
        /// The output path.
        path: PathBuf,
        /// What exists there and what to do about it.
        reason: String,
    },
    /// A file of a run is missing or has the wrong contents.
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
