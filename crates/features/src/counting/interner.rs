//! Numbers byte strings.

use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

/// Numbers distinct byte strings in order of first appearance.
///
/// The keys are in one arena, without an allocation per key. The first bytes of every key are in a separate
/// array, so most keys are found without reading the arena.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interner {
    numbers: HashTable<u32>,
    keys: Keys,
}

/// The keys, by number.
#[derive(Clone, Debug, Default)]
struct Keys {
    heads: Vec<u128>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Keys {
    fn key(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }

    fn is(&self, number: u32, head: u128, key: &[u8]) -> bool {
        self.heads[number as usize] == head && (key.len() <= LONGEST_HEAD || self.key(number) == key)
    }

    fn hash(&self, number: u32) -> u64 {
        hash(self.heads[number as usize], self.key(number))
    }

    fn push(&mut self, head: u128, key: &[u8]) -> u32 {
        let number = u32::try_from(self.ends.len()).expect("fewer than 2^32 distinct words fit in memory");
        self.heads.push(head);
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
        number
    }
}

impl Interner {
    /// Number of distinct keys.
    pub(crate) fn len(&self) -> usize {
        self.keys.ends.len()
    }

    /// The number of `key`; a new key gets the next number.
    pub(crate) fn intern(&mut self, key: &[u8]) -> u32 {
        let head = head(key);
        self.intern_hashed(head, hash(head, key), key)
    }

    /// The number of a key, given its head and hash.
    pub(super) fn intern_hashed(&mut self, head: u128, hash: u64, key: &[u8]) -> u32 {
        let Self { numbers, keys } = self;
        match numbers.entry(hash, |&number| keys.is(number, head, key), |&number| keys.hash(number)) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => *free.insert(keys.push(head, key)).get(),
        }
    }

    /// The number of `key`, if it was interned.
    pub(crate) fn get(&self, key: &[u8]) -> Option<u32> {
        let head = head(key);
        self.numbers.find(hash(head, key), |&number| self.keys.is(number, head, key)).copied()
    }

    /// The key of a number.
    pub(crate) fn key(&self, number: u32) -> &[u8] {
        self.keys.key(number)
    }

    /// The key of a number as text; empty if the key is not UTF-8.
    pub(crate) fn text(&self, number: u32) -> &str {
        std::str::from_utf8(self.key(number)).unwrap_or_default()
    }
}

/// Keys up to this length are identified by their heads alone.
pub(super) const LONGEST_HEAD: usize = 15;

/// The first 15 bytes of a key, and its length (capped at 255) in the highest byte.
pub(super) fn head(key: &[u8]) -> u128 {
    let length = key.len();
    let four = |at: usize| u32::from_le_bytes([key[at], key[at + 1], key[at + 2], key[at + 3]]);
    let eight = |at: usize| u64::from(four(at)) | u64::from(four(at + 4)) << 32;
    let bytes = match length {
        0..4 => key.iter().rev().fold(0, |head, &byte| head << 8 | u128::from(byte)),
        // The two reads overlap; the shift drops the bytes that the first one has read.
        4..8 => u128::from(u64::from(four(0)) | u64::from(four(length - 4)) >> (8 * (8 - length)) << 32),
        8..16 => u128::from(eight(0)) | u128::from(eight(length - 8)) >> (8 * (16 - length)) << 64,
        _ => u128::from(eight(0)) | u128::from(eight(7) >> 8) << 64,
    };
    bytes | (length.min(255) as u128) << 120
}

/// Folded multiplication of the halves of the head and, for a long key, the rest of it.
pub(super) fn hash(head: u128, key: &[u8]) -> u64 {
    let fold = |left: u64, right: u64| {
        let product = u128::from(left) * u128::from(right);
        product as u64 ^ (product >> 64) as u64
    };
    let hash = fold(head as u64 ^ 0x243f_6a88_85a3_08d3, (head >> 64) as u64 ^ 0x1319_8a2e_0370_7344);
    if key.len() <= LONGEST_HEAD {
        return fold(hash, 0x9e37_79b9_7f4a_7c15);
    }
    let mut hasher = FxHasher::default();
    hasher.write(&key[LONGEST_HEAD..]);
    fold(hash ^ hasher.finish(), 0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::{Interner, head};

    #[test]
    fn heads_hold_the_first_bytes_and_the_length() {
        let key: Vec<u8> = (1..=40).collect();
        for length in 0..=key.len() {
            let mut bytes = [0; 16];
            let held = length.min(15);
            bytes[..held].copy_from_slice(&key[..held]);
            bytes[15] = length as u8;
            assert_eq!(head(&key[..length]), u128::from_le_bytes(bytes), "{length}");
        }
    }

    #[test]
    fn keys_of_any_bytes_stay_apart() {
        let mut interner = Interner::default();
        let keys: [&[u8]; 8] =
            [b"", b"\0", b"\0\0", b"a", b"a\0", b"abcdefghijklmno", b"abcdefghijklmnop", b"abcdefghijklmnoq"];
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(interner.intern(key), number as u32);
        }
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(interner.get(key), Some(number as u32));
        }
    }

    #[test]
    fn keys_keep_their_numbers_while_the_table_grows() {
        let mut interner = Interner::default();
        let keys: Vec<String> = (0..5000).map(|i| format!("key{i}")).collect();
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(interner.intern(key.as_bytes()), number as u32);
        }
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(interner.intern(key.as_bytes()), number as u32);
            assert_eq!(interner.get(key.as_bytes()), Some(number as u32));
            assert_eq!(interner.text(number as u32), key);
        }
        assert_eq!(interner.get(b"absent"), None);
        assert_eq!(interner.intern(b""), 5000);
        assert_eq!(interner.len(), 5001);
    }
}
