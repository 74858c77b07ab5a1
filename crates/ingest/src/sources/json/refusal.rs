//! Reasons why JSON could not be read.

/// The reason for `error`, as a lower-case fragment.
pub(in crate::sources) fn refusal(error: &serde_json::Error) -> String {
    let message = error.to_string();
    if message.contains("invalid unicode code point") {
        return format!("invalid UTF-8: {message}");
    }
    match error.classify() {
        serde_json::error::Category::Data => message,
        _ => format!("not JSON: {message}"),
    }
}
