//! What is left of a command that is interrupted: nothing.

use std::path::Path;

/// The exit code by which shells know a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Removes `staging`, which holds nothing that is finished, when the user or the system ends the program early; to be
/// called once.
pub(crate) fn remove_when_interrupted(staging: &Path) {
    let staging = staging.to_owned();
    let remove = move || {
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
