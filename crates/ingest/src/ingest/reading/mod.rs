//! Reads inputs one after another into one record store.

mod archive;
mod byte_stream;
mod collect;
mod corpus;
mod open;
mod table;

use std::path::{Path, PathBuf};

use thema_progress::Task;

use crate::ingest::notes::InputNotes;
use crate::ingest::spilling::Bound;
use crate::ingest::thinning::Thinning;
use crate::records::record_store::RecordStore;
use crate::{ColumnMapping, ColumnUse, Format, IngestError, Reject, TextEncoding};

/// How to read inputs.
pub(crate) struct How<'a> {
    /// The folder that relative paths start from; the process's working directory if empty.
    pub(crate) home: &'a Path,
    /// If set, every input has this format.
    pub(crate) format: Option<Format>,
    /// If set, every text has this encoding.
    pub(crate) encoding: Option<TextEncoding>,
    /// Which column of a table holds what.
    pub(crate) columns: &'a ColumnMapping,
    /// Progress in raw bytes over all inputs.
    pub(crate) bytes: &'a Task,
}

/// The state of a run over its inputs.
#[derive(Default)]
pub(crate) struct Reading<'o> {
    pub(crate) store: RecordStore,
    /// Limits the size of the store.
    pub(crate) bound: Option<Bound<'o>>,
    /// Receives all records when only a draw of them is wanted.
    pub(crate) thinning: Option<Thinning>,
    pub(crate) notes: InputNotes,
    /// The columns of the last table among the inputs.
    pub(crate) columns: Vec<ColumnUse>,
    pub(crate) bytes_before: u64,
    pub(crate) total_bytes: Option<u64>,
}

impl Reading<'_> {
    /// Notes that an input, or the rest of it, contains nothing that can be read as papers.
    pub(crate) fn set_aside(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        self.notes.rejects.push(Reject { path, format, position: None, reason, unread: false, unlisted: 0 });
    }

    /// Notes that the operating system or a decompressor failed to deliver an input, or the rest of it.
    pub(crate) fn lose(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        self.notes.rejects.push(Reject { path, format, position: None, reason, unread: true, unlisted: 0 });
    }

    /// Notes the paths that could not be listed and the directories in which nothing was found.
    pub(crate) fn note_missing(&mut self, paths: &[PathBuf], inputs: &[PathBuf], unlisted: &[IngestError]) {
        for error in unlisted {
            let path = error.path().map(Path::to_owned).unwrap_or_default();
            let cause =
                || std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
            let reason = match error {
                IngestError::NoMatch { .. } => "no file matches".to_owned(),
                _ => format!("cannot open: {}", cause()),
            };
            self.lose(path, None, reason);
        }
        for path in paths.iter().filter(|path| path.is_dir()) {
            if !inputs.iter().any(|input| input.starts_with(path)) {
                self.set_aside(path.clone(), None, "a directory without files".into());
            }
        }
    }

    /// Whether records could not be spilled, so that reading on is useless.
    pub(crate) fn has_failed(&self) -> bool {
        self.bound.as_ref().is_some_and(Bound::has_failed)
    }

    /// Reports that `bytes` more bytes were read.
    fn advance(&mut self, bytes: u64, how: &How<'_>) {
        self.bytes_before += bytes;
        how.bytes.reach(self.bytes_before);
    }
}

/// An error and its causes on one line.
fn reason(error: &dyn std::error::Error) -> String {
    std::iter::successors(error.source(), |cause| cause.source())
        .fold(error.to_string(), |reason, cause| format!("{reason}: {cause}"))
}
