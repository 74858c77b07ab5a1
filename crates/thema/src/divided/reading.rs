//! Inputs as rows of records, one input at a time.

use std::path::{Path, PathBuf};

use thema_ingest::divided::{RecordRows, listed};
use thema_ingest::{ArrowTable, InputNotes};

use crate::{Engine, Inputs, Result};

/// The files behind `paths`, in the order in which [`Engine::run`] reads them, and what of the paths could not be listed.
#[must_use]
pub fn list(paths: &[PathBuf]) -> (Vec<PathBuf>, InputNotes) {
    listed(paths)
}

impl Engine {
    /// Reads the file at `path`, which leads from the folder `home` where it is relative, and shows its records, some at a time; gives what else it held. Of `inputs` the format, encoding and columns are
    /// looked at.
    ///
    /// # Errors
    /// [`Fault::Settings`](crate::Fault) for settings that cannot be used. A file that cannot be read is in the notes.
    pub fn read_rows(
        &self,
        inputs: &Inputs,
        home: &Path,
        path: &Path,
        see: &mut dyn FnMut(RecordRows),
    ) -> Result<InputNotes> {
        Ok(inputs.params(self.settings()).read_rows(home, path, see)?)
    }

    /// Reads a table as [`read_rows`](Self::read_rows) does a file; `before` rows of it came in tables before this one.
    ///
    /// # Errors
    /// As of [`read_rows`](Self::read_rows).
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
