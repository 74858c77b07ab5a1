//! The whole way from paths to a corpus: every input is read as its format, and all records become papers.

mod collecting;
mod describe;
mod joining;
mod near_bands;
mod reading;
mod recognition;
mod run;
mod spilling;

pub use describe::{FieldDescription, InputDescription};
pub use run::{IngestParams, Ingested, IngestedParts, InputSummary};
