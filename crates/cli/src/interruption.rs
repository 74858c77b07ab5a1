//! What an interrupted run leaves behind: nothing of its own, and what it would have replaced.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit code by which shells know a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Held while finished files take their place, and for good by an interruption.
static LAST_WORD: Mutex<()> = Mutex::new(());

fn last_word() -> MutexGuard<'static, ()> {
    LAST_WORD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `step`, which puts finished files in their place, whole: an interruption waits for its end, and none begins after
/// an interruption.
pub(crate) fn uninterrupted<T>(step: impl FnOnce() -> T) -> T {
    let _held = last_word();
    step()
}

/// Removes `staging`, which holds nothing that is finished, when the user or the system ends the program early; to be
/// called once.
pub(crate) fn remove_when_interrupted(staging: &Path) {
    let staging = staging.to_owned();
    let remove = move || {
        let _held = last_word();
        // Once more, as what was being written the first time may have come back.
        for _ in 0..2 {
            let _ = std::fs::remove_dir_all(&staging);
        }
        std::process::exit(INTERRUPTED);
    };
    if let Err(error) = ctrlc::set_handler(remove) {
        tracing::warn!(%error, "an interruption would leave unfinished files");
    }
}
