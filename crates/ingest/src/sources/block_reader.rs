//! An input in blocks, each read behind what of the one before it is not finished.

use std::io::{BufRead, ErrorKind};

use crate::SourceError;

/// Bytes that the first read asks for; the buffer for a block grows as an input turns out to be larger.
const FIRST_READ_BYTES: usize = 1 << 16;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What was read and not yet taken, and where it stands.
pub(super) struct BlockReader {
    block_bytes: usize,
    /// Bytes, of which `filled` are read.
    buffer: Vec<u8>,
    filled: usize,
    /// Buffers of blocks that were delivered, which need not be zeroed again.
    spare: Vec<Vec<u8>>,
    /// Bytes of the input before those that are filled.
    bytes_before: u64,
    is_at_end: bool,
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
            error: None,
        }
    }

    /// Reads one more block behind the bytes that are not taken; gives whether the input had not ended before. A byte order
    /// mark at its beginning is passed over.
    ///
    /// What is not finished is looked through again, so at least as many bytes are read as there are already: the whole of
    /// it stays linear.
    pub(super) fn fill(&mut self, input: &mut dyn BufRead) -> bool {
        if self.is_at_end {
            return false;
        }
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

    /// Bytes of the input before those that are [filled](Self::filled).
    pub(super) const fn bytes_before(&self) -> u64 {
        self.bytes_before
    }

    /// Whether nothing comes behind the bytes that are [filled](Self::filled).
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Takes the first `count` bytes that are filled; they are the first ones of the buffer that is given.
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

    /// Lets go of the bytes that are filled.
    pub(super) const fn discard(&mut self) {
        self.bytes_before += self.filled as u64;
        self.filled = 0;
    }

    /// Keeps a buffer that was [taken](Self::take) for a later block, unless something long made it larger than blocks are.
    pub(super) fn reuse(&mut self, buffer: Vec<u8>) {
        if buffer.len() <= 2 * self.block_bytes {
            self.spare.push(buffer);
        }
    }

    /// Ends the input here, because of `error`.
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
    fn a_buffer_that_grew_large_is_let_go() {
        let mut blocks = BlockReader::new(1 << 10);
        blocks.reuse(vec![0; 1 << 11]);
        blocks.reuse(vec![0; (1 << 11) + 1]);
        assert_eq!(blocks.spare.len(), 1);
    }
}
