//! The formats, one file each, grouped by origin, and the registry that finds them by name.
//!
//! To add a format: implement [`Source`](crate::Source) for a type in a file of its own in one of the groups,
//! add a variant to [`Format`](crate::Format) at its place in the sniffing order, and add a line to
//! `registry.rs`.

mod accept;
mod arxiv;
mod block_reader;
mod csl_item;
mod document;
mod json;
mod line_records;
mod nearest;
mod pipeline;
mod references;
mod registry;
mod services;
mod sniff;
mod tables;
#[cfg(test)]
mod testing;
mod xml_items;

pub(crate) use nearest::nearest;
pub(crate) use pipeline::THIN_ROWS;
pub use registry::{source, table_source};
pub use sniff::{SNIFF_BYTES, sniff};
pub use tables::arrow::ArrowTable;
pub(crate) use tables::arrow::Contents;
pub(crate) use tables::columns::column_uses;
pub use tables::columns::{Column, ColumnMapping, ColumnMappingError, ColumnUse};
pub(crate) use tables::lines::could_be_lines;
pub(crate) use tables::service_names::service_of;
