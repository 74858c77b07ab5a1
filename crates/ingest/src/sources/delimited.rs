//! Tables as delimited text.

use std::io::{self, BufRead, Read};

use csv::{ByteRecord, ReaderBuilder};
use rayon::prelude::*;

use super::accept::accept;
use super::table_row::{Cell, TableRow};
use crate::column_mapping::{Column, ColumnMapping};
use crate::{Format, Position, Record, Sink, Source, SourceError};

/// Largest row, in bytes; what is larger has a quotation mark that is never closed.
const MAX_ROW_BYTES: usize = 64 << 20;

/// What a batch of rows may hold.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_ROWS: usize = 1 << 14;

/// Rows made into records as one piece of parallel work.
const ROWS_PER_TASK: usize = 64;

/// A table with a row of column names, parted by commas (RFC 4180) or tabulators, quoted with `"`.
///
/// Read with the csv crate and not with polars: it streams, knows the line of every row, and a row that is not
/// UTF-8 or has too few or too many fields costs that row only.
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
        let behind_return = u64::from(lines_end_with_carriage_return(input));
        let mut reader = ReaderBuilder::new()
            .delimiter(self.delimiter)
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(1 << 20)
            .from_reader(Rationed { input, left: MAX_ROW_BYTES });
        let mut row = ByteRecord::new();
        let mut table: Option<Table> = None;
        let mut batch = Batch::default();
        loop {
            reader.get_mut().left = MAX_ROW_BYTES;
            let more = reader.read_byte_record(&mut row);
            if !matches!(more, Ok(true))
                && let Some(table) = &table
            {
                batch.deliver(table, sink);
            }
            let more = more.map_err(|error| {
                let position = reader.position();
                let (line, byte) = (position.line(), position.byte());
                match error.into_kind() {
                    csv::ErrorKind::Io(source) if source.kind() != io::ErrorKind::QuotaExceeded => {
                        SourceError::Read { byte, source }
                    }
                    _ => malformed(format!(
                        "a row of more than {} MiB from line {line}; is a quotation mark not closed?",
                        MAX_ROW_BYTES >> 20
                    )),
                }
            })?;
            if !more {
                return match table {
                    Some(_) => Ok(()),
                    None => Err(malformed("no row of column names".to_owned())),
                };
            }
            let Some(table) = &mut table else {
                let names: Vec<String> = row
                    .iter()
                    .enumerate()
                    .map(|(index, name)| {
                        let name = if index == 0 {
                            name.strip_prefix(b"\xef\xbb\xbf").unwrap_or(name)
                        } else {
                            name
                        };
                        String::from_utf8_lossy(name).trim().to_owned()
                    })
                    .collect();
                table = Some(Table::new(&names, &self.columns).map_err(malformed)?);
                continue;
            };
            table.rows += 1;
            let place = row.position();
            let position = Position {
                record: table.rows,
                line: place.map(|place| place.line() + behind_return),
                byte: place.map_or(0, |place| place.byte() + behind_return),
            };
            batch.push(position, &mut row);
            if batch.is_full() {
                batch.deliver(table, sink);
            }
        }
    }
}

/// Whether the first line ends with `\r\n`. A row then begins one byte and one line behind where the reader puts it, which
/// takes the row before for ended at the `\r`.
fn lines_end_with_carriage_return(input: &mut dyn BufRead) -> bool {
    // An input that cannot be read says so when its rows are.
    let Ok(head) = input.fill_buf() else { return false };
    memchr::memchr(b'\n', head).is_some_and(|end| head[..end].ends_with(b"\r"))
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

    fn record(&self, row: &ByteRecord) -> Result<Record, String> {
        if row.len() != self.width {
            return Err(format!("{} fields where the table has {} columns", row.len(), self.width));
        }
        let mut cells = TableRow::default();
        for (column, index) in Column::ALL.into_iter().zip(self.indices) {
            let Some(bytes) = index.and_then(|index| row.get(index)) else { continue };
            let text =
                std::str::from_utf8(bytes).map_err(|_| format!("invalid UTF-8 in {}", column.name()))?;
            cells.set(column, 0, Cell::Text(text.to_owned()));
        }
        cells.into_record(&self.id_column)
    }
}

/// Rows that are made into records together.
#[derive(Default)]
struct Batch {
    rows: Vec<(Position, ByteRecord)>,
    bytes: usize,
}

impl Batch {
    fn push(&mut self, position: Position, row: &mut ByteRecord) {
        self.bytes += row.as_slice().len();
        self.rows.push((position, std::mem::take(row)));
    }

    fn is_full(&self) -> bool {
        self.bytes >= BATCH_BYTES || self.rows.len() >= BATCH_ROWS
    }

    fn deliver(&mut self, table: &Table, sink: &mut dyn Sink) {
        let rows = self.rows.par_iter().with_min_len(ROWS_PER_TASK);
        let records: Vec<Result<Record, String>> = rows.map(|(_, row)| table.record(row)).collect();
        for ((position, _), record) in self.rows.drain(..).zip(records) {
            accept(sink, position, record);
        }
        self.bytes = 0;
    }
}

/// A reader that fails once its ration is used up.
struct Rationed<'a> {
    input: &'a mut dyn BufRead,
    left: usize,
}

impl Read for Rationed<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        let length = self.input.read(target)?;
        self.left = self.left.saturating_sub(length);
        Ok(length)
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
