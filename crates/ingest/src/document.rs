//! Whole pages of text in memory, with the way back to bytes and lines.

use std::io::{BufRead, Read};
use std::ops::Range;

use crate::{Format, Position, SourceError};

/// Pages are small; what is larger is not a page.
const MAX_BYTES: u64 = 256 << 20;

/// A page read whole. Bytes that are not UTF-8 stand as U+FFFD and are remembered.
pub(crate) struct Document {
    text: String,
    /// For each run of invalid bytes: where its U+FFFD stands in `text`, and how many bytes of the input stand
    /// before the first character after it.
    invalid: Vec<(usize, u64)>,
}

impl Document {
    /// Reads `input` to its end.
    ///
    /// # Errors
    /// When it cannot be read or is larger than any page.
    pub(crate) fn read(input: &mut dyn BufRead, format: Format) -> Result<Self, SourceError> {
        let mut bytes = Vec::new();
        let count = input.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        let count = count.map_err(|source| SourceError::Read { byte: bytes.len() as u64, source })?;
        if count as u64 > MAX_BYTES {
            let reason = format!("a page of more than {MAX_BYTES} bytes");
            return Err(SourceError::Malformed { format, reason });
        }
        Ok(Self::from_bytes(bytes))
    }

    fn from_bytes(bytes: Vec<u8>) -> Self {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => return Self { text, invalid: Vec::new() },
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
        Self { text, invalid }
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
        let line = memchr::memchr_iter(b'\n', &self.text.as_bytes()[..offset]).count() as u64 + 1;
        Position { record, line: Some(line), byte }
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
}
