//! The table of a run's papers with their places (`model/papers.parquet`): what all tables of the report are written from,
//! and what an update goes on from.

mod read;
mod state;
mod table;
mod whereabouts;
mod write;

pub(crate) use state::{with_papers, without_papers};
pub(crate) use table::{PaperTable, see_table};
pub(crate) use whereabouts::Whereabouts;
pub(crate) use write::{TableWriter, write_papers};

/// Column of what sources say of a paper beside its text.
const FACETS: &str = "facets";
