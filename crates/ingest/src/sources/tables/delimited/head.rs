//! The beginning of delimited text: a line that describes the file, the column names and the first rows.

use crate::text::byte_order_mark::behind_mark;

use csv::{ByteRecord, ReaderBuilder};

/// Whether `name` can be a column name and is not a sentence.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 40 && name.split_whitespace().count() <= 3
}

/// Whether `head` has at least two rows, all with as many fields as the first; the last may be cut.
pub(super) fn is_even(head: &[u8], delimiter: u8) -> bool {
    let whole = memchr::memrchr(b'\n', head).map_or(head, |end| &head[..end]);
    let mut rows =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(whole).into_byte_records();
    rows.by_ref().take(2).flatten().count() == 2 && rows.all(|row| row.is_ok())
}

/// The text after the line that describes the file: `About the data: ...` in Dimensions, which may be padded
/// to the width of the table, and `sep=;` in Excel. All of `head` if there is no such line or it does not
/// end.
pub(super) fn behind_preamble(head: &[u8]) -> &[u8] {
    let text = behind_mark(head);
    let bare = text.strip_prefix(b"\"").unwrap_or(text);
    let is_preamble = bare.starts_with(b"About the data:") || bare.starts_with(b"sep=");
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let is_whole = is_preamble && reader.read_byte_record(&mut ByteRecord::new()).unwrap_or(false);
    let end = reader.position().byte() as usize;
    if is_whole && end < text.len() { text[end..].trim_ascii_start() } else { head }
}

/// Parses the first line of `head` as column names.
pub(super) fn headers(head: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let head = behind_mark(head);
    let mut reader = ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(head);
    let mut row = ByteRecord::new();
    if !reader.read_byte_record(&mut row).ok()? {
        return None;
    }
    row.iter().map(|name| Some(std::str::from_utf8(name).ok()?.trim().to_owned())).collect()
}
