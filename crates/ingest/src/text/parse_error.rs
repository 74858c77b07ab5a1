//! A text that is not what it should be.

/// A text that does not spell the value it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a known {what}: {text:?}")]
pub struct ParseError {
    pub(crate) what: &'static str,
    pub(crate) text: String,
}
