//! Reads an input in blocks; the unfinished rest of a block is kept for the next.

use std::io::{self, BufRead, ErrorKind, Read};

use crate::SourceError;
use crate::text::byte_order_mark::BYTE_ORDER_MARK;

/// Bytes requested by the first read. The buffer grows as the input turns out to be larger.
const FIRST_READ_BYTES: usize = 1 << 16;

/// What was read and not yet taken, and its position in the input.
pub(super) struct BlockReader {
    block_bytes: usize,
    /// The buffer, of which the first `filled` bytes are read.
    buffer: Vec<u8>,
    filled: usize,
    /// Buffers of delivered blocks, which need not be zeroed again.
    spare: Vec<Vec<u8>>,
    /// Bytes of the input before the filled ones.
    bytes_before: u64,
    is_at_end: bool,
    /// Whether the input is at the end of a skipped block, usually inside a line.
    is_cut: bool,
    /// Why no more could be read.
    error: Option<SourceError>,
}

impl BlockReader {
    /// A reader of blocks of `block_bytes`.
    pub(super) const fn new(block_bytes: usize) -> Self {
        Self {
            block_bytes,
            buffer: Vec::new(),
            filled: 0,
            spare: Vec::new(),
            bytes_before: 0,
            is_at_end: false,
            is_cut: false,
            error: None,
        }
    }

    /// Appends one more block to the bytes that were not taken; returns whether the input had not already
    /// ended. A byte order mark at the start of the input is skipped.
    ///
    /// The unfinished rest is scanned again, so at least as many bytes are read as it has. This keeps the
    /// total work linear.
    pub(super) fn fill(&mut self, input: &mut dyn BufRead) -> bool {
        if self.is_at_end {
            return false;
        }
        self.end_cut_line(input);
        let is_first = self.bytes_before == 0 && self.filled == 0;
        let full = self.filled + self.block_bytes.max(self.filled);
        while self.filled < full && !self.is_at_end {
            if self.filled == self.buffer.len() {
                let more = self.buffer.len().max(FIRST_READ_BYTES);
                self.buffer.resize((self.buffer.len() + more).min(full), 0);
            }
            let end = self.buffer.len().min(full);
            match input.read(&mut self.buffer[self.filled..end]) {
                Ok(0) => self.is_at_end = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => {
                    self.fail(SourceError::Read { byte: self.bytes_before + self.filled as u64, source });
                }
            }
        }
        if is_first && self.filled().starts_with(BYTE_ORDER_MARK) {
            self.buffer.copy_within(BYTE_ORDER_MARK.len()..self.filled, 0);
            self.filled -= BYTE_ORDER_MARK.len();
            self.bytes_before += BYTE_ORDER_MARK.len() as u64;
        }
        true
    }

    /// The bytes that are read and not taken.
    pub(super) fn filled(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Bytes of the input before the [filled](Self::filled) ones.
    pub(super) const fn bytes_before(&self) -> u64 {
        self.bytes_before
    }

    /// Whether nothing follows the [filled](Self::filled) bytes.
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Takes the first `count` filled bytes, as the first bytes of the returned buffer.
    ///
    /// # Panics
    /// When fewer are filled.
    pub(super) fn take(&mut self, count: usize) -> Vec<u8> {
        let rest = &self.buffer[count..self.filled];
        let mut buffer = self.spare.pop().unwrap_or_default();
        if buffer.len() < rest.len() {
            buffer.resize(rest.len(), 0);
        }
        buffer[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
        self.bytes_before += count as u64;
        std::mem::replace(&mut self.buffer, buffer)
    }

    /// Reads to the end of the current line, but at most `most` bytes.
    pub(super) fn finish_line(&mut self, input: &mut dyn BufRead, most: usize) {
        if self.is_at_end || self.filled().ends_with(b"\n") {
            return;
        }
        self.buffer.truncate(self.filled);
        match input.take(most as u64).read_until(b'\n', &mut self.buffer) {
            Ok(count) => self.is_at_end = count == 0,
            Err(source) => self.fail(SourceError::Read { byte: self.bytes_before, source }),
        }
        self.filled = self.buffer.len();
    }

    /// Skips the filled bytes and one block after them, and the rest of the last line before the next
    /// [`fill`](Self::fill); returns whether the input had not already ended. The skipped bytes of a mapped
    /// file are not touched.
    pub(super) fn skip(&mut self, input: &mut dyn BufRead) -> bool {
        if self.is_at_end {
            return false;
        }
        self.discard();
        self.is_cut = true;
        match pass_over(input, self.block_bytes) {
            Ok(passed) => {
                self.bytes_before += passed as u64;
                self.is_at_end = passed < self.block_bytes;
            }
            Err(source) => self.fail(SourceError::Read { byte: self.bytes_before, source }),
        }
        true
    }

    fn end_cut_line(&mut self, input: &mut dyn BufRead) {
        if std::mem::take(&mut self.is_cut) {
            match input.skip_until(b'\n') {
                Ok(passed) => self.bytes_before += passed as u64,
                Err(source) => self.fail(SourceError::Read { byte: self.bytes_before, source }),
            }
        }
    }

    /// Discards the filled bytes.
    pub(super) const fn discard(&mut self) {
        self.bytes_before += self.filled as u64;
        self.filled = 0;
    }

    /// Keeps a buffer that was [taken](Self::take) for a later block, unless a long line made it larger than
    /// blocks are.
    pub(super) fn reuse(&mut self, buffer: Vec<u8>) {
        if buffer.len() <= 2 * self.block_bytes {
            self.spare.push(buffer);
        }
    }

    /// Ends the input here because of `error`.
    pub(super) fn fail(&mut self, error: SourceError) {
        self.is_at_end = true;
        self.error = Some(error);
    }

    /// How the input ended.
    ///
    /// # Errors
    /// Why no more could be read.
    pub(super) fn ended(self) -> Result<(), SourceError> {
        self.error.map_or(Ok(()), Err)
    }
}

/// Skips `bytes` bytes; returns how many were skipped, fewer at the end of the input.
fn pass_over(input: &mut dyn BufRead, bytes: usize) -> io::Result<usize> {
    let mut passed = 0;
    while passed < bytes {
        let more = match input.fill_buf() {
            Ok([]) => return Ok(passed),
            Ok(available) => available.len().min(bytes - passed),
            Err(error) if error.kind() == ErrorKind::Interrupted => 0,
            Err(error) => return Err(error),
        };
        input.consume(more);
        passed += more;
    }
    Ok(passed)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn what_is_not_finished_is_looked_through_a_few_times_only() {
        let input = vec![b'x'; 1 << 20];
        let mut blocks = BlockReader::new(1 << 10);
        let (mut looked_through, mut blocks_read) = (0, 0);
        while blocks.fill(&mut input.as_slice()) && blocks.filled().len() < input.len() {
            looked_through += blocks.filled().len();
            blocks_read += 1;
        }
        assert!(looked_through < 2 * input.len() && blocks_read < 20, "{looked_through} in {blocks_read}");
    }

    #[test]
    fn bytes_stay_whole_whatever_is_taken() {
        let text: Vec<u8> = (0..100_000_u32).map(|n| (n % 251) as u8).collect();
        let marked = [BYTE_ORDER_MARK, &text].concat();
        let mut input = BufReader::with_capacity(777, marked.as_slice());
        let mut blocks = BlockReader::new(1 << 10);
        let mut taken = Vec::new();
        while blocks.fill(&mut input) {
            let count = blocks.filled().len() * 2 / 3;
            assert_eq!(blocks.bytes_before(), (BYTE_ORDER_MARK.len() + taken.len()) as u64);
            let buffer = blocks.take(count);
            taken.extend_from_slice(&buffer[..count]);
            blocks.reuse(buffer);
        }
        taken.extend_from_slice(blocks.filled());
        assert_eq!(taken, text);
        assert!(blocks.ended().is_ok());
    }

    #[test]
    fn lines_are_finished_and_passed_over_whole() {
        let lines: Vec<String> = (0..2_000).map(|n| format!("{n} {}\n", "x".repeat(n % 90))).collect();
        let text = lines.concat();
        let mut input = BufReader::with_capacity(777, text.as_bytes());
        let mut blocks = BlockReader::new(1 << 10);
        let (mut taken, mut pieces) = (String::new(), 0);
        while if pieces % 3 == 0 { blocks.fill(&mut input) } else { blocks.skip(&mut input) } {
            if pieces % 3 == 0 {
                blocks.finish_line(&mut input, 100);
            }
            assert_eq!(
                text.as_bytes()[blocks.bytes_before() as usize..][..blocks.filled().len()],
                *blocks.filled()
            );
            let count = blocks.filled().len();
            taken.push_str(std::str::from_utf8(&blocks.take(count)[..count]).unwrap());
            pieces += 1;
        }
        let numbers: Vec<usize> =
            taken.lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
        assert!(numbers.iter().all(|&number| taken.contains(&lines[number])), "whole lines");
        assert!((600..750).contains(&numbers.len()), "{}", numbers.len());
        assert_eq!((blocks.ended().is_ok(), numbers[0]), (true, 0));
    }

    #[test]
    fn a_buffer_that_grew_large_is_let_go() {
        let mut blocks = BlockReader::new(1 << 10);
        blocks.reuse(vec![0; 1 << 11]);
        blocks.reuse(vec![0; (1 << 11) + 1]);
        assert_eq!(blocks.spare.len(), 1);
    }
}
