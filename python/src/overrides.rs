//! The default settings with the caller's changes.

use serde_json::Value;
use thema::{Error, Fault, Result, Settings};

/// The default settings, overridden by `overrides`, a JSON object of the same shape.
///
/// # Errors
/// [`Fault::Settings`] names an unknown key, or a value that cannot be used.
pub(crate) fn settings(overrides: &str) -> Result<Settings> {
    let refused = |error: serde_json::Error| {
        Error::new(Fault::Settings, format!("settings; `thema.defaults()` has every key: {error}"))
    };
    let defaults = Settings::default();
    let mut settings = serde_json::to_value(&defaults).map_err(refused)?;
    // Serialisation skips these two, as they change no byte of a result.
    settings["threads"] = defaults.threads.into();
    settings["memory"] = defaults.memory.to_string().into();
    merge(&mut settings, serde_json::from_str(overrides).map_err(refused)?);
    serde_json::from_value(settings).map_err(refused)
}

fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}
