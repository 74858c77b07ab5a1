//! JSON strings without copies.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A JSON string, borrowed from the line if it contains no escapes. Numbers are taken as printed, and the strings of a
/// list separated by commas; anything else is empty.
#[derive(Default)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(in crate::sources) struct Text<'a>(pub(in crate::sources) Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text)))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
                Ok(Text::default())
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Text::default())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut joined = Text::default();
                while let Some(item) = items.next_element::<Text<'de>>()? {
                    if joined.is_empty() {
                        joined = item;
                    } else if !item.is_empty() {
                        let joined = joined.0.to_mut();
                        joined.push_str(", ");
                        joined.push_str(&item);
                    }
                }
                Ok(joined)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Text::default())
            }
        }

        deserializer.deserialize_any(TextVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_empty_and_lists_are_joined() {
        for (json, text) in [
            (r#""a""#, "a"),
            (r#""a\n""#, "a\n"),
            ("-7", "-7"),
            ("null", ""),
            ("true", ""),
            (r#"{"a":{"b":"c"}}"#, ""),
            (r#"["a",null,"",7,["b"]]"#, "a, 7, b"),
            ("[]", ""),
        ] {
            assert_eq!(&*serde_json::from_str::<Text<'_>>(json).unwrap(), text, "{json}");
        }
        assert!(serde_json::from_str::<Text<'_>>(r#"["a",]"#).is_err());
    }
}
