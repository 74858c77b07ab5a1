//! Connected components of items that share keys, for more items than fit in memory together with their keys.

use std::path::Path;

use rayon::prelude::*;

use super::union_find::UnionFind;
use crate::IngestError;
use crate::spill::Buckets;

/// Keys are partitioned into this many files by their first bits, which divides the memory needed by as much.
const FILES: usize = 16;

/// The keys of items, in unnamed files.
pub(crate) struct Keys {
    files: Buckets,
    items: u32,
}

/// Bytes of a key and its item.
const ENTRY: usize = 8 + 4;

impl Keys {
    /// Starts a set of keys spilled to the folder `home`.
    pub(crate) fn begin(home: &Path) -> Result<Self, IngestError> {
        Ok(Self { files: Buckets::begin(home, FILES)?, items: 0 })
    }

    /// Adds an item with its keys and returns its number; items are numbered from 0.
    pub(crate) fn push(&mut self, keys: &[u64]) -> Result<u32, IngestError> {
        let item = self.items;
        for &key in keys {
            let mut entry = [0; ENTRY];
            entry[..8].copy_from_slice(&key.to_le_bytes());
            entry[8..].copy_from_slice(&item.to_le_bytes());
            self.files.append((key >> 60) as usize, &entry)?;
        }
        self.items += 1;
        Ok(item)
    }

    /// The components that the keys connect.
    pub(crate) fn connect(self) -> Result<Components, IngestError> {
        let Self { files, items } = self;
        let mut found = UnionFind::new(items);
        for bytes in files.contents() {
            let entries = entries(&bytes?);
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
fn entries(bytes: &[u8]) -> Vec<(u64, u32)> {
    let entry = |entry: &[u8; ENTRY]| {
        let (key, item) = entry.split_first_chunk().expect("eight of twelve bytes");
        (u64::from_le_bytes(*key), item.iter().rev().fold(0, |item, &byte| item << 8 | u32::from(byte)))
    };
    let mut entries: Vec<(u64, u32)> = bytes.as_chunks().0.par_iter().map(entry).collect();
    entries.par_sort_unstable();
    entries
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
