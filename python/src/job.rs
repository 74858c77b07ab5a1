//! Runs long work on a separate thread, while the calling thread checks for signals.
//!
//! The interpreter's lock is released meanwhile. If the user interrupts, the work is told to stop: at its
//! next step it unwinds, and removes its unfinished files as it does so.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use thema::{Error, Fault, Observer, Result, pool_size};

use crate::failure::{exception, raise};

/// Time between two checks for signals.
const LOOK: Duration = Duration::from_millis(100);
/// How long to wait for interrupted work to reach its next step before it is abandoned.
const PATIENCE: Duration = Duration::from_millis(500);

/// Id of the process in which work was abandoned, 0 for none. A fork has its parent's memory but not its
/// threads, so it must not clean up.
static LEFT: AtomicU32 = AtomicU32::new(0);

/// Runs `work` on `threads` threads, 0 for one per core, and calls `progress` with its steps as (stage, task,
/// done, total).
///
/// # Errors
/// Returns the error of the work, whatever `progress` raises, `KeyboardInterrupt` or whatever else a signal
/// handler raises, and an internal error if the work panicked.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Arc<dyn Observer>) -> Result<T> + Send + 'static,
) -> PyResult<T> {
    let watch = Arc::new(Watch::default());
    let observer = Arc::clone(&watch);
    let (sender, mut receiver) = sync_channel(1);
    let job = move || {
        let done = catch_unwind(AssertUnwindSafe(|| in_pool(threads, || work(observer))));
        // After an interruption there is no receiver.
        drop(sender.send(done));
    };
    thread::Builder::new().name("thema".to_owned()).spawn(job)?;
    loop {
        match wait(py, &mut receiver, LOOK) {
            Ok(Ok(done)) => return done.map_err(|error| exception(py, &error)),
            Ok(Err(panic)) => return Err(raise(py, Fault::Internal, &said(panic.as_ref()))),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(raise(py, Fault::Internal, "the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interruption) = py.check_signals().and_then(|()| watch.show(progress)) {
            watch.stopped.store(true, Ordering::Relaxed);
            if let Err(RecvTimeoutError::Timeout) = wait(py, &mut receiver, PATIENCE) {
                LEFT.store(process::id(), Ordering::Relaxed);
            }
            return Err(interruption);
        }
    }
}

/// Waits up to `time` for a message, without the interpreter's lock.
fn wait<M: Send>(
    py: Python<'_>,
    receiver: &mut Receiver<M>,
    time: Duration,
) -> std::result::Result<M, RecvTimeoutError> {
    py.detach(move || receiver.recv_timeout(time))
}

/// Removes the unfinished output of abandoned work that still runs. Call it last, when the interpreter exits.
#[pyfunction]
pub(crate) fn abandon() {
    if LEFT.load(Ordering::Relaxed) == process::id() {
        thema::abandon();
    }
}

/// Runs `work` on its own thread pool: the threads of a global pool do not survive a fork.
fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(pool_size(threads)).build();
    let pool = pool.map_err(|error| {
        Error::new(Fault::Settings, format!("cannot start {threads} threads; use fewer: {error}"))
    })?;
    pool.install(work)
}

/// Runs `work` on its own thread pool and returns a panic as an error.
pub(crate) fn caught<T: Send>(threads: usize, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let done = catch_unwind(AssertUnwindSafe(|| in_pool(threads, work)));
    done.unwrap_or_else(|panic| Err(Error::new(Fault::Internal, said(panic.as_ref()))))
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    format!("this is a bug in thema; please report it with your settings: {text}")
}

/// The panic payload that unwinds work that is to stop.
pub(crate) struct Stopped;

/// The progress of the work, and whether it is to stop.
#[derive(Default)]
struct Watch {
    stopped: AtomicBool,
    last: Mutex<Option<Step>>,
}

/// The last step that the work reported.
#[derive(Clone, Copy)]
struct Step {
    stage: &'static str,
    task: &'static str,
    done: u64,
    total: u64,
}

impl Watch {
    fn heard(&self, step: Step) {
        if self.stopped.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Stopped));
        }
        // If another thread holds the lock, this step is dropped.
        if let Ok(mut last) = self.last.try_lock() {
            *last = Some(step);
        }
    }

    fn show(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let step = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(progress), Some(Step { stage, task, done, total })) = (progress, step) {
            progress.call1((stage, task, done, total))?;
        }
        Ok(())
    }
}

impl Observer for Watch {
    fn began(&self, stage: &'static str) {
        self.heard(Step { stage, task: "", done: 0, total: 0 });
    }

    fn step(&self, stage: &'static str, task: &'static str, done: u64, total: u64) {
        self.heard(Step { stage, task, done, total });
    }
}
