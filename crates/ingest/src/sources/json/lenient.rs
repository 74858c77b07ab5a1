//! Fields that may be missing or of another type.

use serde::Deserialize;
use serde_json::value::RawValue;

/// Deserialises `T`; gives the default for `null` or a value of another type.
pub(in crate::sources) fn lenient<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    let raw = <&RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(raw.get()).unwrap_or_default())
}
