//! A sink for benches that read.

use thema_ingest::{Position, Record, RecordBatch, Sink};

/// Counts records and rejects, packed as a corpus would receive them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Number of records.
    pub records: usize,
    /// Number of rejects.
    pub rejects: usize,
}

impl Sink for Counter {
    fn record(&mut self, _: Position, _: Record) {
        self.records += 1;
    }

    fn packs(&self) -> bool {
        true
    }

    fn batch(&mut self, batch: &mut RecordBatch) {
        self.records += batch.len();
        self.rejects += batch.rejects().len();
    }

    fn reject(&mut self, _: Position, _: String) {
        self.rejects += 1;
    }
}
