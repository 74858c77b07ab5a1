//! Whole pages of text in memory, with the way back to bytes and lines.

use std::io::{BufRead, Read};
use std::ops::Range;

use crate::{Format, Position, SourceError};

/// Pages are small; what is larger is not a page.
const MAX_BYTES: u64 = 256 << 20;

/// Bytes of text between two marks of how many lines stand before.
const LINE_MARK_BYTES: usize = 4096;

/// A page read whole. Bytes that are not UTF-8 stand as U+FFFD and are remembered.
pub(crate) struct Document {
    text: String,
    /// For each run of invalid bytes: where its U+FFFD stands in `text`, and how many bytes of the input stand
    /// before the first character after it.
    invalid: Vec<(usize, u64)>,
    /// Line feeds before every multiple of [`LINE_MARK_BYTES`], so that finding a line does not count from the top.
    line_marks: Vec<u32>,
    /// Why there may be more that could not be read.
    failure: Option<SourceError>,
}

impl Document {
    /// Reads `input` to its end, or to where it cannot be read on, which [`ended`](Self::ended) tells.
    ///
    /// # Errors
    /// When nothing of it can be read, and when it is larger than any page.
    pub(crate) fn read(input: &mut dyn BufRead, format: Format) -> Result<Self, SourceError> {
        let mut bytes = Vec::new();
        let count = input.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        let failure = count.err().map(|source| SourceError::Read { byte: bytes.len() as u64, source });
        if bytes.is_empty()
            && let Some(failure) = failure
        {
            return Err(failure);
        }
        if bytes.len() as u64 > MAX_BYTES {
            let reason = format!("a page of more than {MAX_BYTES} bytes");
            return Err(SourceError::Malformed { format, reason });
        }
        Ok(Self { failure, ..Self::from_bytes(bytes) })
    }

    /// Says whether the page was read to its end.
    ///
    /// # Errors
    /// By which the reading ended before.
    pub(crate) fn ended(self) -> Result<(), SourceError> {
        self.failure.map_or(Ok(()), Err)
    }

    fn from_bytes(bytes: Vec<u8>) -> Self {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => return Self::new(text, Vec::new()),
            Err(error) => error.into_bytes(),
        };
        let (mut text, mut invalid, mut read) = (String::with_capacity(bytes.len()), Vec::new(), 0);
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            read += chunk.valid().len() as u64;
            if !chunk.invalid().is_empty() {
                read += chunk.invalid().len() as u64;
                invalid.push((text.len(), read));
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        Self::new(text, invalid)
    }

    fn new(text: String, invalid: Vec<(usize, u64)>) -> Self {
        let mut before = 0;
        let line_marks = text.as_bytes().chunks(LINE_MARK_BYTES).map(|chunk| {
            let mark = before;
            before += memchr::memchr_iter(b'\n', chunk).count() as u32;
            mark
        });
        Self { line_marks: line_marks.collect(), text, invalid, failure: None }
    }

    /// The page's text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The place of the character at `offset` of the text, as the start of record number `record`.
    pub(crate) fn position(&self, record: u64, offset: usize) -> Position {
        let before = self.invalid.partition_point(|&(at, _)| at < offset);
        let byte = match before.checked_sub(1).map(|last| self.invalid[last]) {
            None => offset as u64,
            Some((at, read)) => read + (offset - at - char::REPLACEMENT_CHARACTER.len_utf8()) as u64,
        };
        Position { record, line: Some(self.lines_before(offset) + 1), byte }
    }

    fn lines_before(&self, offset: usize) -> u64 {
        let Some(mark) = offset.checked_sub(1).map(|last| last / LINE_MARK_BYTES) else { return 0 };
        let since = &self.text.as_bytes()[mark * LINE_MARK_BYTES..offset];
        u64::from(self.line_marks[mark]) + memchr::memchr_iter(b'\n', since).count() as u64
    }

    /// Whether any byte of `range` of the text was not UTF-8.
    pub(crate) fn is_invalid(&self, range: Range<usize>) -> bool {
        let first = self.invalid.partition_point(|&(at, _)| at < range.start);
        self.invalid.get(first).is_some_and(|&(at, _)| at < range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_the_bytes_of_the_input() {
        let document = Document::from_bytes(b"ab\xff\xfe\ncd\xe2\x82\nef".to_vec());
        let at = |text: &str| document.text().find(text).unwrap();
        assert_eq!(document.position(1, at("ab")).byte, 0);
        assert_eq!(document.position(1, at("cd")), Position { record: 1, line: Some(2), byte: 5 });
        assert_eq!(document.position(2, at("ef")), Position { record: 2, line: Some(3), byte: 10 });
        assert!(document.is_invalid(0..at("cd")));
        assert!(!document.is_invalid(at("cd")..at("cd") + 2));
        assert!(!document.is_invalid(at("ef")..document.text().len()));
    }

    #[test]
    fn lines_are_found_anywhere_in_a_long_page() {
        let document = Document::from_bytes(b"a line of text\n".repeat(3 * LINE_MARK_BYTES));
        let text = document.text();
        for offset in (0..text.len()).step_by(LINE_MARK_BYTES / 8).chain([1, text.len()]) {
            let counted = text[..offset].matches('\n').count() as u64 + 1;
            assert_eq!(document.position(1, offset).line, Some(counted), "at {offset}");
        }
    }
}
