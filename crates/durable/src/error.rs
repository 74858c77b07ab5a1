//! Why an output could not be put in its place.

use std::io;
use std::path::{Path, PathBuf};

/// Why an output could not be put in its place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DurableError {
    /// Another process writes the same output.
    #[error("{} is being written by {holder}; wait for it to end", path.display())]
    Busy {
        /// The output.
        path: PathBuf,
        /// The process that holds the lock, in words.
        holder: String,
    },
    /// What stands at the place must not or cannot be replaced.
    #[error("{} {reason}", path.display())]
    Refused {
        /// The output.
        path: PathBuf,
        /// What stands there.
        reason: String,
    },
    /// The system did not do it.
    #[error("cannot write {}", path.display())]
    Write {
        /// The output.
        path: PathBuf,
        /// The system's reason.
        #[source]
        source: io::Error,
    },
}

impl DurableError {
    /// A refusal of `path` for `reason`, which goes on a sentence that begins with the path.
    pub fn refused(path: &Path, reason: impl Into<String>) -> Self {
        Self::Refused { path: path.to_path_buf(), reason: reason.into() }
    }
}

/// Makes errors that name `path`.
pub(crate) fn write_error(path: &Path) -> impl Fn(io::Error) -> DurableError + use<> {
    let path = path.to_path_buf();
    move |source| DurableError::Write { path: path.clone(), source }
}
