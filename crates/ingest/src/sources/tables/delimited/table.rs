//! The columns of delimited text.

use super::rows::Field;
use crate::Record;
use crate::sources::references::web_of_science_rows::{are_tags, record_of_row};
use crate::sources::tables::columns::{Column, ColumnMapping};
use crate::sources::tables::row::{Cell, TableRow, names_run_together};
use crate::sources::tables::service_names::{SPRINGER, service_of};

/// The columns of a table.
pub(super) struct Table {
    width: usize,
    indices: [Option<usize>; Column::ALL.len()],
    id_column: String,
    /// Whether nothing separates the names of authors.
    runs_names_together: bool,
    /// The column names, if they are fields of the Web of Science.
    tags: Option<Vec<String>>,
}

impl Table {
    /// The table with these column names. The error says what `mapping` did not find.
    pub(super) fn new(names: &[String], mapping: &ColumnMapping) -> Result<Self, String> {
        let indices = mapping.resolve_to_read(names)?;
        let id_column = indices[Column::Id as usize].map(|index| names[index].clone()).unwrap_or_default();
        let is_tagged = *mapping == ColumnMapping::GUESSED && are_tags(names);
        Ok(Self {
            width: names.len(),
            indices,
            id_column,
            runs_names_together: service_of(names.iter().map(String::as_str)) == Some(SPRINGER),
            tags: is_tagged.then(|| names.to_vec()),
        })
    }

    /// The record of a row of `block`, or why it has none.
    pub(super) fn record(&self, block: &[u8], fields: &[Field]) -> Result<Record, String> {
        if fields.len() != self.width {
            return Err(format!("{} fields, but the table has {} columns", fields.len(), self.width));
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
            let cell = match column {
                Column::Authors if self.runs_names_together => Cell::List(names_run_together(&text)),
                _ => Cell::Text(text),
            };
            cells.set(column, 0, cell);
        }
        Ok(cells)
    }
}
