//! Converts whole rows of delimited text to records.

use super::rows::{Field, Row};
use super::table::Table;
use crate::sources::accept::checked;
use crate::{Position, RecordBatch};

/// A block of whole rows.
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    pub(super) rows: Vec<Row>,
    pub(super) fields: Vec<Field>,
    pub(super) bytes_before: u64,
    pub(super) lines_before: u64,
    /// Rows of the file before the block, including the header row.
    pub(super) rows_before: u64,
}

impl Block {
    /// Takes the first row as the column names.
    pub(super) fn take_names(&mut self) -> Vec<String> {
        let row = self.rows.remove(0);
        self.rows_before += 1;
        let text = |field: &Field| String::from_utf8_lossy(&field.bytes(&self.bytes)).trim().to_owned();
        self.fields[row.fields].iter().map(text).collect()
    }

    /// Fills `batch`; returns the buffer.
    pub(super) fn parse(self, table: &Table, batch: &mut RecordBatch) -> Vec<u8> {
        let Self { bytes, rows, fields, bytes_before, lines_before, rows_before } = self;
        let length = rows.last().map_or(0, |last| fields[last.fields.end - 1].end())
            - rows.first().map_or(0, |first| first.start);
        batch.reserve(rows.len(), length);
        // The header row is not counted as a record.
        for (record, row) in (rows_before..).zip(rows) {
            let position = Position {
                record,
                line: Some(lines_before + row.lines_before + 1),
                byte: bytes_before + row.start as u64,
            };
            let found = if row.is_open {
                Err("a quotation mark is not closed in this line".to_owned())
            } else {
                table.record(&bytes, &fields[row.fields])
            };
            batch.push(position, checked(found));
        }
        bytes
    }
}
