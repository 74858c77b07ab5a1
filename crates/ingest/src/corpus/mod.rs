//! The reconciled papers, one row each, in columns.

mod build;
mod checksum;
mod columns;
mod papers;
mod parquet;
mod records;
mod related_papers;
mod row_groups;

pub(crate) use build::build;
pub use papers::{Corpus, SourceReference};
