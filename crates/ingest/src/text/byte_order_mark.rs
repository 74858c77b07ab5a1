//! The byte order mark with which some programs begin UTF-8 text.

/// The mark in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// `text` without its byte order mark, if it has one.
pub(crate) fn behind_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}
