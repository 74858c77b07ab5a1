//! The last check of a record before it reaches a sink.

use crate::{Position, Record, Sink};

/// Hands on a record that has a title, and everything else as a reject.
pub(super) fn accept(sink: &mut dyn Sink, position: Position, record: Result<Record, String>) {
    match record {
        Ok(record) if record.title.is_empty() => sink.reject(position, "no title".to_owned()),
        Ok(record) => sink.record(position, record),
        Err(reason) => sink.reject(position, reason),
    }
}
