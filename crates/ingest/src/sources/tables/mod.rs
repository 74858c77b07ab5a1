//! Rows with named columns, whoever wrote them, and what the columns mean.

pub(super) mod column_mapping;
pub(super) mod column_use;
pub(super) mod delimited;
mod delimited_rows;
mod foreign_names;
mod listed;
pub(super) mod ndjson;
pub(super) mod parquet;
mod parquet_cells;
mod parquet_slices;
mod parquet_types;
mod table_row;
