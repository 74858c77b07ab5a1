//! The sink of a run, which collects the records of its inputs.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::ingest::spilling::Bound;
use crate::ingest::thinning::Thinning;
use crate::records::cleaning::clean;
use crate::records::record_store::RecordStore;
use crate::{Format, Position, Record, RecordBatch, Reject, Sink};

/// Most rejects of an input that are listed; the others are counted.
const MAX_LISTED: u64 = 100_000;

/// Cleans and stores the records that a source reads.
pub(crate) struct Collecting<'a, 'o> {
    pub(crate) store: &'a mut RecordStore,
    /// Limits the size of the store.
    pub(crate) bound: Option<&'a mut Bound<'o>>,
    /// Receives all records when only a draw of them is wanted.
    pub(crate) thinning: Option<&'a mut Thinning>,
    pub(crate) rejects: &'a mut Vec<Reject>,
    pub(crate) path: &'a Path,
    pub(crate) format: Format,
    pub(crate) origin: u32,
    /// Bytes read of this input. `bytes_before` are those of earlier inputs, `total_bytes` those of all.
    pub(crate) taken: &'a AtomicU64,
    pub(crate) bytes_before: u64,
    pub(crate) total_bytes: Option<u64>,
    pub(crate) records: u64,
    pub(crate) rejected: u64,
}

impl Collecting<'_, '_> {
    fn bound(&mut self) {
        if let Some(bound) = &mut self.bound {
            bound.hold(self.store);
        }
    }

    /// The number of records that the inputs will have if they continue as they began, plus an eighth; 0 if
    /// unknown.
    fn expected(&self) -> usize {
        match (self.bytes_before + self.taken.load(Ordering::Relaxed), self.total_bytes) {
            // The bytes of a mapped file are not counted.
            (0, _) | (_, None) => 0,
            (taken, Some(total)) => {
                (1.125 * self.store.len() as f64 * (total as f64 / taken as f64)) as usize
            }
        }
    }
}

impl Sink for Collecting<'_, '_> {
    fn record(&mut self, position: Position, mut record: Record) {
        if let Some(thinning) = &mut self.thinning {
            return thinning.push(position, Ok(record));
        }
        clean(&mut record);
        self.records += 1;
        self.store.push(&record, self.origin, position.record);
        self.bound();
    }

    fn packs(&self) -> bool {
        true
    }

    fn thins(&self) -> bool {
        self.thinning.is_some()
    }

    fn wants_piece(&self) -> bool {
        self.thinning.as_ref().is_none_or(|thinning| thinning.wants_piece())
    }

    fn meet_piece(&mut self) {
        if let Some(thinning) = &mut self.thinning {
            thinning.meet_piece();
        }
    }

    fn has_ended(&self) -> bool {
        self.bound.as_ref().is_some_and(|bound| bound.has_failed())
    }

    fn batch(&mut self, batch: &mut RecordBatch) {
        if let Some(thinning) = &mut self.thinning {
            return thinning.keep_records(batch);
        }
        self.records += batch.len() as u64;
        self.store.expect(self.expected());
        for (position, reason) in batch.append_to(self.store, self.origin) {
            self.reject(position, reason);
        }
        self.bound();
    }

    fn reject(&mut self, position: Position, reason: String) {
        if let Some(thinning) = &mut self.thinning {
            return thinning.push(position, Err(reason));
        }
        self.rejected += 1;
        if self.rejected > MAX_LISTED + 1
            && let Some(last) = self.rejects.last_mut()
        {
            last.unlisted += 1;
            return;
        }
        let is_listed = self.rejected <= MAX_LISTED;
        let unlisted = || {
            "more than 100,000 records of this input are rejected; from here on they are only counted"
                .to_owned()
        };
        self.rejects.push(Reject {
            path: self.path.to_owned(),
            format: Some(self.format),
            position: Some(position),
            reason: if is_listed { reason } else { unlisted() },
            unread: false,
            unlisted: u64::from(!is_listed),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collecting<'a, 'o>(
        store: &'a mut RecordStore,
        rejects: &'a mut Vec<Reject>,
        taken: &'a AtomicU64,
    ) -> Collecting<'a, 'o> {
        Collecting {
            store,
            bound: None,
            thinning: None,
            rejects,
            path: Path::new("papers.jsonl"),
            format: Format::KaggleJsonl,
            origin: 0,
            taken,
            bytes_before: 0,
            total_bytes: None,
            records: 0,
            rejected: 0,
        }
    }

    #[test]
    fn as_many_records_are_expected_as_the_bytes_promise() {
        let mut store = RecordStore::default();
        (0..100).for_each(|_| store.push(&Record::default(), 0, 0));
        let mut expected = |taken: u64, bytes_before, total_bytes| {
            let (mut rejects, taken) = (Vec::new(), AtomicU64::new(taken));
            let sink = collecting(&mut store, &mut rejects, &taken);
            Collecting { bytes_before, total_bytes, ..sink }.expected()
        };
        assert_eq!(expected(200, 300, Some(1000)), 225);
        assert_eq!(expected(200, 300, None), 0);
        assert_eq!(expected(0, 0, Some(1000)), 0);
    }

    #[test]
    fn rejects_without_end_are_counted() {
        let (mut store, mut rejects, taken) = (RecordStore::default(), Vec::new(), AtomicU64::new(0));
        let mut sink = collecting(&mut store, &mut rejects, &taken);
        let position = |record| Position { record, line: None, byte: 0 };
        (1..=MAX_LISTED + 7).for_each(|record| sink.reject(position(record), "no title".to_owned()));
        assert_eq!(sink.rejected, MAX_LISTED + 7);
        assert_eq!(rejects.len() as u64, MAX_LISTED + 1);
        let last = rejects.last().unwrap();
        assert_eq!((last.position, last.unlisted), (Some(position(MAX_LISTED + 1)), 7));
        assert_eq!(rejects.iter().map(Reject::count).sum::<u64>(), MAX_LISTED + 7);
    }
}
