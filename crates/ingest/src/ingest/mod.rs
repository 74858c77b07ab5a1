//! The whole way from paths to a corpus: every input is read as its format, and all records become papers.

mod collecting;
mod describe;
mod joining;
mod reading;
mod recognition;
mod run;
mod spill;

pub use describe::{FieldDescription, InputDescription};
pub use run::{IngestParams, Ingested, IngestedParts, InputSummary};
