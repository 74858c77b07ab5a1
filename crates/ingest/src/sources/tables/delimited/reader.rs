//! Reads delimited text in blocks of whole rows.

use std::io::BufRead;

use super::Delimited;
use super::block::Block;
use super::head::behind_preamble;
use super::rows::{Row, find_rows};
use crate::sources::block_reader::BlockReader;
use crate::text::line_ends::line_ends;

/// Largest row, in bytes; a larger one has a quotation mark that is never closed.
pub(super) const MAX_ROW_BYTES: usize = 64 << 20;

/// The part of an input not yet split into rows, and its position.
pub(super) struct Reader<'a> {
    delimited: &'a Delimited,
    delimiter: u8,
    /// Columns of the table, once the header row is read.
    width: Option<usize>,
    pub(super) blocks: BlockReader,
    lines_before: u64,
    rows_before: u64,
}

impl<'a> Reader<'a> {
    /// A reader that starts at the first byte.
    pub(super) fn new(delimited: &'a Delimited, delimiter: u8, block_bytes: usize) -> Self {
        let blocks = BlockReader::new(block_bytes);
        Self { delimited, delimiter, width: None, blocks, lines_before: 0, rows_before: 0 }
    }

    /// Reads one more block, unless the input has ended.
    pub(super) fn next_block(&mut self, input: &mut dyn BufRead) -> Option<Block> {
        if !self.blocks.fill(input) {
            return None;
        }
        if self.width.is_none() {
            self.skip_preamble();
        }
        let block = self.take_rows();
        if self.blocks.filled().len() > MAX_ROW_BYTES {
            let reason = format!(
                "a row of more than {} MiB from line {}; is a quotation mark not closed?",
                MAX_ROW_BYTES >> 20,
                self.lines_before + 1
            );
            self.blocks.fail(self.delimited.malformed(reason));
        }
        Some(block)
    }

    /// Skips the description of the file before the header row.
    fn skip_preamble(&mut self) {
        let filled = self.blocks.filled();
        let length = filled.len() - behind_preamble(filled).len();
        if length > 0 {
            let bytes = self.blocks.take(length);
            self.lines_before += line_ends(&bytes[..length]);
            self.blocks.reuse(bytes);
        }
    }

    /// Takes the finished rows; at the end of the input also the unfinished one.
    fn take_rows(&mut self) -> Block {
        let filled = self.blocks.filled();
        let (mut rows, mut fields) = (Vec::new(), Vec::new());
        let delimiter = self.delimiter;
        if self.width.is_none() {
            find_rows(filled, delimiter, self.blocks.is_at_end(), None, &mut rows, &mut fields);
            self.width = rows.first().map(|names| names.fields.len());
            (rows, fields) = (Vec::new(), Vec::new());
        }
        let mut end = find_rows(filled, delimiter, false, self.width, &mut rows, &mut fields);
        if self.blocks.is_at_end() && filled.len() - end <= MAX_ROW_BYTES {
            (rows, fields) = (Vec::new(), Vec::new());
            end = find_rows(filled, delimiter, true, self.width, &mut rows, &mut fields);
        }
        let bytes_of = |row: &Row| fields[row.fields.end - 1].end() - row.start;
        if let Some(long) = rows.iter().position(|row| bytes_of(row) > MAX_ROW_BYTES) {
            // The rest begins with the oversized row.
            end = rows[long].start;
            fields.truncate(rows[long].fields.start);
            rows.truncate(long);
        }
        let bytes_before = self.blocks.bytes_before();
        let (lines_before, rows_before) = (self.lines_before, self.rows_before);
        let bytes = self.blocks.take(end);
        self.lines_before += line_ends(&bytes[..end]);
        self.rows_before += rows.len() as u64;
        Block { bytes, rows, fields, bytes_before, lines_before, rows_before }
    }
}
