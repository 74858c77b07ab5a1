//! A whole page of text in memory, with the mapping back to bytes and lines of the input.

use std::io::{self, BufRead, Read};
use std::ops::Range;

use crate::text::line_ends::are_returns;
use crate::{Format, Position, SourceError};

/// Largest page, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Bytes of text between two marks that store the number of lines before them.
const LINE_MARK_BYTES: usize = 4096;

/// A page read whole. Invalid UTF-8 is replaced with U+FFFD and its positions are remembered. If lines end with carriage
/// returns alone, these are replaced with line feeds.
pub(crate) struct Document {
    text: String,
    /// For each run of invalid bytes: the offset of its U+FFFD in `text`, and the number of input bytes
    /// before the first character after it.
    invalid: Vec<(usize, u64)>,
    /// Line feeds before every multiple of [`LINE_MARK_BYTES`], so that finding a line need not count from
    /// the top.
    line_marks: Vec<u32>,
    /// Why the rest of the page could not be read, if so.
    failure: Option<SourceError>,
}

impl Document {
    /// Reads `input` to its end or to a read error, which [`ended`](Self::ended) reports.
    ///
    /// # Errors
    /// When nothing can be read, or the input is larger than the largest page.
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
            let limit = MAX_BYTES >> 20;
            let reason =
                format!("files of the format {format} are read whole, up to {limit} MiB; split this one");
            return Err(SourceError::Read { byte: MAX_BYTES, source: io::Error::other(reason) });
        }
        Ok(Self { failure, ..Self::from_bytes(bytes) })
    }

    /// Whether the page was read to its end.
    pub(crate) const fn is_whole(&self) -> bool {
        self.failure.is_none()
    }

    /// Whether the page was read to its end.
    ///
    /// # Errors
    /// The error that ended reading early.
    pub(crate) fn ended(self) -> Result<(), SourceError> {
        self.failure.map_or(Ok(()), Err)
    }

    fn from_bytes(mut bytes: Vec<u8>) -> Self {
        if are_returns(&bytes) {
            bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
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

    /// The position of the character at `offset` of the text, as the start of record number `record`.
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

    /// Whether `range` of the text contained invalid UTF-8.
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
    fn a_page_without_end_is_refused_in_words() {
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        let refused = Document::read(&mut endless, Format::Ris).err().unwrap();
        let SourceError::Read { byte: MAX_BYTES, source } = refused else { panic!("{refused}") };
        assert_eq!(
            source.to_string(),
            "files of the format ris are read whole, up to 256 MiB; split this one"
        );
    }

    #[test]
    fn old_line_ends_become_line_feeds() {
        let document = Document::from_bytes(b"a\rb\r".to_vec());
        assert_eq!((document.text(), document.position(1, 2).line), ("a\nb\n", Some(2)));
        assert_eq!(Document::from_bytes(b"a\rb\n".to_vec()).text(), "a\rb\n");
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
