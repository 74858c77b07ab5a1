//! The whole way from paths to a corpus: every input is read as its format, and all records become papers.

mod collecting;
mod progress;
mod reading;
mod run;

pub use progress::Progress;
pub use run::{IngestParams, Ingested, InputSummary};
