//! The last check of a record before it reaches a sink.

use crate::text::markup::unmarked;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::{Position, Record, Sink};

/// Longest title and longest abstract, in bytes; a whole book is shorter.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// The record with plain texts, from a format in which markup can only come from the service behind it:
/// `<i>` in RIS, `&amp;` in BibTeX.
pub(super) fn unmarked_texts(mut record: Record) -> Record {
    if let Some(title) = unmarked(&record.title) {
        record.title = collapse(&title);
    }
    if let Some(text) = unmarked(&record.abstract_text) {
        let paragraphs: Vec<String> = text.lines().filter_map(collapse_nonempty).collect();
        record.abstract_text = paragraphs.join("\n");
    }
    record
}

/// The record if it has a title and its texts are not too long, or else the reason to reject it.
pub(super) fn checked(record: Result<Record, String>) -> Result<Record, String> {
    match record? {
        record if record.title.is_empty() => Err("no title".to_owned()),
        record if record.title.len().max(record.abstract_text.len()) > MAX_TEXT_BYTES => {
            Err(format!("title or abstract larger than {} MiB", MAX_TEXT_BYTES >> 20))
        }
        record => Ok(record),
    }
}

/// Passes on a [`checked`] record, or the reject.
pub(super) fn accept(sink: &mut dyn Sink, position: Position, record: Result<Record, String>) {
    match checked(record) {
        Ok(record) => sink.record(position, record),
        Err(reason) => sink.reject(position, reason),
    }
}
