//! Where papers and labels for the tests stand, and how they are read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thema_ingest::{IngestParams, Ingested};

/// A path under `data/sample`.
pub(crate) fn sample(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/sample")).join(path)
}

/// A path in the folder of shared data beside the project; `None`, with a printed reason, when it is missing.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")).join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// Ingests one file or directory.
pub(crate) fn ingest(path: PathBuf) -> Ingested {
    IngestParams::new().run(&[path], &|_| ()).unwrap()
}

/// The rows of a CSV file as maps from column to value.
pub(crate) fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(|row| row.unwrap()).collect()
}
