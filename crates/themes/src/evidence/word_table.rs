//! Values of words, looked up by the words' numbers.

use serde::{Deserialize, Serialize};

/// A map from word numbers to values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<(u32, f32)>", into = "Vec<(u32, f32)>")]
pub(super) struct WordTable {
    /// Sorted by word number.
    entries: Vec<(u32, f32)>,
    /// Start of the entries of each bucket, which share their high bits, and one past the last entry.
    starts: Vec<u32>,
    shift: u32,
}

impl From<Vec<(u32, f32)>> for WordTable {
    fn from(mut entries: Vec<(u32, f32)>) -> Self {
        entries.sort_unstable_by_key(|&(word, _)| word);
        entries.dedup_by_key(|&mut (word, _)| word);
        // About one entry per bucket.
        let bits = (usize::BITS - entries.len().leading_zeros()).clamp(1, 24);
        let shift = 32 - bits;
        let mut starts = vec![0_u32; (1 << bits) + 1];
        for &(word, _) in &entries {
            starts[(word >> shift) as usize + 1] += 1;
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        Self { entries, starts, shift }
    }
}

impl From<WordTable> for Vec<(u32, f32)> {
    fn from(table: WordTable) -> Self {
        table.entries
    }
}

impl WordTable {
    /// Value of a word; `None` if it is not in the table.
    pub(super) fn get(&self, word: u32) -> Option<f32> {
        let bucket = (word >> self.shift) as usize;
        let (from, to) = (*self.starts.get(bucket)?, *self.starts.get(bucket + 1)?);
        let entries = &self.entries[from as usize..to as usize];
        entries.iter().find(|&&(entry, _)| entry == word).map(|&(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_was_put_in_is_found(words in prop::collection::btree_set(any::<u32>(), 0..200), other in any::<u32>()) {
            let entries: Vec<(u32, f32)> = words.iter().map(|&word| (word, word as f32)).collect();
            let table = WordTable::from(entries.clone());
            for &(word, value) in &entries {
                prop_assert_eq!(table.get(word), Some(value));
            }
            prop_assert_eq!(table.get(other).is_some(), words.contains(&other));
            let stored = serde_json::to_string(&table).unwrap();
            prop_assert_eq!(serde_json::from_str::<WordTable>(&stored).unwrap(), table);
        }
    }

    #[test]
    fn the_empty_table_knows_nothing() {
        assert_eq!(WordTable::default().get(7), None);
    }
}
