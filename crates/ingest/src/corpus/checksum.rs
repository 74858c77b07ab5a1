//! A checksum of a corpus's contents, independent of how a file encodes them.

use polars::prelude::{Column, DataFrame, DataType, PolarsError, PolarsResult};
use rayon::prelude::*;

/// Rows hashed at once. Another number would give another checksum.
const ROWS: usize = 1 << 13;

/// Bytes collected before they are hashed, few enough to stay in a core's cache.
const BUFFER_BYTES: usize = 1 << 16;

/// The BLAKE3 hash of the names, types and values of all columns, in hexadecimal. Each column is hashed in
/// blocks of 8,192 rows; the block hashes, by column and then by row, are hashed again.
///
/// # Errors
/// When a column has a type that no corpus has.
pub(super) fn checksum(frame: &DataFrame) -> PolarsResult<String> {
    let mut checksum = Checksum::default();
    checksum.add(frame)?;
    Ok(checksum.finish())
}

/// The [checksum](checksum()) of a table that arrives in parts.
#[derive(Default)]
pub(super) struct Checksum {
    /// Name, type and block hashes of every column.
    columns: Vec<(String, String, Vec<blake3::Hash>)>,
    height: u64,
}

impl Checksum {
    /// Adds the next rows. Every part but the last must have a multiple of 8,192 rows.
    pub(super) fn add(&mut self, part: &DataFrame) -> PolarsResult<()> {
        if self.columns.is_empty() {
            let columns = part.columns().iter();
            let named =
                columns.map(|column| (column.name().to_string(), column.dtype().to_string(), Vec::new()));
            self.columns = named.collect();
        }
        let starts: Vec<usize> = (0..part.height()).step_by(ROWS).collect();
        let blocks: Vec<(&Column, usize)> = part
            .columns()
            .iter()
            .flat_map(|column| starts.iter().map(move |&start| (column, start)))
            .collect();
        let hashes: Vec<PolarsResult<blake3::Hash>> = blocks
            .into_par_iter()
            // Most bytes are in one column; larger pieces would leave it to one thread.
            .with_max_len(1)
            .map(|(column, start)| hash_values(&column.slice(start as i64, ROWS)))
            .collect();
        let mut hashes = hashes.into_iter();
        for (_, _, of_column) in &mut self.columns {
            of_column.extend(hashes.by_ref().take(starts.len()).collect::<PolarsResult<Vec<_>>>()?);
        }
        self.height += part.height() as u64;
        Ok(())
    }

    /// The checksum of all rows.
    pub(super) fn finish(self) -> String {
        let mut whole = blake3::Hasher::new();
        for (name, kind, _) in &self.columns {
            whole.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
            whole.update(kind.as_bytes());
        }
        whole.update(&self.height.to_le_bytes());
        for hash in self.columns.iter().flat_map(|(_, _, hashes)| hashes) {
            whole.update(hash.as_bytes());
        }
        whole.finalize().to_hex().to_string()
    }
}

/// Hashes each value after its length, so that no two columns give the same bytes. A missing value has a
/// length of its own.
fn hash_values(column: &Column) -> PolarsResult<blake3::Hash> {
    const MISSING: u32 = u32::MAX;
    let mut hasher = blake3::Hasher::new();
    let mut bytes = Vec::with_capacity(2 * BUFFER_BYTES);
    let mut push = |value: Option<&[u8]>| {
        bytes.extend(value.map_or(MISSING, |value| value.len() as u32).to_le_bytes());
        bytes.extend(value.unwrap_or_default());
        if bytes.len() >= BUFFER_BYTES {
            hasher.update(&bytes);
            bytes.clear();
        }
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
    Ok(hasher.update(&bytes).finalize())
}
