//! Records that do not fit in memory, put aside in parts by what they would be called.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::IngestError;
use crate::corpus::key_of_record;
use crate::reconcile::{Keys, join_keys, sort_by_text};
use crate::records::record_block::pack;
use crate::records::record_store::RecordStore;
use crate::spill::{Piece, Pieces};

/// Parts that records are put aside in: of so many times what is in memory at once, each fits in memory.
const PARTS: usize = 64;

/// Most keys by which a record can be joined.
const MOST_KEYS: usize = 5;

/// Takes records out of a store that has grown too large.
pub(crate) struct Spill {
    home: PathBuf,
    /// Bytes of records that may be in memory at once.
    pub(super) budget: usize,
    pub(super) files: Option<Spilled>,
    error: Option<IngestError>,
}

/// Records on the disk.
pub(super) struct Spilled {
    /// What joins them; a record is an item.
    pub(super) keys: Keys,
    pub(super) file: Pieces,
    pub(super) parts: KeyParts,
    records: u32,
}

/// Pieces of records parted by key, so that the parts in their order are the order of the keys.
pub(super) struct KeyParts {
    /// The least key of every part but the first, ascending.
    bounds: Vec<String>,
    pub(super) parts: Vec<KeyPart>,
}

/// The records of some keys.
#[derive(Default)]
pub(super) struct KeyPart {
    pub(super) pieces: Vec<Piece>,
    /// Bytes that they take in memory.
    pub(super) bytes: usize,
}

impl Spill {
    /// Keeps at most `memory` bytes of records in a store, and what is more in files in the folder `home`.
    pub(crate) fn new(home: &Path, memory: u64) -> Self {
        let budget = usize::try_from(memory).unwrap_or(usize::MAX);
        Self { home: home.to_owned(), budget, files: None, error: None }
    }

    /// Empties the store where it has grown too large. What goes wrong is told by [`spilled`](Self::spilled).
    pub(crate) fn bound(&mut self, store: &mut RecordStore) {
        if store.size() <= self.budget {
            return;
        }
        if self.error.is_none() {
            self.error = self.take(store).err();
        }
        store.clear();
    }

    /// Whether there is no use in reading on.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// The records that were put aside, those that are left in `store` among them; `None` where all are in memory.
    pub(super) fn spilled(mut self, store: &mut RecordStore) -> Result<Option<Spilled>, IngestError> {
        if self.files.is_some() && self.error.is_none() && store.len() > 0 {
            self.error = self.take(store).err();
            store.clear();
        }
        self.error.map_or(Ok(self.files), Err)
    }

    fn take(&mut self, store: &RecordStore) -> Result<(), IngestError> {
        let names = names(store);
        let files = match &mut self.files {
            Some(files) => files,
            none => none.insert(Spilled {
                keys: Keys::begin(&self.home)?,
                file: Pieces::begin(&self.home)?,
                parts: KeyParts::of(&names),
                records: 0,
            }),
        };
        let first = files.records;
        let joining: Vec<([u64; MOST_KEYS], usize)> =
            (0..store.len() as u32).into_par_iter().map(|row| keys_of(store, row)).collect();
        for (keys, count) in joining {
            files.keys.push(&keys[..count])?;
        }
        files.records += store.len() as u32;
        files.parts.add(&mut files.file, store, &names, |row| first + row)
    }
}

fn keys_of(store: &RecordStore, row: u32) -> ([u64; MOST_KEYS], usize) {
    let (mut keys, mut count) = ([0; MOST_KEYS], 0);
    join_keys(store, row, |key| {
        keys[count] = key;
        count += 1;
    });
    (keys, count)
}

/// What the paper of every record would be called.
fn names(store: &RecordStore) -> Vec<String> {
    (0..store.len() as u32).into_par_iter().map(|row| key_of_record(store, row).into_owned()).collect()
}

impl KeyParts {
    /// Parts of about equal size for records named as `names` are.
    fn of(names: &[String]) -> Self {
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.par_sort_unstable();
        let mut bounds: Vec<String> =
            (1..PARTS).map(|part| sorted[part * sorted.len() / PARTS].clone()).collect();
        bounds.dedup();
        bounds.retain(|bound| bound != sorted[0]);
        let parts = (0..=bounds.len()).map(|_| KeyPart::default()).collect();
        Self { bounds, parts }
    }

    /// Parts of the records of `store`, one of them at least.
    pub(super) fn of_store(store: &RecordStore) -> Self {
        Self::of(&names(store))
    }

    /// The keys of a part: from the first on, below the second.
    pub(super) fn range(&self, part: usize) -> (Option<&str>, Option<&str>) {
        let bound = |at: usize| self.bounds.get(at).map(String::as_str);
        (part.checked_sub(1).and_then(bound), bound(part))
    }

    /// Adds the records of `store`, which `number` numbers by their rows.
    pub(super) fn add_store(
        &mut self,
        file: &mut Pieces,
        store: &RecordStore,
        number: impl Fn(u32) -> u32 + Sync,
    ) -> Result<(), IngestError> {
        self.add(file, store, &names(store), number)
    }

    fn add(
        &mut self,
        file: &mut Pieces,
        store: &RecordStore,
        names: &[String],
        number: impl Fn(u32) -> u32 + Sync,
    ) -> Result<(), IngestError> {
        let mut rows: Vec<u32> = (0..store.len() as u32).collect();
        let name = |row: u32| names[row as usize].as_str();
        sort_by_text(&mut rows, |row| name(row).as_bytes(), |a, b| a.cmp(&b));
        let ends = self.bounds.iter().map(|bound| rows.partition_point(|&row| name(row) < bound.as_str()));
        let ends: Vec<usize> = ends.chain([rows.len()]).collect();
        let mut start = 0;
        let cuts: Vec<&[u32]> =
            ends.into_iter().map(|end| &rows[std::mem::replace(&mut start, end)..end]).collect();
        let pieces = file.append_all(&cuts, |rows| pack(store, rows, &number))?;
        let bytes_of_row = store.size() / store.len().max(1);
        for ((part, piece), rows) in self.parts.iter_mut().zip(pieces).zip(cuts) {
            if !rows.is_empty() {
                part.pieces.push(piece);
                part.bytes += rows.len() * bytes_of_row;
            }
        }
        Ok(())
    }
}
