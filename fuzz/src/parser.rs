//! What every parser target asserts: for any bytes, the parser ends without a panic, its records have a title
//! or are abstracts of others, and its positions never decrease.

use thema_ingest::{Format, Position, Record, Sink, sniff, source};

/// Checks what a format delivers.
#[derive(Default)]
struct Checking {
    last: Position,
}

impl Checking {
    fn check(&mut self, position: Position) {
        assert!(position.record > 0, "records count from 1");
        assert!(position >= self.last, "positions go in the order of the input");
        self.last = position;
    }
}

impl Sink for Checking {
    fn record(&mut self, position: Position, record: Record) {
        self.check(position);
        let is_abstract = !record.abstract_text.is_empty() && record.external_id.is_some();
        assert!(!record.title.trim().is_empty() || is_abstract, "a record has a title, or is the abstract of another");
    }

    fn reject(&mut self, position: Position, reason: String) {
        self.check(position);
        assert!(!reason.is_empty(), "a reject has a reason");
    }
}

/// Sniffs `bytes` and reads them as `format`.
pub fn read(format: Format, mut bytes: &[u8]) {
    let _ = sniff(bytes);
    let _ = source(format).read(&mut bytes, &mut Checking::default());
}
