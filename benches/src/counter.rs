//! A sink for benches that read.

use thema_ingest::{Position, Record, RecordBatch, Sink};

/// Counts what it is given, as packed as a corpus would take it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Records of papers.
    pub records: usize,
    /// What could not be read as one.
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
