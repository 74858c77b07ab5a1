//! The error for text that cannot be parsed.

/// A text that is not a valid value of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a known {what}: {text:?}")]
pub struct ParseError {
    pub(crate) what: &'static str,
    pub(crate) text: String,
}
