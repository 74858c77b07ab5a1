//! Reports edits that no longer fit on standard error.

/// Warns of each misfit on its own line; not an error, because the rest was done.
pub(super) fn warn_of(misfits: &[String]) {
    for misfit in misfits {
        tracing::warn!("{}", thema::plain(misfit));
    }
}
