//! The last check of a record before it reaches a sink.

use crate::{Position, Record, Sink};

/// Longest title and longest abstract, in bytes; a whole book has fewer.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// Hands on a record that has a title and texts of a size, and everything else as a reject.
pub(super) fn accept(sink: &mut dyn Sink, position: Position, record: Result<Record, String>) {
    match record {
        Ok(record) if record.title.is_empty() => sink.reject(position, "no title".to_owned()),
        Ok(record) if record.title.len().max(record.abstract_text.len()) > MAX_TEXT_BYTES => {
            sink.reject(position, format!("title or abstract of more than {} MiB", MAX_TEXT_BYTES >> 20));
        }
        Ok(record) => sink.record(position, record),
        Err(reason) => sink.reject(position, reason),
    }
}
