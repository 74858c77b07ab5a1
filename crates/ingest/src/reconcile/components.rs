//! Connected components of items that share keys, for more items than fit in memory together with their keys.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::union_find::UnionFind;
use crate::IngestError;

/// Keys are partitioned into this many files by their first bits, which divides the memory needed by as much.
const FILES: usize = 16;

/// The keys of items, in unnamed files.
pub(crate) struct Keys {
    home: PathBuf,
    files: Vec<BufWriter<File>>,
    items: u32,
}

/// Bytes of a key and its item.
const ENTRY: usize = 8 + 4;

impl Keys {
    /// Starts a set of keys spilled to the folder `home`.
    pub(crate) fn begin(home: &Path) -> Result<Self, IngestError> {
        let file = |_| tempfile::tempfile_in(home).map(BufWriter::new);
        let files = (0..FILES).map(file).collect::<io::Result<_>>();
        let files = files.map_err(|source| IngestError::Write { path: home.to_owned(), source })?;
        Ok(Self { home: home.to_owned(), files, items: 0 })
    }

    /// Adds an item with its keys and returns its number; items are numbered from 0.
    pub(crate) fn push(&mut self, keys: &[u64]) -> Result<u32, IngestError> {
        let item = self.items;
        for &key in keys {
            let mut entry = [0; ENTRY];
            entry[..8].copy_from_slice(&key.to_le_bytes());
            entry[8..].copy_from_slice(&item.to_le_bytes());
            let file = &mut self.files[(key >> 60) as usize];
            let written = file.write_all(&entry);
            written.map_err(|source| IngestError::Write { path: self.home.clone(), source })?;
        }
        self.items += 1;
        Ok(item)
    }

    /// The components that the keys connect.
    pub(crate) fn connect(self) -> Result<Components, IngestError> {
        let Self { home, files, items } = self;
        let mut found = UnionFind::new(items);
        for file in files {
            let entries =
                entries(file).map_err(|source| IngestError::Write { path: home.clone(), source })?;
            for same in entries.chunk_by(|a, b| a.0 == b.0) {
                for pair in same.windows(2) {
                    found.join(pair[0].1, pair[1].1);
                }
            }
        }
        let mut shared = vec![false; items as usize];
        for item in 0..items {
            let least = found.least(item);
            if least != item {
                (shared[item as usize], shared[least as usize]) = (true, true);
            }
        }
        Ok(Components { found, shared })
    }
}

/// The keys in a file with their items, sorted.
fn entries(file: BufWriter<File>) -> io::Result<Vec<(u64, u32)>> {
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let entry = |entry: &[u8; ENTRY]| {
        let (key, item) = entry.split_first_chunk().expect("eight of twelve bytes");
        (u64::from_le_bytes(*key), item.iter().rev().fold(0, |item, &byte| item << 8 | u32::from(byte)))
    };
    let mut entries: Vec<(u64, u32)> = bytes.as_chunks().0.par_iter().map(entry).collect();
    entries.par_sort_unstable();
    Ok(entries)
}

/// Items grouped into components.
pub(crate) struct Components {
    found: UnionFind,
    shared: Vec<bool>,
}

impl Components {
    /// Whether the item shares its component with another.
    pub(crate) fn is_shared(&self, item: u32) -> bool {
        self.shared[item as usize]
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// The number of items that share their component with another.
    pub(crate) fn shared(&self) -> usize {
        self.shared.iter().filter(|shared| **shared).count()
    }

    /// The least item of an item's component.
    pub(crate) fn of(&self, item: u32) -> u32 {
        self.found.least(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_with_a_key_in_common_are_connected_directly_or_not() {
        let home = tempfile::tempdir().unwrap();
        let mut keys = Keys::begin(home.path()).unwrap();
        let far = u64::MAX - 5;
        for of_item in [&[1, far][..], &[2], &[far], &[7], &[2, 9], &[], &[9], &[1 << 60]] {
            keys.push(of_item).unwrap();
        }
        let components = keys.connect().unwrap();
        let of: Vec<u32> = (0..8).map(|item| components.of(item)).collect();
        assert_eq!(of, [0, 1, 0, 3, 1, 5, 1, 7]);
        let shared: Vec<u32> = (0..8).filter(|&item| components.is_shared(item)).collect();
        assert_eq!((shared, components.shared()), (vec![0, 1, 2, 4, 6], 5));
    }
}
