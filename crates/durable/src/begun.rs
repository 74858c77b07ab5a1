//! What this process has begun and not finished, so that an interruption can remove it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::mark::discard;

/// Unfinished things by the number under which they were begun.
struct Begun {
    next: u64,
    paths: BTreeMap<u64, PathBuf>,
}

static BEGUN: Mutex<Begun> = Mutex::new(Begun { next: 0, paths: BTreeMap::new() });

/// Held while something is begun or put in its place, and for good by [`abandon`].
pub(crate) struct Steady(MutexGuard<'static, Begun>);

/// Waits for the right to begin something or to put it in its place. After an interruption nobody gets it again.
pub(crate) fn steady() -> Steady {
    Steady(BEGUN.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Steady {
    /// Notes that the file or folder `path` is there and not finished.
    pub(crate) fn begun(&mut self, path: &Path) -> Unfinished {
        let number = self.0.next;
        self.0.next += 1;
        self.0.paths.insert(number, path.to_path_buf());
        Unfinished(number)
    }

    /// Forgets what is finished or removed by now.
    pub(crate) fn forget(&mut self, unfinished: &Unfinished) {
        self.0.paths.remove(&unfinished.0);
    }
}

/// One unfinished thing, known until it is forgotten.
#[derive(Debug)]
pub(crate) struct Unfinished(u64);

/// Removes everything that this process has begun and not finished; to be called where an interruption ends the process.
/// What is being put in its place is waited for. Afterwards every thread that would begin or finish something waits for
/// ever, so that nothing is made anew.
pub fn abandon() {
    let steady = steady();
    // The last first: locks were taken before anything that they protect.
    for path in steady.0.paths.values().rev() {
        let is_folder = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
        let _ = if is_folder { discard(path) } else { fs::remove_file(path) };
    }
    std::mem::forget(steady);
}

/// Returns at once, and never after [`abandon`]: called at the end of a program, it leaves the last word to the
/// interruption.
pub fn settle() {
    drop(steady());
}
