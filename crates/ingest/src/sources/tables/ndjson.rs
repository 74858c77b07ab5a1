//! Tables as JSON objects.

use std::fmt;
use std::io::BufRead;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::column_mapping::{Column, ColumnMapping};
use super::table_row::{Cell, TableRow};
use crate::sources::json::head::{first_item_keys, first_keys};
use crate::sources::json::{self, refusal};
use crate::{Format, Record, SNIFF_BYTES, Sink, Source, SourceError};

/// JSON objects of whatever keys, one a line, over several lines or in a list, which may stand in an object under a key such as
/// `papers` or `results`; each object's keys are mapped for themselves.
///
/// A list of strings is a list, and so is one of objects with a `name`, a `display_name`, or `given` and `family`
/// names; other nested values are passed over.
pub(in crate::sources) struct Ndjson {
    columns: ColumnMapping,
}

impl Ndjson {
    pub(in crate::sources) const fn new(columns: ColumnMapping) -> Self {
        Self { columns }
    }

    /// The key of the list of papers in the object that `head` begins with, and the keys of its first paper; `None` where the
    /// object is a paper itself.
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
        let mut deserializer = serde_json::Deserializer::from_slice(line);
        let row = RowSeed(&self.columns).deserialize(&mut deserializer);
        let (row, id_column) =
            row.and_then(|row| deserializer.end().map(|()| row)).map_err(|error| refusal(&error))?;
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

/// Keys of an object under which a list of papers may stand.
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

/// Reads an object as a row, and the name of its column of identifiers.
struct RowSeed<'m>(&'m ColumnMapping);

impl<'de> DeserializeSeed<'de> for RowSeed<'_> {
    type Value = (TableRow<'static>, String);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RowSeed<'_> {
    type Value = (TableRow<'static>, String);

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut row = TableRow::default();
        let (mut id_column, mut id_rank) = (String::new(), usize::MAX);
        while let Some(key) = map.next_key::<String>()? {
            let Some((column, rank)) = self.0.column_of(&key) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            // An object whose title is empty has one all the same.
            let empty = (column == Column::Title).then(|| Cell::Text("".into()));
            if let Some(cell) = map.next_value_seed(CellSeed)?.or(empty) {
                if column == Column::Id && rank < id_rank {
                    (id_column, id_rank) = (key, rank);
                }
                row.set(column, rank, cell);
            }
        }
        Ok((row, id_column))
    }
}

struct CellSeed;

impl<'de> DeserializeSeed<'de> for CellSeed {
    type Value = Option<Cell<'static>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the visitor's signatures")]
fn text<E>(text: &impl ToString) -> Result<Option<Cell<'static>>, E> {
    Ok(Some(Cell::Text(text.to_string().into())))
}

impl<'de> Visitor<'de> for CellSeed {
    type Value = Option<Cell<'static>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
        text(&value)
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Self::Value, E> {
        Ok(Some(Cell::Text(value.into())))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        text(&value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        text(&value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        text(&value)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        text(&value)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut parts = Vec::new();
        while let Some(cell) = items.next_element_seed(CellSeed)? {
            match cell {
                Some(Cell::List(inner)) => parts.extend(inner),
                Some(text) => parts.push(text.into_text().into_owned()),
                None => {}
            }
        }
        Ok(Some(Cell::List(parts)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut name, mut given, mut family) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let slot = match key.as_str() {
                "name" | "display_name" | "full_name" => &mut name,
                "given" | "first" | "firstName" => &mut given,
                "family" | "last" | "lastName" => &mut family,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if let Some(Cell::Text(text)) = map.next_value_seed(CellSeed)? {
                *slot = Some(text);
            }
        }
        let spoken = || Some([given?, family?].join(" ").into());
        Ok(name.or_else(spoken).map(Cell::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    #[test]
    fn keys_are_mapped_line_by_line() {
        let text = r#"{"Title":"A","summary":"x","authors":[{"name":"Ann One"},{"given":"Bo","family":"Two"}],"year":2019}
{"paper_title":"B","abstract":null,"authors":"Cy Three","extra":{"deep":[1,{"a":2}]}}
{"nothing":1}
[1]
{"title":"C"} trailing"#;
        let (found, rejects) = records(&Ndjson::new(ColumnMapping::GUESSED), text.as_bytes());
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].title.as_str(), found[0].abstract_text.as_str()), ("A", "x"));
        assert_eq!(found[0].authors, ["Ann One", "Bo Two"]);
        assert_eq!(found[0].published, Timestamp::from_year(2019));
        assert_eq!(found[1].authors, ["Cy Three"]);
        let lines: Vec<_> = rejects.iter().map(|(at, _)| at.line.unwrap()).collect();
        assert_eq!(lines, [3, 4, 5]);
        assert_eq!(rejects[0].1, "no title");
    }

    #[test]
    fn lists_of_objects_are_read() {
        let text = r#" [{"title":"A","abstract":"x"}, {"title":"B"}, {"nothing":1}, 7]"#;
        let source = Ndjson::new(ColumnMapping::GUESSED);
        assert!(source.sniff(text.as_bytes()));
        let (found, rejects) = records(&source, text.as_bytes());
        assert_eq!(found.iter().map(|record| record.title.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!(rejects.iter().map(|(at, _)| at.record).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn a_list_in_an_object_is_found_and_an_object_may_be_of_many_lines() {
        let source = Ndjson::new(ColumnMapping::GUESSED);
        let list = r#"{"count":2,"papers":[{"title":"A","abstract":"x"},{"title":"B"}]}"#;
        let lines =
            "{\n  \"title\": \"A\",\n  \"authors\": [\n    \"Ann One\"\n  ]\n}\n{\n  \"title\": \"B\"\n}\n";
        for text in [list, lines] {
            assert_eq!(crate::sniff(text.as_bytes()), Some(Format::Ndjson), "{text}");
            let (found, rejects) = records(&source, text.as_bytes());
            let titles: Vec<&str> = found.iter().map(|record| record.title.as_str()).collect();
            assert_eq!((titles.as_slice(), rejects.len()), (["A", "B"].as_slice(), 0), "{text}");
        }
        assert_eq!(source.column_names(list.as_bytes()), ["title", "abstract"]);
        assert!(
            !source.sniff(br#"{"papers":7,"title_of_list":"x"}"#) && !source.sniff(br#"{"papers":["x"]}"#)
        );
    }

    #[test]
    fn texts_stand_for_titles_where_there_are_none() {
        let text = "{\"text\":\"Queues wait.\",\"label\":1}\n{\"title\":null,\"text\":\"Logs grow.\"}\n";
        let source = Ndjson::new(ColumnMapping::GUESSED);
        assert!(source.sniff(text.as_bytes()));
        let (found, rejects) = records(&source, text.as_bytes());
        assert_eq!((found[0].title.as_str(), found.len()), ("Queues wait.", 1));
        assert_eq!(rejects[0].1, "no title");
    }

    #[test]
    fn nesting_without_end_is_refused_and_not_followed() {
        let text = format!("{{\"title\":{}", "[".repeat(100_000));
        let (found, rejects) = records(&Ndjson::new(ColumnMapping::GUESSED), text.as_bytes());
        assert_eq!((found.len(), rejects.len()), (0, 1));
    }
}
