//! Long work on a thread of its own, while the thread that asked for it listens to signals.
//!
//! The interpreter's lock is released meanwhile. Work that the user interrupts is told to stop, which it does at its next
//! step by unwinding; what it had begun in files is removed as it unwinds.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use thema::{Error, Fault, Observer, Result};

use crate::failure::{exception, raise};

/// Time between two looks at signals.
const LOOK: Duration = Duration::from_millis(100);
/// How long interrupted work may take to its next step before it is left to itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// Process in which work was left to itself, 0 for none: a fork has the memory of its parent and none of its work.
static LEFT: AtomicU32 = AtomicU32::new(0);

/// Does `work` on `threads` threads, 0 for one a core, and tells `progress` of its steps as (stage, task, done, total).
///
/// # Errors
/// What the work gives; what `progress` raises; `KeyboardInterrupt`, or what else a signal handler raises; and an internal
/// error where the work panicked.
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
        // Nobody listens any more after an interruption.
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

/// Listens for so long, without the interpreter's lock.
fn wait<M: Send>(
    py: Python<'_>,
    receiver: &mut Receiver<M>,
    time: Duration,
) -> std::result::Result<M, RecvTimeoutError> {
    py.detach(move || receiver.recv_timeout(time))
}

/// Removes what interrupted work that still runs has begun; to be called when the interpreter ends, and nothing after it.
#[pyfunction]
pub(crate) fn abandon() {
    if LEFT.load(Ordering::Relaxed) == process::id() {
        thema::abandon();
    }
}

/// Does `work` on a pool of its own: that of the process would be gone after a fork.
fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| {
        Error::new(Fault::Settings, format!("{threads} threads cannot be started; ask for fewer: {error}"))
    })?;
    pool.install(work)
}

/// What `work` gives on a pool of its own, a panic as an error.
pub(crate) fn caught<T: Send>(threads: usize, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let done = catch_unwind(AssertUnwindSafe(|| in_pool(threads, work)));
    done.unwrap_or_else(|panic| Err(Error::new(Fault::Internal, said(panic.as_ref()))))
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    format!("thema itself failed; please report it with your settings: {text}")
}

/// What is thrown through work that is to stop.
struct Stopped;

/// How far the work is, and whether it is to stop.
#[derive(Default)]
struct Watch {
    stopped: AtomicBool,
    last: Mutex<Option<Step>>,
}

/// The last step that was heard of.
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
        // A step that another thread talks over is no loss.
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
