//! Byte strings to numbers.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Numbers distinct byte strings in the order of their first appearance.
///
/// An open-addressing table over one arena: no allocation a key, eight bytes a slot.
#[derive(Clone, Debug)]
pub(crate) struct Interner {
    /// Upper half of the hash, then the number plus one; 0 is free. The length is a power of two.
    slots: Vec<u64>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

const NUMBER: u64 = 0xffff_ffff;

impl Default for Interner {
    fn default() -> Self {
        Self { slots: vec![0; 64], bytes: Vec::new(), ends: Vec::new() }
    }
}

impl Interner {
    /// Number of distinct keys.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of `key`; a key not seen before gets the next one.
    pub(crate) fn intern(&mut self, key: &[u8]) -> u32 {
        let hash = hash(key);
        match self.find(hash, key) {
            Ok(number) => number,
            Err(slot) => self.insert(slot, hash, key),
        }
    }

    /// The number of `key` if it was interned.
    pub(crate) fn get(&self, key: &[u8]) -> Option<u32> {
        self.find(hash(key), key).ok()
    }

    /// The key of a number.
    pub(crate) fn key(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }

    /// The key of a number as text; keys that are not UTF-8 read as empty.
    pub(crate) fn text(&self, number: u32) -> &str {
        std::str::from_utf8(self.key(number)).unwrap_or_default()
    }

    fn find(&self, hash: u64, key: &[u8]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            let number = (entry & NUMBER) as u32 - 1;
            if (entry ^ hash) & !NUMBER == 0 && self.key(number) == key {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn insert(&mut self, slot: usize, hash: u64, key: &[u8]) -> u32 {
        let number = u32::try_from(self.ends.len()).expect("fewer than 2^32 distinct words fit in memory");
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
        self.slots[slot] = (hash & !NUMBER) | (u64::from(number) + 1);
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0; mask + 1];
        for number in 0..self.ends.len() as u32 {
            let hash = hash(self.key(number));
            let mut slot = hash as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = (hash & !NUMBER) | (u64::from(number) + 1);
        }
        self.slots = slots;
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::Interner;

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
