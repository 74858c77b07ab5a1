//! The sink of a run, which collects the records of its inputs.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::ingest::spilling::Bound;
use crate::ingest::thinning::Thinning;
use crate::records::cleaning::clean;
use crate::records::record_store::RecordStore;
use crate::{Format, Position, Record, RecordBatch, Reject, Sink};

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

    fn batch(&mut self, batch: &mut RecordBatch) {
        if let Some(thinning) = &mut self.thinning {
            return thinning.keep_records(batch);
    fn has_ended(&self) -> bool {
        self.bound.as_ref().is_some_and(|bound| bound.has_failed())
    }

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
        self.rejects.push(Reject {
            path: self.path.to_owned(),
            format: Some(self.format),
            position: Some(position),
            reason,
            unread: false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_records_are_expected_as_the_bytes_promise() {
        let mut store = RecordStore::default();
        (0..100).for_each(|_| store.push(&Record::default(), 0, 0));
        let mut expected = |taken: u64, bytes_before, total_bytes| {
            Collecting {
                store: &mut store,
                bound: None,
                thinning: None,
                rejects: &mut Vec::new(),
                path: Path::new("papers.jsonl"),
                format: Format::KaggleJsonl,
                origin: 0,
                taken: &AtomicU64::new(taken),
                bytes_before,
                total_bytes,
                records: 0,
                rejected: 0,
            }
            .expected()
        };
        assert_eq!(expected(200, 300, Some(1000)), 225);
        assert_eq!(expected(200, 300, None), 0);
        assert_eq!(expected(0, 0, Some(1000)), 0);
    }
}
