//! Run directories that are being written: what an interruption has to remove.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Staging directories of this process; held while a finished run takes its place, and for good by an interruption.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A staging directory that an interruption removes.
pub(crate) fn begun(staging: &Path) {
    unfinished().push(staging.to_path_buf());
}

/// Runs `step`, which ends the staging: an interruption waits for its end, and none begins after an interruption.
pub(crate) fn ended<T>(staging: &Path, step: impl FnOnce() -> T) -> T {
    let mut directories = unfinished();
    let result = step();
    directories.retain(|directory| directory != staging);
    result
}

/// Removes every run directory that this process has begun and not finished. Nothing is finished afterwards: it is the
/// last thing that an interrupted program does before it exits.
pub fn remove_unfinished() {
    let directories = unfinished();
    // Once more, as what was being written the first time may have come back.
    for directory in directories.iter().chain(directories.iter()) {
        let _ = std::fs::remove_dir_all(directory);
    }
    std::mem::forget(directories);
}
