//! The last check of a record before it reaches a sink.

use crate::{Position, Record, Sink};

/// Longest title and longest abstract, in bytes; a whole book has fewer.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// A record that has a title and texts of a size, and everything else as a reason to reject it.
pub(super) fn checked(record: Result<Record, String>) -> Result<Record, String> {
    match record? {
        record if record.title.is_empty() => Err("no title".to_owned()),
        record if record.title.len().max(record.abstract_text.len()) > MAX_TEXT_BYTES => {
            Err(format!("title or abstract of more than {} MiB", MAX_TEXT_BYTES >> 20))
        }
        record => Ok(record),
    }
}

/// Hands on a record that is [`checked`], or the reject.
pub(super) fn accept(sink: &mut dyn Sink, position: Position, record: Result<Record, String>) {
    match checked(record) {
        Ok(record) => sink.record(position, record),
        Err(reason) => sink.reject(position, reason),
    }
}
