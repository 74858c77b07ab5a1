//! Inputs into rows of records.

use std::path::{Path, PathBuf};

use thema_progress::Task;

use super::packing::{not_rows, pack_rows};
use crate::ingest::{Bound, How, InputNotes, Overflow, Reading, keys_of_all};
use crate::records::record_block::to_bytes;
use crate::records::record_store::RecordStore;
use crate::{ArrowTable, IngestError, IngestParams, find_inputs};

/// Bytes of records that become rows at once.
const AT_ONCE: u64 = 16 << 20;

/// Records, a row each, in columns of equal length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordRows {
    /// Format and name of the input that a record came from.
    pub origins: Vec<String>,
    /// By what a record can become one paper with another: the hashes of all identifiers and of the title.
    pub keys: Vec<Vec<u64>>,
    /// The record, packed.
    pub records: Vec<Vec<u8>>,
}

/// The files behind `paths`, as [`find_inputs`] lists them, and what of the paths could not be listed.
#[must_use]
pub fn listed(paths: &[PathBuf]) -> (Vec<PathBuf>, InputNotes) {
    let (inputs, unlisted) = find_inputs(paths);
    let mut reading = Reading::default();
    reading.note_missing(paths, &inputs, &unlisted);
    (inputs, reading.notes)
}

impl IngestParams {
    /// Reads the input at `path`, which leads from the folder `home` where it is relative, and shows its records, some at a time;
    /// gives what else it held. What it is called does not depend on `home`.
    ///
    /// # Errors
    /// [`IngestError::InvalidSimilarity`] as of [`run`](Self::run). An input that cannot be read is in the notes.
    pub fn read_rows(
        &self,
        home: &Path,
        path: &Path,
        see: &mut dyn FnMut(RecordRows),
    ) -> Result<InputNotes, IngestError> {
        self.rows_of(0, see, |reading, bytes| reading.read(path, &How { home, ..self.how(bytes) }))
    }

    /// Reads a table as [`read_rows`](Self::read_rows) does a file; `before` rows of it came in tables before this one.
    ///
    /// # Errors
    /// As of [`read_rows`](Self::read_rows).
    pub fn table_rows(
        &self,
        table: &ArrowTable,
        before: u64,
        see: &mut dyn FnMut(RecordRows),
    ) -> Result<InputNotes, IngestError> {
        self.rows_of(before, see, |reading, bytes| reading.read_table(table, &self.how(bytes)))
    }

    fn rows_of(
        &self,
        before: u64,
        see: &mut dyn FnMut(RecordRows),
        read: impl FnOnce(&mut Reading<'_>, &Task),
    ) -> Result<InputNotes, IngestError> {
        self.check()?;
        let mut rows = Rows { before, see };
        let mut reading = Reading { bound: Some(Bound::new(AT_ONCE, &mut rows)), ..Reading::default() };
        read(&mut reading, &Task::new("bytes", 0));
        let Reading { mut store, mut notes, bound, .. } = reading;
        bound.map_or(Ok(()), Bound::ended)?;
        rows.take(&mut store)?;
        for position in notes.rejects.iter_mut().filter_map(|reject| reject.position.as_mut()) {
            position.record += before;
        }
        Ok(notes)
    }
}

/// Shows records as rows.
struct Rows<'s> {
    before: u64,
    see: &'s mut dyn FnMut(RecordRows),
}

impl Overflow for Rows<'_> {
    fn take(&mut self, store: &mut RecordStore) -> Result<(), IngestError> {
        store.facts.iter_mut().for_each(|facts| facts.ordinal += self.before);
        let origin = |row: usize| {
            let origin = &store.origins[store.facts[row].input as usize];
            format!("{} {}", origin.format.name(), origin.path)
        };
        let records = pack_rows(store.len(), |row| to_bytes(store, &[row as u32], |_| 0));
        (self.see)(RecordRows {
            origins: (0..store.len()).map(origin).collect(),
            keys: keys_of_all(store),
            records: records.map_err(|error| not_rows("records", &error.to_string()))?,
        });
        Ok(())
    }
}
