//! Errors that stop the loading of a corpus.

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
    /// No file matches a pattern.
    #[error("no file matches {}", path.display())]
    NoMatch {
        /// The pattern.
        path: PathBuf,
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
    /// A Parquet file is not a corpus written by this program, or is damaged.
    #[error("{} is not a corpus: {reason}", path.display())]
    NotACorpus {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Part of a corpus was spilled to disk and did not read back as written.
    #[error("{} was written by this process and is corrupted ({reason}): check the disk, then run again", path.display())]
    DamagedPart {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An in-memory table cannot be read.
    #[error("the table {name} cannot be read: {reason}")]
    NotATable {
        /// The table's name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The similarity threshold for near-duplicates is out of range.
    #[error("the similarity of near-duplicates must be from 0.5 to 1, not {similarity}")]
    InvalidSimilarity {
        /// The similarity.
        similarity: f64,
    },
    /// No input could be read as a source of papers, or no input contained any.
    #[error("no readable input{}", first_reasons(rejects))]
    NothingReadable {
        /// What the inputs contained instead, or why they could not be read.
        rejects: Vec<Reject>,
    },
}

impl IngestError {
    /// The path that the error concerns; for [`NothingReadable`](Self::NothingReadable), the first reject's
    /// path.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Open { path, .. }
            | Self::NoMatch { path }
            | Self::Write { path, .. }
            | Self::NotACorpus { path, .. }
            | Self::DamagedPart { path, .. } => Some(path),
            Self::InvalidSimilarity { .. } | Self::NotATable { .. } => None,
            Self::NothingReadable { rejects } => rejects.first().map(|reject| reject.path.as_path()),
        }
    }
}

/// Most reasons that a message lists; a directory full of other files can give thousands.
const NAMED_REASONS: usize = 5;

/// The first reasons, the number of the others, and what to do about inputs that could not be read at all.
fn first_reasons(rejects: &[Reject]) -> String {
    let (named, more) = rejects.split_at(rejects.len().min(NAMED_REASONS));
    let mut reasons: Vec<String> =
        named.iter().map(|Reject { path, reason, .. }| format!("{}: {reason}", path.display())).collect();
    if !more.is_empty() {
        reasons.push(format!("and {} more", more.iter().map(Reject::count).sum::<u64>()));
    }
    if reasons.is_empty() {
        return ": the inputs contain no records".to_owned();
    }
    if rejects.iter().any(|reject| reject.unread) {
        reasons.push("check the path, and that you may read it".to_owned());
    }
    format!(": {}", reasons.join("; "))
}
