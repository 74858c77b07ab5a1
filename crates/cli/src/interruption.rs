//! An interrupted command leaves nothing unfinished behind, and leaves existing output untouched.

/// The exit code by which shells recognise a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Removes unfinished files if the user or the system ends the program early. Must be called only once.
pub(crate) fn clean_up_when_interrupted() {
    let clean_up = || {
        thema::abandon();
        std::process::exit(INTERRUPTED);
    };
    if let Err(error) = ctrlc::set_handler(clean_up) {
        tracing::warn!(%error, "cannot handle interruptions; they would leave unfinished files");
    }
}
