//! What an interrupted command leaves behind: nothing of its own, and what it would have replaced.

/// The exit code by which shells know a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Removes what is unfinished when the user or the system ends the program early; to be called once.
pub(crate) fn clean_up_when_interrupted() {
    let clean_up = || {
        thema::abandon();
        std::process::exit(INTERRUPTED);
    };
    if let Err(error) = ctrlc::set_handler(clean_up) {
        tracing::warn!(%error, "an interruption would leave unfinished files");
    }
}
