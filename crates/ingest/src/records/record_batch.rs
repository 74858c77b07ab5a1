//! Records from one stretch of an input, prepared on the thread that parsed them.

use std::vec::Drain;

use crate::records::cleaning::clean;
use crate::records::record_store::RecordStore;
use crate::{Position, Record, Sink};

/// Records and rejects in the order of the input. Formats that parse in parallel pass them to a [`Sink`] in
/// batches; a sink that [packs](Sink::packs) gets them in columns, with few allocations.
pub struct RecordBatch {
    /// Cleaned records in columns, for a sink that packs.
    packed: Option<RecordStore>,
    /// Records as read, for any other sink.
    whole: Vec<(Position, Record)>,
    rejects: Vec<(Position, String)>,
}

impl RecordBatch {
    /// An empty batch, for a sink that packs or for one that does not.
    pub(crate) fn new(packs: bool) -> Self {
        Self { packed: packs.then(RecordStore::default), whole: Vec::new(), rejects: Vec::new() }
    }

    /// Reserves space for this many more records and text bytes, if the batch is packed.
    pub(crate) fn reserve(&mut self, records: usize, bytes: usize) {
        if let Some(store) = &mut self.packed {
            store.reserve(records, bytes);
        }
    }

    /// Capacity in bytes of the buffer that packed texts are copied to.
    pub(crate) fn text_capacity(&self) -> usize {
        self.packed.as_ref().map_or(0, |store| store.texts.capacity())
    }

    /// Removes the contents and keeps the memory.
    pub(crate) fn clear(&mut self) {
        if let Some(store) = &mut self.packed {
            store.clear();
        }
        self.whole.clear();
        self.rejects.clear();
    }

    /// The number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.packed.as_ref().map_or(self.whole.len(), RecordStore::len)
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions and reasons of the rejects.
    #[must_use]
    pub fn rejects(&self) -> &[(Position, String)] {
        &self.rejects
    }

    /// Adds a record, or the reason there is none.
    pub(crate) fn push(&mut self, position: Position, parsed: Result<Record, String>) {
        match (parsed, &mut self.packed) {
            (Ok(mut record), Some(store)) => {
                clean(&mut record);
                store.push(&record, 0, position.record);
            }
            (Ok(record), None) => self.whole.push((position, record)),
            (Err(reason), _) => self.rejects.push((position, reason)),
        }
    }

    /// Moves the packed records to `store` as records of input number `origin`, and returns the rejects.
    pub(crate) fn append_to(
        &mut self,
        store: &mut RecordStore,
        origin: u32,
    ) -> Drain<'_, (Position, String)> {
        if let Some(packed) = &mut self.packed {
            store.append(packed, origin);
        }
        self.rejects.drain(..)
    }

    /// Passes all unpacked records and all rejects to `sink` in the order of the input.
    pub(crate) fn unpack(&mut self, sink: &mut (impl Sink + ?Sized)) {
        let mut rejects = self.rejects.drain(..).peekable();
        for (position, record) in self.whole.drain(..) {
            while let Some((at, reason)) = rejects.next_if(|(at, _)| at.record < position.record) {
                sink.reject(at, reason);
            }
            sink.record(position, record);
        }
        for (at, reason) in rejects {
            sink.reject(at, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Log(Vec<(u64, Result<String, String>)>);

    impl Sink for Log {
        fn record(&mut self, position: Position, record: Record) {
            self.0.push((position.record, Ok(record.title)));
        }

        fn reject(&mut self, position: Position, reason: String) {
            self.0.push((position.record, Err(reason)));
        }
    }

    fn batch(packs: bool) -> RecordBatch {
        let mut batch = RecordBatch::new(packs);
        for (record, title) in (1..).zip(["", "On Queues", "", "", "On a paper’s logs", ""]) {
            let parsed = Ok(Record { title: title.replace('’', "â€™"), ..Record::default() });
            let parsed = if title.is_empty() { Err(format!("bad {record}")) } else { parsed };
            batch.push(Position { record, ..Position::default() }, parsed);
        }
        batch
    }

    #[test]
    fn records_and_rejects_come_in_the_order_of_the_input() {
        let mut whole = batch(false);
        assert_eq!((whole.len(), whole.rejects().len()), (2, 4));
        let mut log = Log::default();
        log.batch(&mut whole);
        assert!(whole.is_empty() && whole.rejects().is_empty());
        let expected = [
            Err("bad 1".to_owned()),
            Ok("On Queues".into()),
            Err("bad 3".into()),
            Err("bad 4".into()),
            Ok("On a paperâ€™s logs".into()),
            Err("bad 6".into()),
        ];
        assert!(log.0.into_iter().eq((1..).zip(expected)));
    }

    #[test]
    fn packed_records_are_clean_and_join_others() {
        let mut store = RecordStore::default();
        for _ in 0..2 {
            let mut packed = batch(true);
            assert_eq!(packed.len(), 2);
            assert_eq!(packed.append_to(&mut store, 7).count(), 4);
            assert!(packed.is_empty());
        }
        let titles = [0, 1, 2, 3].map(|row| store.text(row, crate::records::record_store::TextField::Title));
        assert_eq!(titles, ["On Queues", "On a paper’s logs", "On Queues", "On a paper’s logs"]);
        assert!(store.facts.iter().all(|facts| facts.input == 7));
        assert_eq!(store.facts[3].ordinal, 5);
    }
}
