//! Checks the claims of a Parquet file's page headers before the decoder reserves memory for them.
//!
//! The decoder trusts the sizes and counts in page headers, so a damaged header can request more memory than
//! there is and end the process. This module checks them against the bytes present and the rows in the file's
//! directory.

use std::borrow::Cow;
use std::io::Cursor;
use std::ops::Range;

use polars_parquet::parquet::page::ParquetPageHeader;
use polars_parquet::read::{ColumnChunkMetadata, FileMetadata};
use polars_parquet_format::thrift::protocol::TCompactInputProtocol;

/// Most rows of a row group, which is decoded at once.
const MAX_GROUP_ROWS: usize = 4 << 20;

/// Most values of one column in a row group; a row has several if it holds a list.
const MAX_VALUES: usize = 64 << 20;

/// Largest decompressed page, in bytes.
const MAX_PAGE_BYTES: usize = 1 << 30;

/// A page may decompress to this many times its size; up to [`FREE_PAGE_BYTES`] it may always do so.
const MAX_RATIO: usize = 1_000;
const FREE_PAGE_BYTES: usize = 16 << 20;

/// Most memory that a page header may request, in bytes.
const MAX_HEADER_BYTES: usize = 16 << 20;

/// Checks every page of the file with this directory; `chunk` reads a range of the file's bytes.
///
/// # Errors
/// What is wrong, as a lower-case fragment.
pub(crate) fn check_pages<'b>(
    directory: &FileMetadata,
    mut chunk: impl FnMut(Range<u64>) -> Option<Cow<'b, [u8]>>,
) -> Result<(), String> {
    for (group, number) in directory.row_groups.iter().zip(1..) {
        let rows = group.num_rows();
        if rows > MAX_GROUP_ROWS {
            return Err(format!("a row group of {rows} rows, more than the {MAX_GROUP_ROWS} allowed"));
        }
        for column in group.parquet_columns() {
            let checked = match chunk(column.byte_range()) {
                Some(bytes) => check_chunk(column, rows, &bytes),
                None => Err("outside the file".to_owned()),
            };
            let name = || column.descriptor().path_in_schema.join(".");
            checked.map_err(|reason| format!("column {} of row group {number}: {reason}", name()))?;
        }
    }
    Ok(())
}

fn check_chunk(column: &ColumnChunkMetadata, rows: usize, bytes: &[u8]) -> Result<(), String> {
    let is_flat = column.descriptor().descriptor.max_rep_level == 0;
    let total = usize::try_from(column.num_values()).unwrap_or(usize::MAX);
    if total > MAX_VALUES || (is_flat && total != rows) {
        return Err(format!("{} values for {rows} rows", column.num_values()));
    }
    let mut left = total;
    let mut at = 0;
    while left > 0 {
        let mut cursor = Cursor::new(&bytes[at..]);
        let mut protocol = TCompactInputProtocol::new(&mut cursor, MAX_HEADER_BYTES);
        let header = ParquetPageHeader::read_from_in_protocol(&mut protocol)
            .map_err(|error| format!("no page at byte {at}: {error}"))?;
        at += cursor.position() as usize;
        let size =
            check_header(&header, &mut left).ok_or_else(|| format!("a corrupted page before byte {at}"))?;
        at += size;
        if at > bytes.len() {
            return Err(format!("a page of {size} bytes runs past the end of the column"));
        }
    }
    Ok(())
}

/// The stored size of a page, if its header is possible for a column with `left` more values; subtracts the
/// page's values from `left`.
fn check_header(header: &ParquetPageHeader, left: &mut usize) -> Option<usize> {
    let size = usize::try_from(header.compressed_page_size).ok()?;
    let decompressed = usize::try_from(header.uncompressed_page_size).ok()?;
    if decompressed > MAX_PAGE_BYTES || decompressed > FREE_PAGE_BYTES.max(size.saturating_mul(MAX_RATIO)) {
        return None;
    }
    if let Some(dictionary) = &header.dictionary_page_header {
        // The shortest value, an empty text, takes four bytes.
        let values = usize::try_from(dictionary.num_values).ok()?;
        return (values <= decompressed).then_some(size);
    }
    let first = header.data_page_header.as_ref().map(|page| page.num_values);
    let second = || header.data_page_header_v2.as_ref().map(|page| page.num_values);
    let values = usize::try_from(first.or_else(second)?).ok()?;
    *left = left.checked_sub(values)?;
    Some(size)
}
