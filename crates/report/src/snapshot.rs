//! Reads files that all belong to the same run, and checks them against its manifest.
//!
//! A run may be replaced while it is being read. The manifest holds the hash of every file, so two equal
//! manifests belong to equal runs, and everything read between them belongs to that run.

use std::fs;
use std::io;
use std::path::Path;

use crate::manifest::MANIFEST;
use crate::stored_file::StoredFile;
use crate::{Manifest, ReportError};

/// Maximum number of attempts to read a run that is replaced while it is being read.
const TRIES: usize = 20;

/// Reads files of the run directory `run` with `read` so that they all belong to one run. First, the files in
/// `names` that the manifest lists are checked against it; manifests of earlier versions have no hashes.
///
/// # Errors
/// [`ReportError::Read`] names the file that is missing or damaged, or says that the run keeps changing.
/// Otherwise, the errors of `read`.
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
    let reason = "it keeps changing while it is being read".to_owned();
    Err(ReportError::Read { path: run.to_path_buf(), reason }.into())
}

/// Checks every file that the manifest of the run directory `run` lists. The caller
/// must hold the lock of the run.
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
    let reason =
        "it does not match the manifest: it is damaged, was edited, or belongs to another run".to_owned();
    Err(ReportError::Read { path, reason })
}

fn unreadable(path: &Path, error: &io::Error) -> ReportError {
    ReportError::Read { path: path.to_path_buf(), reason: error.to_string() }
}
