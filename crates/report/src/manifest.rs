//! What a run was made from: inputs, configuration, seed and counts.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::stored_file::StoredFile;
use crate::{Preview, Report, ReportError};

/// Identifier of the manifest's layout.
pub const MANIFEST_SCHEMA: &str = "urn:thema:schema:manifest:1";

/// The manifest's name in a run directory.
pub(crate) const MANIFEST: &str = "manifest.json";

/// Placeholder for the checksum while it is computed.
const NO_CHECKSUM: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// One input of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFile {
    /// The input's name as given by the user or listed in a directory; `-` for standard input.
    pub name: String,
    /// The format that it was read as.
    pub format: String,
    /// The encoding from which it was decoded, inferred unless given; omitted for
    /// UTF-8 and for binary formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Size in bytes as stored, before decompression.
    pub bytes: u64,
    /// BLAKE3 hash of the stored bytes, 64 hexadecimal digits; omitted if a preview skipped some of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blake3: Option<String>,
    /// Records read, not counting rejected ones.
    pub records: u64,
    /// Records rejected.
    pub rejected: u64,
    /// Dates of which only the year is used, because day and month could be swapped; omitted if there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dates_cut: u64,
    /// Dates that cannot be read; omitted if there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dates_unread: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Vectors that were given to a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorsFile {
    /// The name of the file, or of the array in memory.
    pub name: String,
    /// Number of vectors.
    pub rows: u64,
    /// Numbers per vector.
    pub dimensions: u64,
    /// BLAKE3 hash of the numbers as little-endian 32-bit floats, row by row; 64 hexadecimal digits.
    pub blake3: String,
}

/// Content of `manifest.json`: enough to repeat the run. It contains no time of day and no machine name, so
/// that equal runs give equal bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`MANIFEST_SCHEMA`].
    pub schema: String,
    /// Version of thema.
    pub thema_version: String,
    /// The resolved configuration: defaults, file, environment and flags combined.
    pub configuration: serde_json::Value,
    /// Seed of every random choice.
    pub seed: u64,
    /// Code of the language whose stemmer and stop words were used (`en`, `de`), set or found; empty in runs of earlier
    /// versions.
    #[serde(default)]
    pub language: String,
    /// Inputs in the order in which they were read.
    pub inputs: Vec<InputFile>,
    /// The vectors that themes were learned from, if the user gave them; an update uses none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<VectorsFile>,
    /// How much of the inputs was read; omitted if it is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
    /// The built-in taxonomy that was chosen by the papers' field; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built_in_taxonomy: Option<String>,
    /// Counts of what was read and produced.
    pub counts: RunCounts,
    /// The edits that the report shows; `None` for a report of what was learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edits: Option<AppliedEdits>,
    /// Files of the run by their paths in it, except this one, `timings.json`, which differs between equal
    /// runs, and `index.html`, which `thema report` may render again. Filled in when the run is stored; empty
    /// in runs of earlier versions.
    #[serde(default)]
    pub files: BTreeMap<String, StoredFile>,
    /// BLAKE3 hash of the file with zeros for these digits; empty in runs of earlier versions.
    #[serde(default)]
    pub checksum: String,
}

/// The edits that a report shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedEdits {
    /// BLAKE3 hash of `edits.toml`, 64 hexadecimal digits.
    pub blake3: String,
    /// Edits that did not fit, each with its line.
    pub misfits: Vec<String>,
}

/// Counts of what a run read and produced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunCounts {
    /// Records read, not counting rejected ones.
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
            language: String::new(),
            inputs,
            vectors: None,
            preview: report.corpus.preview,
            built_in_taxonomy: report.built_in_taxonomy.clone(),
            counts: RunCounts {
                records: report.corpus.records,
                rejected: report.corpus.rejected,
                papers: report.corpus.papers,
                themes: report.themes.len() as u64,
                clusters: report.clusters.len() as u64,
                outliers: report.outliers.papers,
            },
            edits: None,
            files: BTreeMap::new(),
            checksum: String::new(),
        }
    }

    /// The text of `manifest.json`.
    pub(crate) fn stored(&self, files: BTreeMap<String, StoredFile>) -> serde_json::Result<String> {
        let manifest = Self { files, checksum: NO_CHECKSUM.to_owned(), ..self.clone() };
        let mut text = serde_json::to_string_pretty(&manifest)?;
        text.push('\n');
        let checksum = blake3::hash(text.as_bytes()).to_hex();
        // The checksum is the last field, so it is the last match.
        let at = text.rfind(NO_CHECKSUM).unwrap_or(text.len());
        text.replace_range(at..at + NO_CHECKSUM.len(), &checksum);
        Ok(text)
    }

    /// Reads the text of `manifest.json` of the run directory `run`.
    pub(crate) fn parse(run: &Path, text: &[u8]) -> Result<Self, ReportError> {
        let unreadable = |reason: String| ReportError::Read { path: run.join(MANIFEST), reason };
        let manifest: Self = serde_json::from_slice(text).map_err(|error| unreadable(error.to_string()))?;
        if manifest.schema != MANIFEST_SCHEMA {
            return Err(unreadable(format!("its schema is `{}`, not `{MANIFEST_SCHEMA}`", manifest.schema)));
        }
        let checksum = manifest.checksum.as_bytes();
        let matches = || {
            let at = memchr::memmem::rfind(text, checksum)?;
            let mut blank = text.to_vec();
            blank[at..at + checksum.len()].fill(b'0');
            Some(blake3::hash(&blank).to_hex().as_bytes() == checksum)
        };
        // A manifest with files has a checksum; those of earlier versions have neither.
        let is_whole = if checksum.is_empty() { manifest.files.is_empty() } else { matches() == Some(true) };
        if !is_whole {
            return Err(unreadable("its checksum does not match its content".to_owned()));
        }
        Ok(manifest)
    }
}
