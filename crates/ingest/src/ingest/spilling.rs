//! Records that do not fit in memory, put aside in runs that are sorted by what the records would be called.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::IngestError;
use crate::corpus::key_of_record;
use crate::reconcile::{Keys, join_keys, sort_by_text};
use crate::records::record_block::pack;
use crate::records::record_store::RecordStore;
use crate::spill::{Piece, Pieces};

/// Bytes of records that are read again together at least: every run may give that much to what is read for its neighbour.
const PIECE_BYTES: usize = 512 << 10;

/// Takes records out of the store that they are read into.
pub(crate) trait Overflow {
    /// Takes what the store holds, which is emptied after it.
    fn take(&mut self, store: &mut RecordStore) -> Result<(), IngestError>;
}

/// Keeps a store small.
pub(crate) struct Bound<'o> {
    /// Bytes of records that may be in memory at once.
    memory: usize,
    overflow: &'o mut dyn Overflow,
    error: Option<IngestError>,
}

impl<'o> Bound<'o> {
    /// Gives what a store holds to `overflow` whenever it is more than `memory` bytes.
    pub(crate) fn new(memory: u64, overflow: &'o mut dyn Overflow) -> Self {
        Self { memory: usize::try_from(memory).unwrap_or(usize::MAX), overflow, error: None }
    }

    /// Empties the store where it has grown too large. What goes wrong is told by [`ended`](Self::ended).
    pub(crate) fn hold(&mut self, store: &mut RecordStore) {
        if store.size() <= self.memory {
            return;
        }
        if self.error.is_none() {
            self.error = self.overflow.take(store).err();
        }
        store.clear();
    }

    /// Whether a corpus file of `bytes` bytes holds more than may be in memory: packed, texts take a third of their room.
    pub(crate) fn is_exceeded_by(&self, bytes: u64) -> bool {
        3 * bytes > self.memory as u64
    }

    /// Whether there is no use in reading on.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// What went wrong.
    pub(crate) fn ended(self) -> Result<(), IngestError> {
        self.error.map_or(Ok(()), Err)
    }
}

/// Puts records aside in files in a folder.
pub(super) struct Spill {
    home: PathBuf,
    files: Option<Spilled>,
}

/// Records on the disk.
pub(super) struct Spilled {
    /// What joins them; a record is an item.
    pub(super) keys: Keys,
    pub(super) file: Pieces,
    pub(super) pieces: Vec<RunPiece>,
    pub(super) records: u32,
}

/// Records that follow each other in the order of their names.
pub(super) struct RunPiece {
    /// Name of the first.
    pub(super) low: String,
    /// Name of the last.
    pub(super) high: String,
    pub(super) piece: Piece,
    /// Bytes that they take in memory.
    pub(super) bytes: usize,
}

impl Spill {
    /// Puts records aside in the folder `home`.
    pub(super) fn new(home: &Path) -> Self {
        Self { home: home.to_owned(), files: None }
    }

    /// The records that were put aside, those that are left in `store` among them; `None` where all are in memory.
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
    /// Puts the records of a store aside, which `number` numbers by their rows.
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

/// By what every record can be joined to others.
pub(crate) fn keys_of_all(store: &RecordStore) -> Vec<Vec<u64>> {
    let keys_of = |row: u32| {
        let mut keys = Vec::with_capacity(3);
        join_keys(store, row, |key| keys.push(key));
        keys
    };
    (0..store.len() as u32).into_par_iter().map(keys_of).collect()
}

/// What the paper of every record would be called.
pub(super) fn names(store: &RecordStore) -> Vec<String> {
    (0..store.len() as u32).into_par_iter().map(|row| key_of_record(store, row).into_owned()).collect()
}
