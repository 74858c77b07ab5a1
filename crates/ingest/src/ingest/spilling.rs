//! Spills records that do not fit in memory, in runs sorted by the keys their papers would have.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::IngestError;
use crate::corpus::key_of_record;
use crate::reconcile::{Keys, join_keys, sort_by_text};
use crate::records::record_block::pack;
use crate::records::record_store::RecordStore;
use crate::spill::{Piece, Pieces};

/// Least bytes of records in a piece, the unit that is read back; the last piece of a run may be smaller. At
/// a bound between two ranges of names, one piece of every run may be read for both ranges.
const PIECE_BYTES: usize = 512 << 10;

/// Takes records out of the store that they are read into.
pub(crate) trait Overflow {
    /// Takes the contents of the store, which the caller then clears.
    fn take(&mut self, store: &mut RecordStore) -> Result<(), IngestError>;
}

/// Limits the size of a store.
pub(crate) struct Bound<'o> {
    /// Bytes of records allowed in memory.
    memory: usize,
    overflow: &'o mut dyn Overflow,
    error: Option<IngestError>,
}

impl<'o> Bound<'o> {
    /// Passes the contents of a store to `overflow` whenever they exceed `memory` bytes.
    pub(crate) fn new(memory: u64, overflow: &'o mut dyn Overflow) -> Self {
        Self { memory: usize::try_from(memory).unwrap_or(usize::MAX), overflow, error: None }
    }

    /// Empties the store if it has grown too large. [`ended`](Self::ended) returns any error.
    pub(crate) fn hold(&mut self, store: &mut RecordStore) {
        if store.size() <= self.memory {
            return;
        }
        if self.error.is_none() {
            self.error = self.overflow.take(store).err();
        }
        store.clear();
    }

    /// Whether a corpus file of `bytes` bytes holds more than is allowed in memory, if compression shrinks
    /// texts to a third.
    pub(crate) fn is_exceeded_by(&self, bytes: u64) -> bool {
        3 * bytes > self.memory as u64
    }

    /// Whether an error occurred, so that reading on is useless.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// The first error.
    pub(crate) fn ended(self) -> Result<(), IngestError> {
        self.error.map_or(Ok(()), Err)
    }
}

/// Spills records to files in a folder.
pub(super) struct Spill {
    home: PathBuf,
    files: Option<Spilled>,
}

/// Records on disk.
pub(super) struct Spilled {
    /// The keys that join them; a record is an item.
    pub(super) keys: Keys,
    pub(super) file: Pieces,
    pub(super) pieces: Vec<RunPiece>,
    pub(super) records: u32,
}

/// Consecutive records in the order of their names.
pub(super) struct RunPiece {
    /// Name of the first.
    pub(super) low: String,
    /// Name of the last.
    pub(super) high: String,
    pub(super) piece: Piece,
    /// Bytes that they occupy in memory.
    pub(super) bytes: usize,
}

impl Spill {
    /// Spills records to the folder `home`.
    pub(super) fn new(home: &Path) -> Self {
        Self { home: home.to_owned(), files: None }
    }

    /// The spilled records, with those left in `store` added; `None` if all are in memory.
    pub(super) fn spilled(mut self, store: &mut RecordStore) -> Result<Option<Spilled>, IngestError> {
        if self.files.is_some() && store.len() > 0 {
            self.take(store)?;
            store.clear();
        }
        Ok(self.files)
    }
}

impl Overflow for Spill {
    fn take(&mut self, store: &mut RecordStore) -> Result<(), IngestError> {
        let names = names(store);
        let files = match &mut self.files {
            Some(files) => files,
            none => none.insert(Spilled {
                keys: Keys::begin(&self.home)?,
                file: Pieces::begin(&self.home)?,
                pieces: Vec::new(),
                records: 0,
            }),
        };
        let first = files.records;
        for keys in keys_of_all(store) {
            files.keys.push(&keys)?;
        }
        files.records += store.len() as u32;
        files.add_run(store, &names, |row| first + row)
    }
}

impl Spilled {
    /// Spills the records of a store as a run; `number` maps their rows to their numbers.
    fn add_run(
        &mut self,
        store: &RecordStore,
        names: &[String],
        number: impl Fn(u32) -> u32 + Sync,
    ) -> Result<(), IngestError> {
        let mut rows: Vec<u32> = (0..store.len() as u32).collect();
        let name = |row: u32| names[row as usize].as_str();
        sort_by_text(&mut rows, |row| name(row).as_bytes(), |a, b| a.cmp(&b));
        let bytes_of_row = store.size() / store.len().max(1) + 1;
        let cuts: Vec<&[u32]> = rows.chunks(PIECE_BYTES.div_ceil(bytes_of_row)).collect();
        let pieces = self.file.append_all(&cuts, |rows| pack(store, rows, &number))?;
        self.pieces.extend(pieces.into_iter().zip(cuts).map(|(piece, rows)| RunPiece {
            low: name(rows[0]).to_owned(),
            high: name(rows[rows.len() - 1]).to_owned(),
            piece,
            bytes: rows.len() * bytes_of_row,
        }));
        Ok(())
    }
}

/// The keys by which each record can be joined to others.
pub(crate) fn keys_of_all(store: &RecordStore) -> Vec<Vec<u64>> {
    let keys_of = |row: u32| {
        let mut keys = Vec::with_capacity(3);
        join_keys(store, row, |key| keys.push(key));
        keys
    };
    (0..store.len() as u32).into_par_iter().map(keys_of).collect()
}

/// The key that a paper of each record alone would have.
pub(super) fn names(store: &RecordStore) -> Vec<String> {
    (0..store.len() as u32).into_par_iter().map(|row| key_of_record(store, row).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColumnMapping;
    use crate::ingest::reading::{How, Reading};

    struct Full;

    impl Overflow for Full {
        fn take(&mut self, _: &mut RecordStore) -> Result<(), IngestError> {
            let source = std::io::Error::other("no space left");
            Err(IngestError::Write { path: "spill".into(), source })
        }
    }

    #[test]
    fn reading_stops_once_nothing_can_be_spilled() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("papers.jsonl");
        std::fs::write(&path, "{\"title\":\"On logs\",\"abstract\":\"They grow.\"}\n".repeat(1_000_000))
            .unwrap();
        let (mut full, columns) = (Full, ColumnMapping::default());
        let mut reading = Reading { bound: Some(Bound::new(0, &mut full)), ..Reading::default() };
        let bytes = thema_progress::Task::new("bytes", 0);
        let how = How { home: Path::new(""), format: None, encoding: None, columns: &columns, bytes: &bytes };
        reading.read(&path, &how);
        assert!(reading.has_failed() && reading.notes.inputs.is_empty());
        let read: u64 = format!("{bytes:?}").split(' ').next().unwrap().parse().unwrap();
        assert!(read < std::fs::metadata(&path).unwrap().len() / 2, "{read} bytes were read");
    }
}
