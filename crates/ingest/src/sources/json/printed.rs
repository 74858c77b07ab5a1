//! Numbers that some programs write as texts, and texts that they write as numbers.

use std::str::FromStr;

use serde::Deserializer;
use serde_json::Value;

use super::lenient::lenient;

/// Deserialises a text or a number, as printed; gives an empty text for anything else.
pub(in crate::sources) fn printed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    lenient(deserializer).map(|value| printed_value(&value))
}

/// Deserialises a number or a text that is one; gives `None` for anything else. Tables with gaps write whole
/// numbers as `2024.0`.
pub(in crate::sources) fn number<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
{
    let text = printed(deserializer)?;
    let digits = text.trim();
    Ok(digits.strip_suffix(".0").unwrap_or(digits).parse().ok())
}

/// A text or a number, as printed; empty for anything else.
pub(in crate::sources) fn printed_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_however_it_is_written() {
        for (json, text, value) in [
            ("2024", "2024", Some(2024)),
            ("\"2024\"", "2024", Some(2024)),
            ("2024.0", "2024.0", Some(2024)),
            ("\" 7 \"", " 7 ", Some(7)),
            ("2024.5", "2024.5", None),
            ("\"in press\"", "in press", None),
            ("99999", "99999", None),
            ("null", "", None),
            ("[2024]", "", None),
        ] {
            let read = || serde_json::Deserializer::from_str(json);
            assert_eq!(printed(&mut read()).unwrap(), text, "{json}");
            assert_eq!(number::<_, i16>(&mut read()).unwrap(), value, "{json}");
        }
    }
}
