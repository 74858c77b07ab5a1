//! Why a corpus could not be loaded.

use std::io;
use std::path::{Path, PathBuf};

use crate::Reject;

/// Why a corpus could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IngestError {
    /// A path could not be opened or listed.
    #[error("cannot open {}", path.display())]
    Open {
        /// The path as given or found.
        path: PathBuf,
        /// The operating system's reason.
        #[source]
        source: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        source: io::Error,
    },
    /// A Parquet file is no corpus of this program, or damaged.
    #[error("{} is no corpus: {reason}", path.display())]
    NotACorpus {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A part of a corpus was put aside on the disk and did not come back as it was.
    #[error("{} was written by this process and is damaged ({reason}): look after the disk, and run it again", path.display())]
    DamagedPart {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A table in memory cannot be read.
    #[error("the table {name} cannot be read: {reason}")]
    NotATable {
        /// What the table is called.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Near-duplicates cannot be told at this similarity.
    #[error("a similarity of {similarity} for near-duplicates; it lies between 0.5 and 1")]
    InvalidSimilarity {
        /// The similarity.
        similarity: f64,
    },
    /// No input could be read as a source of papers, or none gave one.
    #[error("no readable input{}", first_reasons(rejects))]
    NothingReadable {
        /// What stood in the inputs instead, or why they could not be read.
        rejects: Vec<Reject>,
    },
}

impl IngestError {
    /// The path that is concerned; the first of those that could not be read.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Open { path, .. }
            | Self::Write { path, .. }
            | Self::NotACorpus { path, .. }
            | Self::DamagedPart { path, .. } => Some(path),
            Self::InvalidSimilarity { .. } | Self::NotATable { .. } => None,
            Self::NothingReadable { rejects } => rejects.first().map(|reject| reject.path.as_path()),
        }
    }
}

/// Reasons that a message names; of a directory full of other files there may be thousands.
const NAMED_REASONS: usize = 5;

/// The first reasons, and how many more there are.
fn first_reasons(rejects: &[Reject]) -> String {
    let (named, more) = rejects.split_at(rejects.len().min(NAMED_REASONS));
    let mut reasons: Vec<String> =
        named.iter().map(|Reject { path, reason, .. }| format!("{}: {reason}", path.display())).collect();
    if !more.is_empty() {
        reasons.push(format!("and {} more", more.len()));
    }
    if reasons.is_empty() {
        ": no record stands in what was given".to_owned()
    } else {
        format!(": {}", reasons.join("; "))
    }
}
