//! Who is told.

use std::cell::RefCell;
use std::sync::Arc;

/// Is told how far tasks are.
pub trait Watch: Send + Sync {
    /// `done` of the `total` steps of `task` are done. Calls come from any thread and may come out of order.
    fn step(&self, task: &'static str, done: u64, total: u64);
}

thread_local! {
    static WATCH: RefCell<Option<Arc<dyn Watch>>> = const { RefCell::new(None) };
}

/// Runs `work` on this thread and tells `watch` of the tasks that it makes there, whatever threads count their steps.
pub fn watched<T>(watch: Arc<dyn Watch>, work: impl FnOnce() -> T) -> T {
    /// Puts back who watched before, also when `work` panics.
    struct Before(Option<Arc<dyn Watch>>);
    impl Drop for Before {
        fn drop(&mut self) {
            WATCH.set(self.0.take());
        }
    }
    let _before = Before(WATCH.replace(Some(watch)));
    work()
}

/// Who watches this thread.
pub(crate) fn current() -> Option<Arc<dyn Watch>> {
    WATCH.with_borrow(Clone::clone)
}
