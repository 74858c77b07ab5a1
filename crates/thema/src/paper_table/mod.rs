//! The table of a run's papers with their places (`model/papers.parquet`): every table of the report is
//! written from it, and an update starts from it.

mod read;
mod state;
mod table;
mod whereabouts;
mod write;

pub(crate) use state::{with_papers, without_papers};
pub(crate) use table::{PaperTable, see_table};
pub(crate) use whereabouts::Whereabouts;
pub(crate) use write::{TableWriter, write_papers};

/// Column of other identifiers of a paper.
const ALIASES: &str = "aliases";
/// Column of what sources say of a paper besides its text.
const FACETS: &str = "facets";
