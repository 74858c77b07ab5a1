//! Turns inputs into rows of records.

use std::path::{Path, PathBuf};

use thema_progress::Task;

use super::packing::{not_rows, pack_rows};
use crate::ingest::{Bound, How, InputNotes, Overflow, Reading, keys_of_all};
use crate::records::record_block::{pack, to_bytes, unpack};
use crate::records::record_store::RecordStore;
use crate::spill::{Piece, Pieces};
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
        let mut rows = Rows { before: 0, see, waiting: Some(Waiting::default()) };
        let (store, notes) =
            self.rows_of(&mut rows, |reading, bytes| reading.read(path, &How { home, ..self.how(bytes) }))?;
        rows.settle(&store)?;
        Ok(notes)
    }

    /// As [`read_rows`](Self::read_rows), for a table. `before` is the number of its rows that came in
    /// earlier tables. What their dates say of the order of day and month is not known, so it decides nothing
    /// here either: dates with more than one reading keep their year.
    ///
    /// # Errors
    /// As for [`read_rows`](Self::read_rows).
    pub fn table_rows(
        &self,
        table: &ArrowTable,
        before: u64,
        see: &mut dyn FnMut(RecordRows),
    ) -> Result<InputNotes, IngestError> {
        let mut rows = Rows { before, see, waiting: None };
        let (mut store, mut notes) =
            self.rows_of(&mut rows, |reading, bytes| reading.read_table(table, &self.how(bytes)))?;
        for input in &mut notes.inputs {
            input.date_losses = store.dates_of(0).losses(None);
        }
        Ok(notes)
    }

    fn rows_of(
        &self,
        rows: &mut Rows<'_>,
        read: impl FnOnce(&mut Reading<'_>, &Task),
    ) -> Result<(RecordStore, InputNotes), IngestError> {
        self.check()?;
        let mut reading = Reading { bound: Some(Bound::new(AT_ONCE, rows)), ..Reading::default() };
        read(&mut reading, &Task::new("bytes", 0));
        let Reading { mut store, mut notes, bound, .. } = reading;
        bound.map_or(Ok(()), Bound::ended)?;
        rows.take(&mut store)?;
        for position in notes.rejects.iter_mut().filter_map(|reject| reject.position.as_mut()) {
            position.record += rows.before;
        }
        Ok((store, notes))
    }
}

/// Passes records on as rows.
struct Rows<'s> {
    before: u64,
    see: &'s mut dyn FnMut(RecordRows),
    /// Holds the records whose dates the rest of the input could settle.
    waiting: Option<Waiting>,
}

/// Records in an unnamed file.
#[derive(Default)]
struct Waiting {
    file: Option<Pieces>,
    pieces: Vec<Piece>,
}

impl Waiting {
    fn push(&mut self, store: &RecordStore, rows: &[u32]) -> Result<(), IngestError> {
        let home = std::env::temp_dir();
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Pieces::begin(&home)?),
        };
        let packed = pack(store, rows, |_| 0).map_err(|source| IngestError::Write { path: home, source })?;
        self.pieces.push(file.append(&packed)?);
        Ok(())
    }
}

impl Rows<'_> {
    /// Passes on the records that waited for the end of the input; `read` is the store that it was read into.
    fn settle(&mut self, read: &RecordStore) -> Result<(), IngestError> {
        let conventions = read.conventions();
        let Some(Waiting { file: Some(file), pieces }) = self.waiting.take() else { return Ok(()) };
        for piece in pieces {
            let mut store = RecordStore::of_origins(&read.origins);
            unpack(&file.read(&piece)?, &mut store, |_| true)
                .ok_or_else(|| file.damaged("its records are truncated".to_owned()))?;
            store.settle_dates(&conventions);
            let rows: Vec<u32> = (0..store.len() as u32).collect();
            self.pass(&store, &rows)?;
        }
        Ok(())
    }

    fn pass(&mut self, store: &RecordStore, rows: &[u32]) -> Result<(), IngestError> {
        let origin = |&row: &u32| {
            let origin = &store.origins[store.facts[row as usize].input as usize];
            format!("{} {}", origin.format.name(), origin.path)
        };
        let keys = keys_of_all(store);
        let records = pack_rows(rows.len(), |at| to_bytes(store, &[rows[at]], |_| 0));
        (self.see)(RecordRows {
            origins: rows.iter().map(origin).collect(),
            keys: rows.iter().map(|&row| keys[row as usize].clone()).collect(),
            records: records.map_err(|error| not_rows("records", &error.to_string()))?,
        });
        Ok(())
    }
}

impl Overflow for Rows<'_> {
    fn take(&mut self, store: &mut RecordStore) -> Result<(), IngestError> {
        store.facts.iter_mut().for_each(|facts| facts.ordinal += self.before);
        let is_now = |row: &u32| self.waiting.is_none() || !store.awaits_convention(*row);
        let (now, later): (Vec<u32>, Vec<u32>) = (0..store.len() as u32).partition(is_now);
        if let Some(waiting) = &mut self.waiting
            && !later.is_empty()
        {
            waiting.push(store, &later)?;
        }
        self.pass(store, &now)
    }
}
