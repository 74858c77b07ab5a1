//! Work that a library ended by a panic: told as an error, everything unfinished removed.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

use thema::{Error, Fault, Result};

/// What the last panic said: those before it were caught where they may come, and libraries pass one from thread to thread
/// in silence.
static SAID: Mutex<Option<String>> = Mutex::new(None);

/// Does `work`; a panic in it is an error of thema's own, or says that the system has no more memory or threads.
pub(crate) fn told_of_panics<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    set_hook(Box::new(remember));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let said = SAID.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(Error::new(Fault::Internal, said.unwrap_or_else(|| "stopped without a reason".to_owned())))
    })
}

fn remember(panic: &PanicHookInfo<'_>) {
    let text = panic.payload_as_str().unwrap_or("stopped without a reason");
    let place = panic.location().map_or_else(String::new, |place| format!(" ({place})"));
    tracing::debug!("{text}{place}");
    *SAID.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{text}{place}"));
}
