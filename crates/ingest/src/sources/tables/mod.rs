//! Rows with named columns, whoever wrote them, and what the columns mean.

mod arrow_stream;
pub(super) mod arrow_table;
mod author_cells;
mod cells;
pub(super) mod column_mapping;
pub(super) mod column_use;
pub(super) mod delimited;
mod delimited_rows;
mod east_asian_names;
mod foreign_names;
mod funder_cells;
pub(super) mod lines;
mod listed;
pub(super) mod ndjson;
pub(super) mod parquet;
mod parquet_slices;
mod parquet_types;
mod row_identifiers;
#[cfg(test)]
mod service_exports;
pub(super) mod service_names;
mod table_row;
mod wanted_columns;
