//! Errors of putting an output in place.

use std::io;
use std::path::{Path, PathBuf};

/// Why an output could not be put in place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DurableError {
    /// Another process is writing the same output.
    #[error("{} is being written by {holder}; wait for it to end", path.display())]
    Busy {
        /// The output.
        path: PathBuf,
        /// A description of the process that holds the lock.
        holder: String,
    },
    /// What exists at the output's path must not or cannot be replaced.
    #[error("{} {reason}", path.display())]
    Refused {
        /// The output.
        path: PathBuf,
        /// What exists there, or why it cannot be replaced.
        reason: String,
    },
    /// An operation of the system failed.
    #[error("cannot write {}", path.display())]
    Write {
        /// The output.
        path: PathBuf,
        /// The system's error.
        #[source]
        source: io::Error,
    },
}

impl DurableError {
    /// A refusal of `path`. `reason` continues a sentence that begins with the path.
    pub fn refused(path: &Path, reason: impl Into<String>) -> Self {
        Self::Refused { path: path.to_path_buf(), reason: reason.into() }
    }
}

/// Returns a function that makes write errors for `path`.
pub(crate) fn write_error(path: &Path) -> impl Fn(io::Error) -> DurableError + use<> {
    let path = path.to_path_buf();
    move |source| DurableError::Write { path: path.clone(), source }
}
