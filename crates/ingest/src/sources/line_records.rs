//! Files with one record per line, read in blocks and parsed on all cores in file order.

use std::io::BufRead;

use super::block_reader::BlockReader;
use super::pipeline;
use crate::{Position, Record, RecordBatch, Sink, SourceError};

/// Block size in bytes; the lines of each block are parsed as one unit of parallel work. Independent of the
/// number of threads.
const BLOCK_BYTES: usize = 256 << 10;

/// Longest line, in bytes; no paper's metadata is longer.
const MAX_LINE_BYTES: usize = 4 << 20;

/// The record of a line, or why it has none.
type Parsed = Result<Record, String>;

/// Streams every line of `input` through `parse`, in parallel, to `sink`, in order. Empty lines are skipped.
///
/// # Errors
/// When `input` cannot be read further; the lines before that were delivered.
pub(super) fn read(
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: impl Fn(&[u8]) -> Parsed + Sync,
) -> Result<(), SourceError> {
    let blocks = BlockReader::new(if sink.thins() { pipeline::THIN_BYTES } else { BLOCK_BYTES });
    let mut reader =
        Reader { blocks, finishes_lines: sink.thins(), dropped: 0, lines_before: Some(0), records: 0 };
    pipeline::run_batches(
        sink,
        &mut reader,
        |reader, is_wanted| if is_wanted { reader.next_block(input) } else { reader.skip_block(input) },
        |block, batch| block.parse(&parse, batch),
        |reader, buffer| reader.blocks.reuse(buffer),
    );
    reader.blocks.ended()
}

/// The position of a line in a block.
struct Line {
    start: usize,
    end: usize,
    position: Position,
    /// The length of a line that is too long; its bytes are not kept.
    oversized: Option<u64>,
}

impl Line {
    fn parse(&self, bytes: &[u8], parse: &impl Fn(&[u8]) -> Parsed) -> Parsed {
        match self.oversized {
            Some(length) => Err(format!("a line of {length} bytes, more than the {MAX_LINE_BYTES} allowed")),
            None => parse(&bytes[self.start..self.end]),
        }
    }
}

/// Whole lines.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    lines: Vec<Line>,
}

impl Block {
    /// Fills `batch`; returns the buffer.
    fn parse(self, parse: &impl Fn(&[u8]) -> Parsed, batch: &mut RecordBatch) -> Vec<u8> {
        batch.reserve(self.lines.len(), self.lines.iter().map(|line| line.end - line.start).sum());
        for line in &self.lines {
            batch.push(line.position, line.parse(&self.bytes, parse));
        }
        self.bytes
    }
}

/// The part of an input not yet split into lines, and its position.
struct Reader {
    blocks: BlockReader,
    /// Whether a block must end with a line, because what follows may be skipped.
    finishes_lines: bool,
    /// Bytes already discarded of an unfinished line that is too long.
    dropped: u64,
    /// `None` after skipped lines.
    lines_before: Option<u64>,
    records: u64,
}

impl Reader {
    /// Reads one more block, unless the input has ended.
    fn next_block(&mut self, input: &mut dyn BufRead) -> Option<Block> {
        if !self.blocks.fill(input) {
            return None;
        }
        if self.finishes_lines {
            self.blocks.finish_line(input, MAX_LINE_BYTES);
        }
        Some(self.take_lines())
    }

    /// Skips one more block and the rest of the line that it ends in.
    fn skip_block(&mut self, input: &mut dyn BufRead) -> Option<Block> {
        (self.dropped, self.lines_before) = (0, None);
        self.blocks.skip(input).then(Block::default)
    }

    /// Takes the finished lines that are not empty; at the end of the input also the unfinished one.
    fn take_lines(&mut self) -> Block {
        let at_end = self.blocks.is_at_end();
        let filled = self.blocks.filled();
        let finished = match memchr::memrchr(b'\n', filled) {
            _ if at_end => filled.len(),
            Some(last) => last + 1,
            None => 0,
        };
        let first_byte = self.blocks.bytes_before();
        let buffer = self.blocks.take(finished);
        let bytes = &buffer[..finished];
        let mut lines = Vec::new();
        let mut start = 0;
        let last = (at_end && !bytes.is_empty() && !bytes.ends_with(b"\n")).then_some(bytes.len());
        for end in memchr::memchr_iter(b'\n', bytes).chain(last) {
            lines.extend(self.line(bytes, first_byte, start, end));
            self.lines_before = self.lines_before.map(|before| before + 1);
            start = end + 1;
        }
        if at_end && self.dropped > 0 {
            lines.extend(self.line(bytes, first_byte, bytes.len(), bytes.len()));
        }
        let unfinished = self.blocks.filled().len();
        if unfinished > MAX_LINE_BYTES || (self.dropped > 0 && !at_end) {
            self.dropped += unfinished as u64;
            self.blocks.discard();
        }
        Block { bytes: buffer, lines }
    }

    /// The line from `start` to `end` of `bytes`, unless it is empty. `first_byte` is the input offset of
    /// `bytes`.
    fn line(&mut self, bytes: &[u8], first_byte: u64, start: usize, end: usize) -> Option<Line> {
        let dropped = std::mem::take(&mut self.dropped);
        let length = (end - start) as u64 + dropped;
        let oversized = (length > MAX_LINE_BYTES as u64).then_some(length);
        if oversized.is_none() && bytes[start..end].trim_ascii().is_empty() {
            return None;
        }
        self.records += 1;
        let byte = first_byte + start as u64 - dropped;
        let line = self.lines_before.map(|before| before + 1);
        let position = Position { record: self.records, line, byte };
        Some(Line { start, end, position, oversized })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::Kept;

    #[allow(clippy::unnecessary_wraps, reason = "the signature of a parser")]
    fn title(line: &[u8]) -> Result<Record, String> {
        Ok(Record { title: String::from_utf8_lossy(line).into_owned(), ..Record::default() })
    }

    #[test]
    fn lines_across_blocks_stay_whole_and_in_order() {
        let long = "x".repeat(MAX_LINE_BYTES / 2);
        let text = (0..12).map(|n| format!("{n} {long}\r\n\n")).collect::<Vec<_>>().concat();
        let mut kept = Kept::default();
        read(&mut text.as_bytes(), &mut kept, title).unwrap();
        assert_eq!(kept.records.len(), 12);
        for (n, record) in kept.records.iter().enumerate() {
            assert!(record.title.starts_with(&format!("{n} x")) && record.title.len() > long.len());
        }
    }

    #[test]
    fn a_line_longer_than_memory_should_hold_is_rejected_and_the_next_is_read() {
        let mut text = b"first\n".to_vec();
        text.resize(text.len() + 5 * MAX_LINE_BYTES / 2, b'x');
        text.extend_from_slice(b"\nlast");
        let mut kept = Kept::default();
        read(&mut text.as_slice(), &mut kept, title).unwrap();
        let titles: Vec<_> = kept.records.iter().map(|record| record.title.as_str()).collect();
        assert_eq!(titles, ["first", "last"]);
        let (position, reason) = &kept.rejects[0];
        assert_eq!(*position, Position { record: 2, line: Some(2), byte: 6 });
        assert!(reason.contains(&(5 * MAX_LINE_BYTES / 2).to_string()), "{reason}");
    }
}
