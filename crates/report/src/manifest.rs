//! What a run was made from: inputs, configuration, seed and counts.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::{Report, json};

/// Identifier of the manifest's layout.
pub const MANIFEST_SCHEMA: &str = "urn:thema:schema:manifest:1";

/// One input of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFile {
    /// The input's name as the user gave it or a directory listed it; `-` for standard input.
    pub name: String,
    /// The format it was read as.
    pub format: String,
    /// Size in bytes as stored, before decompression.
    pub bytes: u64,
    /// BLAKE3 hash of the stored bytes, 64 hexadecimal digits.
    pub blake3: String,
    /// Records read, rejected ones not counted.
    pub records: u64,
    /// Records rejected.
    pub rejected: u64,
}

/// Content of `manifest.json`: enough to repeat the run. It holds no time of day and no name of the machine, so
/// that equal runs give equal bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`MANIFEST_SCHEMA`].
    pub schema: String,
    /// Version of thema.
    pub thema_version: String,
    /// The resolved configuration: defaults, file, environment and flags together.
    pub configuration: serde_json::Value,
    /// Seed of every random choice.
    pub seed: u64,
    /// Inputs in the order in which they were read.
    pub inputs: Vec<InputFile>,
    /// What came in and what came out.
    pub counts: RunCounts,
}

/// What came in and what came out of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunCounts {
    /// Records read, rejected ones not counted.
    pub records: u64,
    /// Records rejected.
    pub rejected: u64,
    /// Papers after reconciliation.
    pub papers: u64,
    /// Themes.
    pub themes: u64,
    /// Discovered clusters.
    pub clusters: u64,
    /// Papers that could not be placed with confidence.
    pub outliers: u64,
}

impl Manifest {
    /// The manifest of the run that ended in `report`.
    #[must_use]
    pub fn new(report: &Report, configuration: serde_json::Value, seed: u64, inputs: Vec<InputFile>) -> Self {
        Self {
            schema: MANIFEST_SCHEMA.to_owned(),
            thema_version: report.thema_version.clone(),
            configuration,
            seed,
            inputs,
            counts: RunCounts {
                records: report.corpus.records,
                rejected: report.corpus.rejected,
                papers: report.corpus.papers,
                themes: report.themes.len() as u64,
                clusters: report.clusters.len() as u64,
                outliers: report.outliers.papers,
            },
        }
    }
}

/// Writes `manifest.json`.
pub(super) fn write(manifest: &Manifest, out: &mut dyn Write) -> io::Result<()> {
    json::write_pretty(manifest, out)
}
