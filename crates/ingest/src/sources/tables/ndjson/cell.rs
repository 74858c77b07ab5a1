//! A JSON value as a cell.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::sources::tables::row::Cell;

/// Deserialises a value as a cell; `null` gives none.
pub(super) struct CellSeed;

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
