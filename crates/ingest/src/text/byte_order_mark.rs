//! The byte order mark with which some programs begin UTF-8 text.

/// `text` without its byte order mark, if it has one.
pub(crate) fn behind_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}
