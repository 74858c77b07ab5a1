//! Records as bytes, column by column and compressed, for this process to spill to disk.

use std::io;
use std::num::NonZeroU16;

use crate::Timestamp;
use crate::records::record_store::{Facts, RecordStore, TextField};

/// Zstandard compression level: the fastest that is not negative.
const LEVEL: i32 = 1;

/// Bytes of a record's facts.
const FACTS: usize = 3 * 8 + 2 + 1 + 4 + 8;

const WITHDRAWN: u8 = 1;
const KNOWN: u8 = 2;

/// The records in `rows` of `store`, compressed, each preceded by `numbers(row)`.
pub(crate) fn pack(store: &RecordStore, rows: &[u32], numbers: impl Fn(u32) -> u32) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(&to_bytes(store, rows, numbers), LEVEL)
}

/// The records in `rows` of `store`, each preceded by `numbers(row)`.
pub(crate) fn to_bytes(store: &RecordStore, rows: &[u32], numbers: impl Fn(u32) -> u32) -> Vec<u8> {
    let text_bytes = |row: &u32| -> usize {
        TextField::ALL.iter().map(|&field| store.bytes(*row, field).len()).sum::<usize>()
    };
    let mut bytes = Vec::with_capacity(rows.len() * (4 + FACTS) + rows.iter().map(text_bytes).sum::<usize>());
    bytes.extend((rows.len() as u32).to_le_bytes());
    for &row in rows {
        bytes.extend(numbers(row).to_le_bytes());
        push_facts(&store.facts[row as usize], &mut bytes);
    }
    for field in TextField::ALL {
        let used = store.has(field) && rows.iter().any(|&row| !store.bytes(row, field).is_empty());
        bytes.push(u8::from(used));
        if used {
            for &row in rows {
                bytes.extend((store.bytes(row, field).len() as u32).to_le_bytes());
            }
            for &row in rows {
                bytes.extend(store.bytes(row, field));
            }
        }
    }
    bytes
}

/// Adds to `store` the records of `packed` whose numbers `wanted` accepts, and returns the numbers of those
/// added. `None` if the bytes are not from [`pack`].
pub(crate) fn unpack(
    packed: &[u8],
    store: &mut RecordStore,
    wanted: impl Fn(u32) -> bool,
) -> Option<Vec<u32>> {
    from_bytes(&zstd::decode_all(packed).ok()?, store, wanted)
}

/// As [`unpack`], for bytes from [`to_bytes`].
pub(crate) fn from_bytes(
    bytes: &[u8],
    store: &mut RecordStore,
    wanted: impl Fn(u32) -> bool,
) -> Option<Vec<u32>> {
    let mut rest = Rest(bytes);
    let records = rest.u32()? as usize;
    let mut known = Vec::with_capacity(records);
    for _ in 0..records {
        known.push((rest.u32()?, facts(&mut rest)?));
    }
    let mut columns: Vec<Option<(&[u8], &[u8])>> = Vec::with_capacity(TextField::ALL.len());
    for _ in TextField::ALL {
        columns.push(if rest.take(1)? == [1] {
            let lengths = rest.take(4 * records)?;
            let all = lengths.as_chunks().0.iter().map(|&length| u32::from_le_bytes(length) as usize).sum();
            Some((lengths, rest.take(all)?))
        } else {
            None
        });
    }
    let mut taken = [0; TextField::ALL.len()];
    let mut numbers = Vec::new();
    for (record, (number, facts)) in known.into_iter().enumerate() {
        let mut texts = [""; TextField::ALL.len()];
        for ((text, column), taken) in texts.iter_mut().zip(&columns).zip(&mut taken) {
            let Some((lengths, all)) = column else { continue };
            let length = u32::from_le_bytes(*lengths[4 * record..].first_chunk()?) as usize;
            *text = std::str::from_utf8(&all[*taken..*taken + length]).ok()?;
            *taken += length;
        }
        if wanted(number) {
            store.push_texts(facts, |field| texts[field as usize]);
            numbers.push(number);
        }
    }
    Some(numbers)
}

fn push_facts(facts: &Facts, bytes: &mut Vec<u8>) {
    for time in [facts.published, facts.updated, facts.announced] {
        bytes.extend(time.map_or(0, Timestamp::to_bits).to_le_bytes());
    }
    bytes.extend(facts.version.map_or(0, NonZeroU16::get).to_le_bytes());
    bytes.push(WITHDRAWN * u8::from(facts.withdrawn) + KNOWN * u8::from(facts.known));
    bytes.extend(facts.input.to_le_bytes());
    bytes.extend(facts.ordinal.to_le_bytes());
}

fn facts(rest: &mut Rest<'_>) -> Option<Facts> {
    let [published, updated, announced] = [rest.u64()?, rest.u64()?, rest.u64()?].map(Timestamp::from_bits);
    let version = NonZeroU16::new(u16::from_le_bytes(*rest.take(2)?.first_chunk()?));
    let flags = rest.take(1)?[0];
    let (input, ordinal) = (rest.u32()?, rest.u64()?);
    let (withdrawn, known) = (flags & WITHDRAWN != 0, flags & KNOWN != 0);
    Some(Facts { published, updated, announced, version, withdrawn, input, ordinal, known })
}

/// The bytes not yet read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(*self.take(8)?.first_chunk()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    #[test]
    fn records_come_back_as_they_went() {
        let mut store = RecordStore::default();
        for row in 0..40_u64 {
            let record = Record {
                title: format!("On queues, {row}"),
                abstract_text: "Dürer waits. ".repeat(row as usize),
                doi: (row % 3 == 0).then(|| format!("10.1000/{row}")),
                published: Timestamp::from_year(1990 + row as i16),
                updated: Timestamp::from_unix_seconds(row as i64 - 20),
                version: (row % 2 == 0).then_some(row as u16),
                withdrawn: row % 5 == 0,
                ..Record::default()
            };
            store.push(&record, row as u32 % 4, row + 7);
        }
        store.facts[9].known = true;
        let rows: Vec<u32> = (0..40).rev().filter(|row| row % 7 != 0).collect();
        let packed = pack(&store, &rows, |row| 1000 + row).unwrap();
        let mut back = RecordStore::default();
        let numbers = unpack(&packed, &mut back, |number| number != 1005).unwrap();
        let expected: Vec<u32> = rows.into_iter().filter(|&row| row != 5).collect();
        assert_eq!(numbers, expected.iter().map(|row| 1000 + row).collect::<Vec<_>>());
        for (at, &row) in expected.iter().enumerate() {
            assert_eq!(back.facts[at], store.facts[row as usize]);
            for field in TextField::ALL {
                assert_eq!(back.text(at as u32, field), store.text(row, field));
            }
        }
        for cut in 0..packed.len() {
            assert!(unpack(&packed[..cut], &mut RecordStore::default(), |_| true).is_none(), "{cut}");
        }
    }
}
