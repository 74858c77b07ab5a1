//! Runs the Parquet decoder on files that may be damaged.

use std::panic::{AssertUnwindSafe, catch_unwind};

use polars::prelude::PolarsResult;

use super::Parquet;
use crate::SourceError;

/// Runs the Parquet decoder, which panics on some damaged files.
pub(super) fn guarded<T>(decode: impl FnOnce() -> PolarsResult<T>) -> Result<T, SourceError> {
    match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Parquet::malformed(error.to_string())),
        Err(_) => Err(Parquet::malformed("the file is corrupted")),
    }
}
