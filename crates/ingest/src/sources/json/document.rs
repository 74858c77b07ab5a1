//! A JSON text read whole.

use std::io::BufRead;

use serde_json::value::RawValue;

use super::papers::Parse;
use super::refusal::refusal;
use crate::sources::document::Document;
use crate::{Format, Position, Sink, SourceError};

/// A document without its byte order mark.
pub(super) struct JsonDocument {
    document: Document,
    format: Format,
    /// Bytes of the mark.
    skipped: usize,
}

impl JsonDocument {
    /// Reads `input` as [`Document::read`] does.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub(super) fn read(input: &mut dyn BufRead, format: Format) -> Result<Self, SourceError> {
        let document = Document::read(input, format)?;
        let text = document.text();
        let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
        Ok(Self { document, format, skipped })
    }

    pub(super) fn text(&self) -> &str {
        &self.document.text()[self.skipped..]
    }

    /// Where `part`, a slice of the text, begins in it.
    pub(super) fn offset(&self, part: &RawValue) -> usize {
        part.get().as_ptr() as usize - self.text().as_ptr() as usize
    }

    /// The position of `offset` of the text, as the start of record number `record`.
    pub(super) fn position(&self, record: u64, offset: usize) -> Position {
        self.document.position(record, self.skipped + offset)
    }

    /// Passes the record that `parse` makes of `paper`, a slice of the text, to `sink`, or the reject.
    pub(super) fn hand_on(&self, sink: &mut dyn Sink, record: u64, paper: &RawValue, parse: Parse<'_>) {
        let start = self.offset(paper);
        let position = self.position(record, start);
        let bytes = self.skipped + start..self.skipped + start + paper.get().len();
        if self.document.is_invalid(bytes) {
            return sink.reject(position, "invalid UTF-8".to_owned());
        }
        match parse(paper.get().as_bytes()) {
            Ok(record) => sink.record(position, record),
            Err(reason) => sink.reject(position, reason),
        }
    }

    /// The error for a text that failed to parse with `error`.
    pub(super) fn malformed(&self, error: &serde_json::Error) -> SourceError {
        if error.is_eof() {
            return SourceError::Cut { position: None, reason: refusal(error) };
        }
        SourceError::Malformed { format: self.format, reason: refusal(error) }
    }

    /// Whether the document was read to its end, as [`Document::ended`].
    ///
    /// # Errors
    /// Those of [`Document::ended`].
    pub(super) fn ended(self) -> Result<(), SourceError> {
        self.document.ended()
    }
}
