//! The directory of a Parquet file.

use std::borrow::Cow;
use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;

use polars::io::parquet::metadata::FileMetadataRef;
use polars::prelude::PolarsError;
use polars_buffer::Buffer;
use polars_parquet::read::infer_schema;

use super::guard::guarded;
use super::types::{scale, simplify};
use crate::SourceError;
use crate::input::parquet_directory::read_directory;
use crate::input::parquet_pages::check_pages;

/// A file, and what the directory at its end says about the rest.
pub(super) struct Directory {
    pub(super) bytes: Buffer<u8>,
    pub(super) metadata: FileMetadataRef,
    pub(super) names: Vec<String>,
    /// For each name, the digits after the decimal point, if its column holds decimals.
    pub(super) scales: Vec<Option<usize>>,
}

impl Directory {
    /// Reads the directory at the end of `bytes`, and checks the pages that it lists.
    pub(super) fn read(bytes: &Buffer<u8>) -> Result<Self, SourceError> {
        guarded(|| {
            let mut metadata = read_directory(&mut Cursor::new(bytes.clone()))?;
            let chunk = |range: Range<u64>| {
                let range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
                bytes.get(range).map(Cow::Borrowed)
            };
            check_pages(&metadata, chunk).map_err(|reason| PolarsError::ComputeError(reason.into()))?;
            let named = infer_schema(&metadata)?;
            let names: Vec<String> = named.iter_names().map(ToString::to_string).collect();
            let scales = names.iter().map(|name| scale(&metadata, name)).collect();
            simplify(&mut metadata);
            Ok(Self { bytes: bytes.clone(), metadata: Arc::new(metadata), names, scales })
        })
    }
}
