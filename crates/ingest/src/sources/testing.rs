//! Helpers for the formats' own tests.

use crate::{Position, Record, Sink, Source, SourceError};

/// A sink that keeps everything.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) records: Vec<Record>,
    pub(super) rejects: Vec<(Position, String)>,
}

impl Sink for Kept {
    fn record(&mut self, _position: Position, record: Record) {
        self.records.push(record);
    }

    fn reject(&mut self, position: Position, reason: String) {
        self.rejects.push((position, reason));
    }
}

/// All records and rejects of `input`, which must have the source's format; the last reject is the record that
/// it ends inside.
pub(super) fn records(source: &dyn Source, mut input: &[u8]) -> (Vec<Record>, Vec<(Position, String)>) {
    let mut kept = Kept::default();
    match source.read(&mut input, &mut kept) {
        Err(SourceError::Cut { position: Some(position), reason }) => kept.rejects.push((position, reason)),
        ended => ended.unwrap(),
    }
    (kept.records, kept.rejects)
}

/// The number of the first line of `text` that begins with `start`.
pub(super) fn line_of(text: &str, start: &str) -> u64 {
    1 + text.lines().position(|line| line.starts_with(start)).unwrap() as u64
}
