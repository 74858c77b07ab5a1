//! Tables as delimited text.

use std::io::BufRead;

use csv::{ByteRecord, ReaderBuilder};
use rayon::prelude::*;

use super::delimited_rows::{Field, Row, find_rows};
use super::read_block::read_block;
use super::table_row::{Cell, TableRow};
use crate::column_mapping::{Column, ColumnMapping};
use crate::{Format, Position, RecordBatch, Sink, Source, SourceError};

/// Largest row, in bytes; what is larger has a quotation mark that is never closed.
const MAX_ROW_BYTES: usize = 64 << 20;

/// Bytes read before their rows are parsed. Independent of the number of threads.
const BLOCK_BYTES: usize = 4 << 20;

/// Rows made into records as one piece of parallel work.
const ROWS_PER_TASK: usize = 128;

/// A table with a row of column names, parted by commas (RFC 4180) or tabulators, quoted with `"`.
///
/// Not read with polars: rows stream, each knows its line, and one that is not UTF-8 or has too few or too many fields
/// costs that row only.
pub(super) struct Delimited {
    format: Format,
    delimiter: u8,
    columns: ColumnMapping,
}

impl Delimited {
    pub(super) const fn csv(columns: ColumnMapping) -> Self {
        Self { format: Format::Csv, delimiter: b',', columns }
    }

    pub(super) const fn tsv(columns: ColumnMapping) -> Self {
        Self { format: Format::Tsv, delimiter: b'\t', columns }
    }

    /// Reads the first line of `head` as column names.
    fn headers(&self, head: &[u8]) -> Option<Vec<String>> {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let mut reader = ReaderBuilder::new().delimiter(self.delimiter).has_headers(false).from_reader(head);
        let mut row = ByteRecord::new();
        if !reader.read_byte_record(&mut row).ok()? {
            return None;
        }
        row.iter().map(|name| Some(std::str::from_utf8(name).ok()?.trim().to_owned())).collect()
    }
}

impl Source for Delimited {
    fn format(&self) -> Format {
        self.format
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let looks_like_text = !head.trim_ascii_start().starts_with(b"<") && !head.contains(&0);
        looks_like_text
            && self.headers(head).is_some_and(|names| {
                names.len() > 1
                    && names.iter().all(|name| name.len() < 100)
                    && self.columns.resolve(&names).is_ok_and(|found| found.iter().flatten().count() > 1)
            })
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let malformed = |reason: String| SourceError::Malformed { format: self.format, reason };
        let packs = sink.packs();
        let mut reader = Reader::default();
        let mut more = reader.fill(input);
        let mut table: Option<Table> = None;
        let (mut ready, mut room) = (Block::default(), Vec::new());
        loop {
            let was_last = !matches!(more, Ok(true));
            let mut block = reader.take_rows(self.delimiter, was_last, std::mem::take(&mut room));
            if table.is_none() && !block.rows.is_empty() {
                let names = block.take_names();
                table = Some(Table::new(&names, &self.columns).map_err(malformed)?);
            }
            if let Some(table) = &mut table {
                block.records_before = table.rows;
                table.rows += block.rows.len() as u64;
            }
            let is_oversized = reader.filled > MAX_ROW_BYTES;
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| block.parse(packs, table.as_ref()));
                room = ready.deliver(sink);
                if !was_last && !is_oversized {
                    more = reader.fill(input);
                }
            });
            ready = block;
            if was_last || is_oversized {
                ready.deliver(sink);
                more?;
                return match table {
                    _ if is_oversized => Err(malformed(format!(
                        "a row of more than {} MiB from line {}; is a quotation mark not closed?",
                        MAX_ROW_BYTES >> 20,
                        reader.lines_before + 1
                    ))),
                    Some(_) => Ok(()),
                    None => Err(malformed("no row of column names".to_owned())),
                };
            }
        }
    }
}

/// What was read and not yet parted into rows, and where it stands.
#[derive(Default)]
struct Reader {
    /// Room for bytes, of which `filled` are read; kept from block to block, so that it is zeroed once.
    room: Vec<u8>,
    filled: usize,
    /// What was read before these bytes.
    lines_before: u64,
    bytes_before: u64,
}

impl Reader {
    /// Reads one more block; whether there may be more.
    fn fill(&mut self, input: &mut dyn BufRead) -> Result<bool, SourceError> {
        read_block(input, &mut self.room, &mut self.filled, BLOCK_BYTES)
            .map_err(|source| SourceError::Read { byte: self.bytes_before + self.filled as u64, source })
    }

    /// Takes the rows that are finished; at the end of the input the unfinished one too. The next block is read into
    /// `room`.
    fn take_rows(&mut self, delimiter: u8, at_end: bool, mut room: Vec<u8>) -> Block {
        if self.bytes_before == 0 && self.room[..self.filled].starts_with(b"\xef\xbb\xbf") {
            self.room.copy_within(3..self.filled, 0);
            self.filled -= 3;
            self.bytes_before = 3;
        }
        let filled = &self.room[..self.filled];
        let (mut rows, mut fields) = (Vec::new(), Vec::new());
        let mut end = find_rows(filled, delimiter, false, &mut rows, &mut fields);
        if at_end && filled.len() - end <= MAX_ROW_BYTES {
            (rows, fields) = (Vec::new(), Vec::new());
            end = find_rows(filled, delimiter, true, &mut rows, &mut fields);
        }
        let rest = &filled[end..];
        if room.len() < rest.len() {
            room.resize(rest.len(), 0);
        }
        room[..rest.len()].copy_from_slice(rest);
        let (bytes_before, lines_before) = (self.bytes_before, self.lines_before);
        self.bytes_before += end as u64;
        self.lines_before += memchr::memchr_iter(b'\n', &filled[..end]).count() as u64;
        self.filled = rest.len();
        let bytes = std::mem::replace(&mut self.room, room);
        Block { bytes, rows, fields, bytes_before, lines_before, ..Block::default() }
    }
}

/// Whole rows, and what they were parsed to.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    rows: Vec<Row>,
    fields: Vec<Field>,
    bytes_before: u64,
    lines_before: u64,
    records_before: u64,
    parsed: Vec<RecordBatch>,
}

impl Block {
    /// Takes the first row as the names of columns.
    fn take_names(&mut self) -> Vec<String> {
        let row = self.rows.remove(0);
        let text = |field: &Field| String::from_utf8_lossy(&field.bytes(&self.bytes)).trim().to_owned();
        self.fields[row.fields].iter().map(text).collect()
    }

    fn parse(&mut self, packs: bool, table: Option<&Table>) {
        let Some(table) = table else { return };
        let Self { bytes, rows, fields, .. } = &*self;
        let batch = |(chunk, rows): (usize, &[Row])| {
            let length = rows.last().map_or(0, |last| fields[last.fields.end - 1].end())
                - rows.first().map_or(0, |first| first.start);
            let mut batch = RecordBatch::new(packs, rows.len(), length);
            let first = self.records_before + (chunk * ROWS_PER_TASK) as u64 + 1;
            for (record, row) in (first..).zip(rows) {
                let position = Position {
                    record,
                    line: Some(self.lines_before + row.lines_before + 1),
                    byte: self.bytes_before + row.start as u64,
                };
                match table.row(bytes, &fields[row.fields.clone()]) {
                    Ok(row) => row.push_into(&mut batch, position, &table.id_column),
                    Err(reason) => batch.push(position, Err(reason)),
                }
            }
            batch
        };
        self.parsed = rows.par_chunks(ROWS_PER_TASK).enumerate().map(batch).collect();
    }

    /// Delivers what was parsed and gives back the room for bytes.
    fn deliver(&mut self, sink: &mut dyn Sink) -> Vec<u8> {
        for batch in self.parsed.drain(..) {
            sink.batch(batch);
        }
        std::mem::take(&mut self.bytes)
    }
}

/// The columns of a table.
struct Table {
    width: usize,
    indices: [Option<usize>; Column::ALL.len()],
    id_column: String,
    rows: u64,
}

impl Table {
    fn new(names: &[String], mapping: &ColumnMapping) -> Result<Self, String> {
        let indices = mapping.resolve(names)?;
        let id_column = indices[Column::Id as usize].map(|index| names[index].clone()).unwrap_or_default();
        Ok(Self { width: names.len(), indices, id_column, rows: 0 })
    }

    fn row<'b>(&self, block: &'b [u8], fields: &[Field]) -> Result<TableRow<'b>, String> {
        if fields.len() != self.width {
            return Err(format!("{} fields where the table has {} columns", fields.len(), self.width));
        }
        let mut cells = TableRow::default();
        for (column, index) in Column::ALL.into_iter().zip(self.indices) {
            let Some(field) = index.and_then(|index| fields.get(index)) else { continue };
            let text = field.text(block).ok_or_else(|| format!("invalid UTF-8 in {}", column.name()))?;
            cells.set(column, 0, Cell::Text(text));
        }
        Ok(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::records;
    use super::*;

    const COMMAS: Delimited = Delimited::csv(ColumnMapping::GUESSED);

    #[test]
    fn rows_are_read_and_ragged_ones_rejected_with_their_lines() {
        let text = b"\xef\xbb\xbfTitle,Abstract,Year\r\n\"A, \"\"quoted\"\"\nT\",x,2019\r\nshort\r\nB,\xff,2020\r\nC,y,2021\r\n";
        let (found, rejects) = records(&COMMAS, text);
        let titles: Vec<&str> = found.iter().map(|record| record.title.as_str()).collect();
        assert_eq!(titles, ["A, \"quoted\" T", "C"]);
        let rejects: Vec<_> =
            rejects.iter().map(|(at, reason)| (at.record, at.line.unwrap(), reason.as_str())).collect();
        assert_eq!(
            rejects,
            [(2, 4, "1 fields where the table has 3 columns"), (3, 5, "invalid UTF-8 in abstract")]
        );
    }

    #[test]
    fn an_open_quotation_mark_is_bounded_and_named() {
        let mut text = b"title,abstract\n\"".to_vec();
        text.resize(MAX_ROW_BYTES + (3 << 20), b'x');
        let error =
            COMMAS.read(&mut text.as_slice(), &mut super::super::testing::Kept::default()).unwrap_err();
        assert!(error.to_string().contains("from line 2; is a quotation mark not closed?"), "{error}");
    }

    #[test]
    fn a_table_without_titles_says_what_it_has() {
        let mut kept = super::super::testing::Kept::default();
        let error = COMMAS.read(&mut &b"a,b\n1,2\n"[..], &mut kept).unwrap_err().to_string();
        assert!(error.ends_with("name it with title=...; the columns are a, b"), "{error}");
    }

    #[test]
    fn tables_are_told_from_each_other_and_from_prose() {
        let tabs = Delimited::tsv(ColumnMapping::GUESSED);
        let (with_commas, with_tabs) = (b"title,abstract\nx,y\n", b"title\tabstract\nx\ty\n");
        assert!(COMMAS.sniff(with_commas) && !COMMAS.sniff(with_tabs));
        assert!(tabs.sniff(with_tabs) && !tabs.sniff(with_commas));
        assert!(!COMMAS.sniff(b"Title, and some more prose, follow\n"));
        assert!(!COMMAS.sniff(b""));
    }
}
