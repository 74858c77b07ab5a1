//! Reads inputs into rows of records, one input at a time.

use std::path::{Path, PathBuf};

use thema_ingest::divided::{RecordRows, listed};
use thema_ingest::{ArrowTable, InputNotes};

use crate::{Engine, Inputs, Result};

/// The files behind `paths`, in the order in which [`Engine::run`] reads them, and notes on paths that could
/// not be listed.
#[must_use]
pub fn list(paths: &[PathBuf]) -> (Vec<PathBuf>, InputNotes) {
    listed(paths)
}

impl Engine {
    /// Reads the file at `path` (relative to the folder `home` unless absolute) and passes its records to `see` in
    /// batches. Returns notes on everything else in the file. Only the format, encoding and columns of `inputs` are used.
    ///
    /// # Errors
    /// [`Fault::Settings`](crate::Fault) if the settings cannot be used. An unreadable file is recorded in the notes.
    pub fn read_rows(
        &self,
        inputs: &Inputs,
        home: &Path,
        path: &Path,
        see: &mut dyn FnMut(RecordRows),
    ) -> Result<InputNotes> {
        Ok(inputs.params(self.settings()).read_rows(home, path, see)?)
    }

    /// Reads a table as [`read_rows`](Self::read_rows) reads a file; `before` rows of it came in earlier
    /// tables.
    ///
    /// # Errors
    /// As [`read_rows`](Self::read_rows).
    pub fn table_rows(
        &self,
        inputs: &Inputs,
        table: &ArrowTable,
        before: u64,
        see: &mut dyn FnMut(RecordRows),
    ) -> Result<InputNotes> {
        Ok(inputs.params(self.settings()).table_rows(table, before, see)?)
    }
}
