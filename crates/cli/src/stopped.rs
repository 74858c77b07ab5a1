//! Turns panics of libraries into errors and removes everything unfinished.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

use thema::{Error, Fault, Result};

/// The message of the last panic. Earlier panics were caught where they are expected, and libraries pass one
/// from thread to thread silently.
static SAID: Mutex<Option<String>> = Mutex::new(None);

/// Runs `work`. A panic in it becomes an internal error, which also covers running out of memory or threads.
pub(crate) fn told_of_panics<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    set_hook(Box::new(remember));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let said = SAID.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(Error::new(Fault::Internal, said.unwrap_or_else(|| "stopped for an unknown reason".to_owned())))
    })
}

fn remember(panic: &PanicHookInfo<'_>) {
    let text = panic.payload_as_str().unwrap_or("stopped for an unknown reason");
    let place = panic.location().map_or_else(String::new, |place| format!(" ({place})"));
    tracing::debug!("{text}{place}");
    *SAID.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{text}{place}"));
}
