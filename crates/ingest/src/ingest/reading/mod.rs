//! Inputs, one after another, into one store of records.

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

/// How inputs are read.
pub(crate) struct How<'a> {
    /// The folder that paths lead from; that of the process where it is empty.
    pub(crate) home: &'a Path,
    /// Every input is of this format.
    pub(crate) format: Option<Format>,
    /// Every text is written in this encoding.
    pub(crate) encoding: Option<TextEncoding>,
    /// Which column of a table holds what.
    pub(crate) columns: &'a ColumnMapping,
    /// The raw bytes of all inputs.
    pub(crate) bytes: &'a Task,
}

/// The state of a run over its inputs.
#[derive(Default)]
pub(crate) struct Reading<'o> {
    pub(crate) store: RecordStore,
    /// What keeps the store small.
    pub(crate) bound: Option<Bound<'o>>,
    /// What takes all records where only a draw of them is wanted.
    pub(crate) thinning: Option<Thinning>,
    pub(crate) notes: InputNotes,
    /// The columns of the last table among the inputs.
    pub(crate) columns: Vec<ColumnUse>,
    pub(crate) bytes_before: u64,
    pub(crate) total_bytes: Option<u64>,
}

impl Reading<'_> {
    /// Notes that an input holds nothing that could be read as papers, from here on or at all.
    pub(crate) fn set_aside(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        self.notes.rejects.push(Reject { path, format, position: None, reason, unread: false });
    }

    /// Notes that the system or a decompressor did not give an input, from here on or at all.
    pub(crate) fn lose(&mut self, path: PathBuf, format: Option<Format>, reason: String) {
        self.notes.rejects.push(Reject { path, format, position: None, reason, unread: true });
    }

    /// Notes the paths that could not be listed, and directories in which nothing was found.
    pub(crate) fn note_missing(&mut self, paths: &[PathBuf], inputs: &[PathBuf], unlisted: &[IngestError]) {
        for error in unlisted {
            let path = error.path().map(Path::to_owned).unwrap_or_default();
            let cause =
                std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
            self.lose(path, None, format!("cannot open: {cause}"));
        }
        for path in paths.iter().filter(|path| path.is_dir()) {
            if !inputs.iter().any(|input| input.starts_with(path)) {
                self.set_aside(path.clone(), None, "a directory without files".into());
            }
        }
    }

    /// Tells that as many bytes more are read.
    fn advance(&mut self, bytes: u64, how: &How<'_>) {
        self.bytes_before += bytes;
        how.bytes.reach(self.bytes_before);
    }
}

/// An error and its causes in one line.
fn reason(error: &dyn std::error::Error) -> String {
    std::iter::successors(error.source(), |cause| cause.source())
        .fold(error.to_string(), |reason, cause| format!("{reason}: {cause}"))
}
