//! What this process has begun but not finished, so that an interruption can remove it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::mark::discard;

/// Unfinished files and folders, by the number assigned when they were begun.
struct Begun {
    next: u64,
    paths: BTreeMap<u64, PathBuf>,
}

static BEGUN: Mutex<Begun> = Mutex::new(Begun { next: 0, paths: BTreeMap::new() });

/// Held while something is begun or put in place, and for ever by [`abandon`].
pub(crate) struct Steady(MutexGuard<'static, Begun>);

/// Waits for the right to begin something or put it in place. After an interruption nobody gets it.
pub(crate) fn steady() -> Steady {
    Steady(BEGUN.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Steady {
    /// Records that the file or folder `path` exists and is not finished.
    pub(crate) fn begun(&mut self, path: &Path) -> Unfinished {
        let number = self.0.next;
        self.0.next += 1;
        self.0.paths.insert(number, path.to_path_buf());
        Unfinished(number)
    }

    /// Forgets a file or folder that is now finished or removed.
    pub(crate) fn forget(&mut self, unfinished: &Unfinished) {
        self.0.paths.remove(&unfinished.0);
    }
}

/// An unfinished file or folder, recorded until it is forgotten.
#[derive(Debug)]
pub(crate) struct Unfinished(u64);

/// Removes everything that this process has begun but not finished. Call it where an interruption ends the
/// process. Waits for what is being put in place. Afterwards every thread that would begin or finish
/// something blocks for ever, so that nothing is created again.
pub fn abandon() {
    let steady = steady();
    // In reverse order: locks were taken before anything they protect.
    for path in steady.0.paths.values().rev() {
        let is_folder = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
        let _ = if is_folder { discard(path) } else { fs::remove_file(path) };
    }
    std::mem::forget(steady);
}

/// Returns at once, but never after [`abandon`]. Call it at the end of a program, so that an interruption in
/// progress decides how the program ends.
pub fn settle() {
    drop(steady());
}
