//! How far a kernel is, for whoever listens.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what a task has done and says so by tracing events of the target `thema::progress` with the fields `task`,
/// `done` and `total`. Events of several threads may come out of order. Without a subscriber a step costs an addition.
#[derive(Debug)]
pub struct TaskProgress {
    task: &'static str,
    done: AtomicUsize,
    total: usize,
}

impl TaskProgress {
    /// A task of `total` steps, of which none is done.
    #[must_use]
    pub fn new(task: &'static str, total: usize) -> Self {
        Self { task, done: AtomicUsize::new(0), total }
    }

    /// Counts `steps` more as done; never more than there are.
    pub fn advance(&self, steps: usize) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        let (task, done, total) = (self.task, done.min(self.total), self.total);
        tracing::trace!(target: "thema::progress", task, done, total);
    }
}
