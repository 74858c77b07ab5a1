//! Tables as delimited text.

use std::io::BufRead;

use csv::{ByteRecord, ReaderBuilder};

use super::column_mapping::{Column, ColumnMapping};
use super::delimited_rows::{Field, Row, find_rows};
use super::table_row::{Cell, TableRow};
use crate::sources::accept::checked;
use crate::sources::block_reader::BlockReader;
use crate::sources::pipeline;
use crate::sources::references::web_of_science_rows::{are_tags, record_of_row};
use crate::{Format, Position, Record, RecordBatch, Sink, Source, SourceError};

/// Largest row, in bytes; what is larger has a quotation mark that is never closed.
const MAX_ROW_BYTES: usize = 64 << 20;

/// Bytes whose rows are made into records as one piece of parallel work. Independent of the number of threads.
const BLOCK_BYTES: usize = 512 << 10;

/// A table with a row of column names, separated by commas (RFC 4180) or tabulators, quoted with `"`. A line before the names
/// that tells of the file is passed over.
///
/// Not read with polars: rows stream, each knows its line, and one that is not UTF-8 or has too few or too many fields
/// costs that row only.
pub(in crate::sources) struct Delimited {
    format: Format,
    /// What may part the fields; the row of names says which.
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

    /// Whether `head` begins a table of which one column alone is known, that of its texts or titles: the first row is one of
    /// names, and the others are as long.
    fn is_of_texts(&self, head: &[u8], delimiter: u8) -> bool {
        let head = behind_preamble(head);
        let names = headers(head, delimiter).filter(|names| names.iter().all(|name| is_name(name)));
        let Some(names) = names.filter(|names| self.columns.resolve(names).is_ok()) else { return false };
        match self.format {
            // In a table of one column a comma can be a part of the text.
            Format::Tsv if names.len() == 1 => !is_even(head, b',') && is_even(head, delimiter),
            _ => is_even(head, delimiter),
        }
    }

    /// The delimiter by which the first line of `head` has the most columns that are known, and how many that are; of equal
    /// ones the first.
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

/// Whether `name` can be the name of a column and is no sentence.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 40 && name.split_whitespace().count() <= 3
}

/// Whether all rows of `head` have as many fields as the first, and there are two or more; the last may be cut.
fn is_even(head: &[u8], delimiter: u8) -> bool {
    let whole = memchr::memrchr(b'\n', head).map_or(head, |end| &head[..end]);
    let mut rows =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(whole).into_byte_records();
    rows.by_ref().take(2).flatten().count() == 2 && rows.all(|row| row.is_ok())
}

/// What stands behind the line of a table that tells of the file: `About the data: ...` of Dimensions, which may be padded to
/// the width of the table, and `sep=;` of Excel. All of `head` where there is no such line or it does not end.
fn behind_preamble(head: &[u8]) -> &[u8] {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let bare = text.strip_prefix(b"\"").unwrap_or(text);
    let is_preamble = bare.starts_with(b"About the data:") || bare.starts_with(b"sep=");
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let is_whole = is_preamble && reader.read_byte_record(&mut ByteRecord::new()).unwrap_or(false);
    let end = reader.position().byte() as usize;
    if is_whole && end < text.len() { text[end..].trim_ascii_start() } else { head }
}

/// Reads the first line of `head` as column names.
fn headers(head: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut reader = ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(head);
    let mut row = ByteRecord::new();
    if !reader.read_byte_record(&mut row).ok()? {
        return None;
    }
    row.iter().map(|name| Some(std::str::from_utf8(name).ok()?.trim().to_owned())).collect()
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
        // Where no column of titles tells which it is, the delimiter that parts the line most.
        let most =
            || self.delimiters.iter().filter_map(|&delimiter| headers(head, delimiter)).max_by_key(Vec::len);
        known.or_else(most).unwrap_or_default()
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let blocks = BlockReader::new(if sink.thins() { pipeline::THIN_BYTES } else { BLOCK_BYTES });
        // What cannot be read is told when the first block is.
        let delimiter = self.delimiter(input.fill_buf().unwrap_or_default()).0;
        let mut reader =
            Reader { delimited: self, delimiter, width: None, blocks, lines_before: 0, rows_before: 0 };
        let with_names = std::iter::from_fn(|| reader.next_block(input)).find(|block| !block.rows.is_empty());
        let Some(mut with_names) = with_names else {
            reader.blocks.ended()?;
            return Err(self.malformed("no row of column names".to_owned()));
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

/// What of an input is not yet split into rows, and where it stands.
struct Reader<'a> {
    delimited: &'a Delimited,
    delimiter: u8,
    /// Columns of the table, once the row of names is read.
    width: Option<usize>,
    blocks: BlockReader,
    lines_before: u64,
    rows_before: u64,
}

impl Reader<'_> {
    /// Reads one more block, unless the input has ended.
    fn next_block(&mut self, input: &mut dyn BufRead) -> Option<Block> {
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

    /// Passes over what tells of the file before the row of names.
    fn skip_preamble(&mut self) {
        let filled = self.blocks.filled();
        let length = filled.len() - behind_preamble(filled).len();
        if length > 0 {
            let bytes = self.blocks.take(length);
            self.lines_before += memchr::memchr_iter(b'\n', &bytes[..length]).count() as u64;
            self.blocks.reuse(bytes);
        }
    }

    /// Takes the rows that are finished; at the end of the input the unfinished one too.
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
            // What is left begins with it.
            end = rows[long].start;
            fields.truncate(rows[long].fields.start);
            rows.truncate(long);
        }
        let bytes_before = self.blocks.bytes_before();
        let (lines_before, rows_before) = (self.lines_before, self.rows_before);
        let bytes = self.blocks.take(end);
        self.lines_before += memchr::memchr_iter(b'\n', &bytes[..end]).count() as u64;
        self.rows_before += rows.len() as u64;
        Block { bytes, rows, fields, bytes_before, lines_before, rows_before }
    }
}

/// Whole rows.
struct Block {
    bytes: Vec<u8>,
    rows: Vec<Row>,
    fields: Vec<Field>,
    bytes_before: u64,
    lines_before: u64,
    /// Rows of the file before the block, the names of columns among them.
    rows_before: u64,
}

impl Block {
    /// Takes the first row as the names of columns.
    fn take_names(&mut self) -> Vec<String> {
        let row = self.rows.remove(0);
        self.rows_before += 1;
        let text = |field: &Field| String::from_utf8_lossy(&field.bytes(&self.bytes)).trim().to_owned();
        self.fields[row.fields].iter().map(text).collect()
    }

    /// Fills `batch`; gives back the buffer.
    fn parse(self, table: &Table, batch: &mut RecordBatch) -> Vec<u8> {
        let Self { bytes, rows, fields, bytes_before, lines_before, rows_before } = self;
        let length = rows.last().map_or(0, |last| fields[last.fields.end - 1].end())
            - rows.first().map_or(0, |first| first.start);
        batch.reserve(rows.len(), length);
        // The row of names is none of the records.
        for (record, row) in (rows_before..).zip(rows) {
            let position = Position {
                record,
                line: Some(lines_before + row.lines_before + 1),
                byte: bytes_before + row.start as u64,
            };
            let found = if row.is_open {
                Err("a quotation mark that is not closed in this line".to_owned())
            } else {
                table.record(&bytes, &fields[row.fields])
            };
            batch.push(position, checked(found));
        }
        bytes
    }
}

/// The columns of a table.
struct Table {
    width: usize,
    indices: [Option<usize>; Column::ALL.len()],
    id_column: String,
    /// The names of the columns, where they are the fields of the Web of Science.
    tags: Option<Vec<String>>,
}

impl Table {
    fn new(names: &[String], mapping: &ColumnMapping) -> Result<Self, String> {
        let indices = mapping.resolve(names)?;
        let id_column = indices[Column::Id as usize].map(|index| names[index].clone()).unwrap_or_default();
        let is_tagged = *mapping == ColumnMapping::GUESSED && are_tags(names);
        Ok(Self { width: names.len(), indices, id_column, tags: is_tagged.then(|| names.to_vec()) })
    }

    fn record(&self, block: &[u8], fields: &[Field]) -> Result<Record, String> {
        if fields.len() != self.width {
            return Err(format!("{} fields where the table has {} columns", fields.len(), self.width));
        }
        let Some(tags) = &self.tags else { return self.row(block, fields)?.into_record(&self.id_column) };
        let text = |(tag, field): (_, &Field)| field.text(block).map(|text| (tag, text));
        let texts: Option<Vec<_>> = tags.iter().map(String::as_str).zip(fields).map(text).collect();
        Ok(record_of_row(texts.ok_or("invalid UTF-8")?.into_iter()))
    }

    fn row<'b>(&self, block: &'b [u8], fields: &[Field]) -> Result<TableRow<'b>, String> {
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
    use super::*;
    use crate::sources::testing::records;

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
            COMMAS.read(&mut text.as_slice(), &mut crate::sources::testing::Kept::default()).unwrap_err();
        assert!(error.to_string().contains("from line 2; is a quotation mark not closed?"), "{error}");
    }

    #[test]
    fn a_row_is_refused_for_its_length_wherever_blocks_end() {
        for rows_before in [0, 40_000] {
            for excess in [0, 1] {
                let before = "title,abstract\n".to_owned() + &"one title,a text\n".repeat(rows_before);
                let mut text = before.clone().into_bytes();
                text.extend_from_slice(b"\"");
                text.resize(before.len() + MAX_ROW_BYTES - 3 + excess, b'x');
                text.extend_from_slice(b"\",y\nlast title,z\n");
                let mut kept = crate::sources::testing::Kept::default();
                let ended = COMMAS.read(&mut text.as_slice(), &mut kept);
                assert_eq!(ended.is_ok(), excess == 0, "{ended:?}");
                let found = kept.records.len() + kept.rejects.len();
                assert_eq!(found, rows_before + 2 * (1 - excess));
            }
        }
    }

    #[test]
    fn a_table_without_titles_says_what_it_has() {
        let mut kept = crate::sources::testing::Kept::default();
        let error = COMMAS.read(&mut &b"a,b\n1,2\n"[..], &mut kept).unwrap_err().to_string();
        assert!(error.starts_with("no column is known to hold titles"), "{error}");
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

    #[test]
    fn a_table_of_texts_alone_is_told_from_prose() {
        let tabs = Delimited::tsv(ColumnMapping::GUESSED);
        for (text, table) in [
            ("text\n\"Queues wait, and wait.\"\nLogs grow.\n", &COMMAS),
            ("label,text\n1,Queues wait.\n2,Logs grow.\n", &COMMAS),
            ("Abstract\nQueues wait, and wait.\nLogs grow.\n", &tabs),
        ] {
            assert_eq!(crate::sniff(text.as_bytes()), Some(table.format()), "{text}");
            let (found, rejects) = records(table, text.as_bytes());
            assert_eq!((found.len(), rejects.len()), (2, 0), "{text}");
            assert_eq!(found[1].title, "Logs grow.");
        }
        for text in ["text\n", "Text, body and more\nand more, of it, here\n", "label,value\n1,2\n3,4\n"] {
            assert_eq!(crate::sniff(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_row_of_names_says_what_parts_the_fields() {
        for text in [
            "Title;Abstract;Year\nOn Queues;They wait, and wait.;2020\n",
            "title|abstract|year\nOn Queues|They wait, and wait.|2020\n",
            "title,abstract,year\nOn Queues,\"They wait, and wait.\",2020\n",
        ] {
            assert_eq!(crate::sniff(text.as_bytes()), Some(Format::Csv));
            let (papers, rejects) = records(&COMMAS, text.as_bytes());
            assert_eq!(
                (papers[0].abstract_text.as_str(), rejects.len()),
                ("They wait, and wait.", 0),
                "{text}"
            );
        }
    }

    #[test]
    fn a_quotation_that_is_not_closed_is_told_and_the_rest_is_read() {
        let mut text = "title,abstract\n\"On Queues,They wait.\n".to_owned();
        text.extend((0..9_000).map(|paper| format!("On Logs {paper},They grow.\n")));
        let (papers, rejects) = records(&COMMAS, text.as_bytes());
        assert_eq!((papers.len(), rejects.len()), (9_000, 1));
        assert_eq!(rejects[0].0.line, Some(2));
        assert!(rejects[0].1.contains("quotation mark"), "{}", rejects[0].1);
    }
}
