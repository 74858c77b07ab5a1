//! How long the stages of a run took: the one file that may differ between two equal runs.

use serde::{Deserialize, Serialize};

use crate::ReportError;
use crate::{StagedRun, json};

/// One stage of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageTiming {
    /// The stage's name.
    pub stage: String,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Items that the stage worked on, such as records or papers.
    pub items: Option<u64>,
}

/// Content of `timings.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Stages in the order in which they ran.
    pub stages: Vec<StageTiming>,
    /// Wall time of the whole run in seconds.
    pub total_seconds: f64,
    /// Peak resident memory in bytes, if the system reports it.
    pub peak_memory_bytes: Option<u64>,
    /// Number of threads.
    pub threads: usize,
}

impl Timings {
    /// Writes `timings.json`.
    ///
    /// # Errors
    /// [`ReportError::Write`] if the file could not be written.
    pub fn write(&self, staged: &StagedRun) -> Result<(), ReportError> {
        staged.write("timings.json", |out| json::write_pretty(self, out)).map(drop)
    }
}
