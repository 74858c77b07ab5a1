//! Errors that end the reading of one input.

use std::io;

use crate::{Format, Position};

/// What ended the reading of one input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The input could not be read further.
    #[error("cannot read past byte {byte}")]
    Read {
        /// Offset in the decompressed input.
        byte: u64,
        /// The operating system's or decompressor's reason.
        #[source]
        source: io::Error,
    },
    /// The input ends inside a record or inside the document around its records.
    #[error("{reason}")]
    Cut {
        /// Where the record began, if it is one.
        position: Option<Position>,
        /// What the input ends inside.
        reason: String,
    },
    /// The input is a table, and it is not known which of its columns holds something required.
    #[error("{reason}")]
    Columns {
        /// Which column is missing, and which columns exist.
        reason: String,
    },
    /// The input was read to its end, and has no records of the format.
    #[error("not {format}: {reason}")]
    NoRecords {
        /// The format it was read as.
        format: Format,
        /// What was expected.
        reason: String,
    },
    /// The input stops being of the format, so that the rest of it is not read.
    #[error("not {format}: {reason}")]
    Malformed {
        /// The format it was read as.
        format: Format,
        /// What was expected and what was found.
        reason: String,
    },
}

impl SourceError {
    /// Whether papers may be missing because the input was not read to its end.
    pub(crate) fn leaves_unread(&self) -> bool {
        !matches!(self, Self::Columns { .. } | Self::NoRecords { .. })
    }

    /// Where the record began that the input ends inside.
    pub(crate) fn position(&self) -> Option<Position> {
        if let Self::Cut { position, .. } = self { *position } else { None }
    }
}
