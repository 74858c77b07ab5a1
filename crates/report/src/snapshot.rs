//! Files of a run that are all of the same run: read, and found to be what its manifest says.
//!
//! A run may be replaced while it is read. The manifest holds the hash of every file, so that two equal manifests are of
//! equal runs, and what was read between them is of that run.

use std::fs;
use std::io;
use std::path::Path;

use crate::manifest::MANIFEST;
use crate::stored_file::StoredFile;
use crate::{Manifest, ReportError};

/// How often a run is read anew that is replaced while it is read.
const TRIES: usize = 20;

/// Reads files of the run directory `run` with `read` so that they are of one run. Those of `names` that the manifest knows
/// are checked against it before; runs of earlier versions have manifests without hashes.
///
/// # Errors
/// [`ReportError::Read`] names the file that is missing or damaged, or says that the run does not stand still; else what
/// `read` gives.
pub fn consistently<T, E: From<ReportError>>(
    run: &Path,
    names: &[&str],
    read: impl Fn(&Manifest) -> Result<T, E>,
) -> Result<T, E> {
    let mut seen = text(run)?;
    for _ in 0..TRIES {
        let result = Manifest::parse(run, &seen)
            .and_then(|manifest| {
                names.iter().try_for_each(|name| check(run, &manifest, name)).map(|()| manifest)
            })
            .map_err(E::from)
            .and_then(|manifest| read(&manifest));
        let now = text(run)?;
        if now == seen {
            return result;
        }
        seen = now;
    }
    let reason = "it changes while it is read".to_owned();
    Err(ReportError::Read { path: run.to_path_buf(), reason }.into())
}

/// Checks every file that the manifest of the run directory `run` knows. For a caller who holds the lock of the run.
///
/// # Errors
/// [`ReportError::Read`] names the first file that is missing or damaged.
pub fn check_files(run: &Path) -> Result<(), ReportError> {
    let manifest = Manifest::parse(run, &text(run)?)?;
    manifest.files.keys().try_for_each(|name| check(run, &manifest, name))
}

fn text(run: &Path) -> Result<Vec<u8>, ReportError> {
    let path = run.join(MANIFEST);
    fs::read(&path).map_err(|error| unreadable(&path, &error))
}

fn check(run: &Path, manifest: &Manifest, name: &str) -> Result<(), ReportError> {
    let Some(expected) = manifest.files.get(name) else { return Ok(()) };
    let path = run.join(name);
    let found = StoredFile::of(&path).map_err(|error| unreadable(&path, &error))?;
    if found == *expected {
        return Ok(());
    }
    let reason = "it is not as the manifest says: damaged, edited, or of another run".to_owned();
    Err(ReportError::Read { path, reason })
}

fn unreadable(path: &Path, error: &io::Error) -> ReportError {
    ReportError::Read { path: path.to_path_buf(), reason: error.to_string() }
}
