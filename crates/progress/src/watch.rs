//! Receives the progress of tasks.

use std::cell::RefCell;
use std::sync::Arc;

/// Receives the progress of tasks.
pub trait Watch: Send + Sync {
    /// `done` of the `total` steps of `task` are done. Called from any thread, possibly out of order.
    fn step(&self, task: &'static str, done: u64, total: u64);
}

thread_local! {
    static WATCH: RefCell<Option<Arc<dyn Watch>>> = const { RefCell::new(None) };
}

/// Runs `work` on this thread and reports to `watch` the tasks created on this thread meanwhile, whichever
/// threads count their steps.
pub fn watched<T>(watch: Arc<dyn Watch>, work: impl FnOnce() -> T) -> T {
    /// Restores the previous watch, even if `work` panics.
    struct Before(Option<Arc<dyn Watch>>);
    impl Drop for Before {
        fn drop(&mut self) {
            WATCH.set(self.0.take());
        }
    }
    let _before = Before(WATCH.replace(Some(watch)));
    work()
}

/// The watch of this thread.
pub(crate) fn current() -> Option<Arc<dyn Watch>> {
    WATCH.with_borrow(Clone::clone)
}
