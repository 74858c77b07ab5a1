//! The reconciled papers, stored in columns, one row per paper.

mod build;
mod checksum;
mod columns;
mod copies;
mod near_index;
mod notes;
mod papers;
mod parquet;
mod parts;
mod records;
mod related_papers;
mod row_bytes;
mod row_groups;
mod rows;

pub(crate) use build::{build, key_of_record};
pub use near_index::NearIndex;
pub use papers::{Corpus, SourceReference};
pub(crate) use parquet::CorpusFile;
pub use parts::CorpusParts;
pub(crate) use parts::PartsWriter;
