//! A JSON object as a row.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::cell::CellSeed;
use crate::sources::tables::columns::{Column, ColumnMapping};
use crate::sources::tables::row::{Cell, TableRow};

/// Deserialises an object as a row with the name of its identifier column.
pub(super) struct RowSeed<'m>(pub(super) &'m ColumnMapping);

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
            // An object with an empty title still has a title.
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
