//! The whole path from input paths to a corpus: reads every input in its format and reconciles all records
//! into papers.

mod collecting;
mod describe;
mod joining;
mod near_bands;
mod notes;
mod reading;
mod recognition;
mod run;
mod spilling;
mod thinning;

pub(crate) use near_bands::count_near_duplicates;
pub(crate) use notes::LeftOver;
pub(crate) use reading::{How, Reading};
pub(crate) use run::warn;
pub(crate) use spilling::{Bound, Overflow, keys_of_all};

pub use describe::{FieldDescription, InputDescription};
pub use notes::{InputNotes, InputSummary};
pub use run::{IngestParams, Ingested, IngestedParts};
pub use thinning::Thinned;
