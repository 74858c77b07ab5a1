//! The mark with which some programs begin a text in UTF-8.

/// `text` behind its byte-order mark, if it has one.
pub(crate) fn behind_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}
