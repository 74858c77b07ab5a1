//! Rows of bytes, each compressed on its own.

use std::io;

use rayon::prelude::*;
use zstd::bulk::{Compressor, Decompressor};

use crate::IngestError;

/// Zstandard compression level: the fastest that is not negative.
const LEVEL: i32 = 1;

/// Longest row that is unpacked, in bytes; no record is longer.
const LONGEST: usize = 1 << 30;

/// The rows `bytes(0)` to `bytes(rows - 1)`, each compressed and preceded by its length.
pub(super) fn pack_rows(rows: usize, bytes: impl Fn(usize) -> Vec<u8> + Sync) -> io::Result<Vec<Vec<u8>>> {
    let pack = |compressor: &mut io::Result<Compressor<'_>>, row: usize| {
        let compressor =
            compressor.as_mut().map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
        let bytes = bytes(row);
        let mut packed = (bytes.len() as u32).to_le_bytes().to_vec();
        packed.extend(compressor.compress(&bytes)?);
        Ok(packed)
    };
    (0..rows).into_par_iter().map_init(|| Compressor::new(LEVEL), pack).collect()
}

/// The rows packed by [`pack_rows`]. Errors call them `what`.
pub(super) fn unpack_rows<'a>(
    what: &str,
    rows: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Vec<Vec<u8>>, IngestError> {
    let unpack = |decompressor: &mut Decompressor<'_>, row: &[u8]| -> Option<Vec<u8>> {
        let (length, packed) = row.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        let bytes = decompressor.decompress(packed, length.min(LONGEST)).ok()?;
        (bytes.len() == length).then_some(bytes)
    };
    let mut decompressor = Decompressor::new().map_err(|error| not_rows(what, &error.to_string()))?;
    rows.into_iter()
        .map(|row| unpack(&mut decompressor, row).ok_or_else(|| not_rows(what, "a row is corrupted")))
        .collect()
}

pub(super) fn not_rows(what: &str, reason: &str) -> IngestError {
    IngestError::NotATable { name: what.to_owned(), reason: reason.to_owned() }
}
