//! Tables as delimited text.

mod block;
mod head;
mod reader;
mod rows;
mod table;
#[cfg(test)]
mod tests;

use std::io::BufRead;

use head::{behind_preamble, headers, is_even, is_name};
use reader::Reader;
use table::Table;

use super::columns::ColumnMapping;
use crate::sources::pipeline;
use crate::{Format, Sink, Source, SourceError};

/// Block size in bytes; each block is parsed into records as one unit of parallel work. Independent of the
/// number of threads.
const BLOCK_BYTES: usize = 512 << 10;

/// A table with a header row, separated by commas (RFC 4180), tabs, semicolons or vertical bars, quoted with
/// `"`. A line before the header that describes the file is skipped.
///
/// Not read with polars: rows are streamed, each keeps its line number, and a row that is not UTF-8 or has
/// too few or too many fields costs only itself.
pub(in crate::sources) struct Delimited {
    format: Format,
    /// Possible delimiters; the header row decides which one applies.
    delimiters: &'static [u8],
    columns: ColumnMapping,
}

impl Delimited {
    pub(in crate::sources) const fn csv(columns: ColumnMapping) -> Self {
        Self { format: Format::Csv, delimiters: b",;|", columns }
    }

    pub(in crate::sources) const fn tsv(columns: ColumnMapping) -> Self {
        Self { format: Format::Tsv, delimiters: b"\t", columns }
    }

    fn malformed(&self, reason: String) -> SourceError {
        SourceError::Malformed { format: self.format, reason }
    }

    /// Whether `head` begins a table in which only one column is known, that of texts or titles: the first
    /// row consists of names, and the other rows have as many fields.
    fn is_of_texts(&self, head: &[u8], delimiter: u8) -> bool {
        let head = behind_preamble(head);
        let names = headers(head, delimiter).filter(|names| names.iter().all(|name| is_name(name)));
        let Some(names) = names.filter(|names| self.columns.resolve(names).is_ok()) else { return false };
        match self.format {
            // In a table of one column, a comma can be part of the text.
            Format::Tsv if names.len() == 1 => !is_even(head, b',') && is_even(head, delimiter),
            _ => is_even(head, delimiter),
        }
    }

    /// The delimiter that gives the first line of `head` the most known columns, with their number; ties go
    /// to the first.
    fn delimiter(&self, head: &[u8]) -> (u8, usize) {
        let head = behind_preamble(head);
        let known = |delimiter: u8| {
            let names = headers(head, delimiter)
                .filter(|names| names.len() > 1 && names.iter().all(|name| name.len() < 100));
            let found = names.and_then(|names| self.columns.resolve(&names).ok());
            found.map_or(0, |found| found.iter().flatten().count())
        };
        let counted = self.delimiters.iter().map(|&delimiter| (delimiter, known(delimiter)));
        let first = (self.delimiters[0], 0);
        counted.fold(first, |best, found| if found.1 > best.1 { found } else { best })
    }
}

impl Source for Delimited {
    fn format(&self) -> Format {
        self.format
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let looks_like_text = !head.trim_ascii_start().starts_with(b"<") && !head.contains(&0);
        let (delimiter, known) = self.delimiter(head);
        looks_like_text && (known > 1 || self.is_of_texts(head, delimiter))
    }

    fn column_names(&self, head: &[u8]) -> Vec<String> {
        let head = behind_preamble(head);
        let is_known = self.delimiter(head).1 > 0;
        let known = is_known.then(|| headers(head, self.delimiter(head).0)).flatten();
        // If no known column decides, use the delimiter that splits the line into the most fields.
        let most =
            || self.delimiters.iter().filter_map(|&delimiter| headers(head, delimiter)).max_by_key(Vec::len);
        known.or_else(most).unwrap_or_default()
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        // A read error is reported with the first block.
        let delimiter = self.delimiter(input.fill_buf().unwrap_or_default()).0;
        let block_bytes = if sink.thins() { pipeline::THIN_BYTES } else { BLOCK_BYTES };
        let mut reader = Reader::new(self, delimiter, block_bytes);
        let with_names = std::iter::from_fn(|| reader.next_block(input)).find(|block| !block.rows.is_empty());
        let Some(mut with_names) = with_names else {
            reader.blocks.ended()?;
            let reason = "no row with column names".to_owned();
            return Err(SourceError::NoRecords { format: self.format, reason });
        };
        let table = Table::new(&with_names.take_names(), &self.columns)
            .map_err(|reason| SourceError::Columns { reason })?;
        let mut first = Some(with_names);
        pipeline::run_batches(
            sink,
            &mut reader,
            |reader, _| first.take().or_else(|| reader.next_block(input)),
            |block, batch| block.parse(&table, batch),
            |reader, buffer| reader.blocks.reuse(buffer),
        );
        reader.blocks.ended()
    }
}
