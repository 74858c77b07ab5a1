//! The whole way from paths to a corpus: every input is read as its format, and all records become papers.

mod collecting;
mod reading;
mod run;

pub use run::{IngestParams, Ingested, InputSummary};
