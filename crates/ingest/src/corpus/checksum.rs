//! A checksum of what a corpus says, whatever bytes of a file say it.

use polars::prelude::{Column, DataFrame, DataType, PolarsError, PolarsResult};
use rayon::prelude::*;

/// Rows that are hashed at once; another number would be another checksum.
const ROWS: usize = 1 << 13;

/// The BLAKE3 hash of names, types and values of all columns, in hexadecimal. Columns are taken in blocks of 8,192 rows; the
/// hashes of the blocks, in the order of columns and rows, are hashed once more.
///
/// # Errors
/// When a column is of a type that no corpus has.
pub(super) fn checksum(frame: &DataFrame) -> PolarsResult<String> {
    let starts: Vec<usize> = (0..frame.height()).step_by(ROWS).collect();
    let blocks: Vec<(&Column, usize)> =
        frame.columns().iter().flat_map(|column| starts.iter().map(move |&start| (column, start))).collect();
    let hashes: Vec<PolarsResult<blake3::Hash>> = blocks
        .into_par_iter()
        .map(|(column, start)| {
            let mut bytes = Vec::new();
            write_values(&column.slice(start as i64, ROWS), &mut bytes)?;
            Ok(blake3::hash(&bytes))
        })
        .collect();
    let mut whole = blake3::Hasher::new();
    for column in frame.columns() {
        let name = column.name().as_bytes();
        whole.update(&(name.len() as u64).to_le_bytes()).update(name);
        whole.update(column.dtype().to_string().as_bytes());
    }
    whole.update(&(frame.height() as u64).to_le_bytes());
    for hash in hashes {
        whole.update(hash?.as_bytes());
    }
    Ok(whole.finalize().to_hex().to_string())
}

/// Every value with its length before it, so that no two columns are written alike; what is missing has a length of its own.
fn write_values(column: &Column, bytes: &mut Vec<u8>) -> PolarsResult<()> {
    const MISSING: u32 = u32::MAX;
    let mut push = |value: Option<&[u8]>| {
        bytes.extend(value.map_or(MISSING, |value| value.len() as u32).to_le_bytes());
        bytes.extend(value.unwrap_or_default());
    };
    match column.dtype() {
        DataType::String => column.str()?.iter().for_each(|text| push(text.map(str::as_bytes))),
        DataType::Int64 => column.i64()?.iter().for_each(|number| match number {
            Some(number) => push(Some(&number.to_le_bytes())),
            None => push(None),
        }),
        DataType::UInt32 => column.u32()?.iter().for_each(|number| match number {
            Some(number) => push(Some(&number.to_le_bytes())),
            None => push(None),
        }),
        DataType::Boolean => column.bool()?.iter().for_each(|flag| match flag {
            Some(flag) => push(Some(&[u8::from(flag)])),
            None => push(None),
        }),
        other => {
            let reason = format!("a column of type {other}, which no corpus has");
            return Err(PolarsError::ComputeError(reason.into()));
        }
    }
    Ok(())
}
