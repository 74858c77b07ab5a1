//! What can go wrong while abstracts are loaded.

use std::io;
use std::path::PathBuf;

use crate::Format;

/// A text that does not spell the value it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a known {what}: {text:?}")]
pub struct ParseError {
    pub(crate) what: &'static str,
    pub(crate) text: String,
}

/// What ended the reading of one input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The input could not be read further.
    #[error("cannot read on at byte {byte}")]
    Read {
        /// Offset in the decompressed input.
        byte: u64,
        /// The operating system's or decompressor's reason.
        #[source]
        source: io::Error,
    },
    /// The input is not of the format.
    #[error("not {format}: {reason}")]
    Malformed {
        /// The format it was read as.
        format: Format,
        /// What was expected and what stood there.
        reason: String,
    },
}

/// Why an input or a corpus could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IngestError {
    /// An input could not be opened or listed.
    #[error("cannot open {}", path.display())]
    Open {
        /// The path as given or found.
        path: PathBuf,
        /// The operating system's reason.
        #[source]
        source: io::Error,
    },
    /// No format recognised an input.
    #[error("{}: none of the known formats; name one with --format", path.display())]
    UnknownFormat {
        /// The input.
        path: PathBuf,
    },
    /// Reading one input ended early.
    #[error("{}", path.display())]
    Source {
        /// The input.
        path: PathBuf,
        /// What ended it.
        #[source]
        source: SourceError,
    },
}
