//! What of a run's edits does not fit any more, on standard error.

/// Says each on a line of its own; a warning, as the rest was done.
pub(super) fn warn_of(misfits: &[String]) {
    for misfit in misfits {
        tracing::warn!("{}", thema::plain(misfit));
    }
}
