//! Tables as JSON objects.

mod cell;
mod row;
#[cfg(test)]
mod tests;

use std::io::BufRead;

use row::RowSeed;
use serde::de::DeserializeSeed;

use super::columns::ColumnMapping;
use crate::sources::json::head::{first_item_keys, first_keys};
use crate::sources::json::{self, read_item_with};
use crate::{Format, Record, SNIFF_BYTES, Sink, Source, SourceError};

/// JSON objects with arbitrary keys: one per line, spread over several lines, or in a list. The list may be
/// the value of a key such as `papers` or `results`. Each object's keys are mapped on their own.
///
/// A list of strings is a list; so is a list of objects with a `name`, a `display_name`, or `given` and
/// `family` names. Other nested values are skipped.
pub(in crate::sources) struct Ndjson {
    columns: ColumnMapping,
}

impl Ndjson {
    pub(in crate::sources) const fn new(columns: ColumnMapping) -> Self {
        Self { columns }
    }

    /// The key of the list of papers in the object that `head` begins with, and the keys of its first paper;
    /// `None` if the object is itself a paper.
    fn list(&self, head: &[u8]) -> Option<(&'static [&'static str], Vec<String>)> {
        let keys = first_keys(head).filter(|keys| self.columns.resolve(keys).is_err())?;
        let path = LISTS.iter().find(|[name]| keys.iter().any(|key| key == name))?;
        let name = format!("\"{}\"", path[0]);
        let behind = &head[memchr::memmem::find(head, name.as_bytes())? + name.len()..];
        let list = behind.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
        let keys = first_item_keys(list).filter(|_| list.starts_with(b"["))?;
        self.columns.resolve(&keys).is_ok().then_some((&path[..], keys))
    }

    fn parse(&self, line: &[u8]) -> Result<Record, String> {
        let (row, id_column) = read_item_with(line, |line| {
            let mut deserializer = serde_json::Deserializer::from_slice(line);
            let row = RowSeed(&self.columns).deserialize(&mut deserializer)?;
            deserializer.end().map(|()| row)
        })?;
        let record = row.into_record(&id_column)?;
        if record.title.is_empty() { Err("no title".to_owned()) } else { Ok(record) }
    }
}

impl Source for Ndjson {
    fn format(&self) -> Format {
        Format::Ndjson
    }

    fn sniff(&self, head: &[u8]) -> bool {
        first_item_keys(head).is_some_and(|keys| self.columns.resolve(&keys).is_ok())
            || self.list(head).is_some()
    }

    fn column_names(&self, head: &[u8]) -> Vec<String> {
        let keys = self.list(head).map_or_else(|| first_item_keys(head), |(_, keys)| Some(keys));
        keys.unwrap_or_default()
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let head = input.fill_buf().map_err(|source| SourceError::Read { byte: 0, source })?;
        let path = self.list(&head[..head.len().min(SNIFF_BYTES)]).map_or(&[][..], |(path, _)| path);
        json::read(self.format(), path, input, sink, &|object| self.parse(object))
    }
}

/// Keys of an object under which a list of papers may be found.
static LISTS: [[&str; 1]; 9] = [
    ["papers"],
    ["results"],
    ["items"],
    ["data"],
    ["records"],
    ["articles"],
    ["documents"],
    ["entries"],
    ["references"],
];
