//! Turns inputs into rows of records.

use std::path::{Path, PathBuf};

use thema_progress::Task;

use super::packing::{not_rows, pack_rows};
use crate::ingest::{Bound, How, InputNotes, Overflow, Reading, keys_of_all};
use crate::records::record_block::to_bytes;
use crate::records::record_store::RecordStore;
use crate::{ArrowTable, IngestError, IngestParams, find_inputs};

/// Bytes of records that are turned into rows at once.
const AT_ONCE: u64 = 16 << 20;

/// Records, one per row, in columns of equal length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordRows {
    /// Format and name of the input that the record came from.
    pub origins: Vec<String>,
    /// Keys by which the record can be joined to another: the hashes of all identifiers and of the title.
    pub keys: Vec<Vec<u64>>,
    /// The record, compressed.
    pub records: Vec<Vec<u8>>,
}

/// The files behind `paths`, as [`find_inputs`] lists them, and notes on the paths that could not be listed.
#[must_use]
pub fn listed(paths: &[PathBuf]) -> (Vec<PathBuf>, InputNotes) {
    let (inputs, unlisted) = find_inputs(paths);
    let mut reading = Reading::default();
    reading.note_missing(paths, &inputs, &unlisted);
    (inputs, reading.notes)
}

impl IngestParams {
    /// Reads the input at `path` and passes its records to `see`, some at a time; returns the notes on the
    /// input. A relative path starts from the folder `home`, which is not part of the input's name.
    ///
    /// # Errors
    /// [`IngestError::InvalidSimilarity`] as for [`run`](Self::run). An input that cannot be read is in the
    /// notes.
    pub fn read_rows(
        &self,
        home: &Path,
        path: &Path,
        see: &mut dyn FnMut(RecordRows),
    ) -> Result<InputNotes, IngestError> {
        self.rows_of(0, see, |reading, bytes| reading.read(path, &How { home, ..self.how(bytes) }))
    }

    /// As [`read_rows`](Self::read_rows), for a table. `before` is the number of its rows that came in
    /// earlier tables.
    ///
    /// # Errors
    /// As for [`read_rows`](Self::read_rows).
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

/// Passes records on as rows.
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
