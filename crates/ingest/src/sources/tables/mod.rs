//! Tables with named columns from any producer, and what the columns mean.

pub(super) mod arrow;
pub(super) mod columns;
pub(super) mod delimited;
mod frames;
pub(super) mod lines;
pub(super) mod ndjson;
pub(super) mod parquet;
mod row;
#[cfg(test)]
mod service_exports;
pub(super) mod service_names;
