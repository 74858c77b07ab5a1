//! Counts the steps of a task.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::watch::{Watch, current};

/// A long task with a known number of steps. Without a watch, a step costs one addition.
pub struct Task {
    name: &'static str,
    done: AtomicU64,
    total: u64,
    watch: Option<Arc<dyn Watch>>,
}

impl Task {
    /// A task of `total` steps, none of them done, that reports to the watch of the current thread.
    #[must_use]
    pub fn new(name: &'static str, total: usize) -> Self {
        Self { name, done: AtomicU64::new(0), total: total as u64, watch: current() }
    }

    /// Counts `steps` more steps as done. The watch never sees more than the total.
    pub fn advance(&self, steps: usize) {
        let done = self.done.fetch_add(steps as u64, Ordering::Relaxed) + steps as u64;
        self.say(done);
    }

    /// Sets the number of steps done, for a task that counts them itself.
    pub fn reach(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.say(done);
    }

    fn say(&self, done: u64) {
        if let Some(watch) = &self.watch {
            watch.step(self.name, done.min(self.total), self.total);
        }
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} of {} of {}", self.done.load(Ordering::Relaxed), self.total, self.name)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::watched;

    #[derive(Default)]
    struct Heard(Mutex<Vec<(&'static str, u64, u64)>>);

    impl Watch for Heard {
        fn step(&self, task: &'static str, done: u64, total: u64) {
            self.0.lock().unwrap().push((task, done, total));
        }
    }

    #[test]
    fn a_task_is_told_to_whoever_watched_when_it_was_made() {
        let (outer, inner) = (Arc::new(Heard::default()), Arc::new(Heard::default()));
        let task = watched(outer.clone(), || {
            let task = Task::new("rows", 5);
            watched(inner.clone(), || Task::new("columns", 2).advance(9));
            Task::new("rows again", 3).reach(1);
            task
        });
        std::thread::scope(|scope| {
            scope.spawn(|| task.advance(4));
        });
        Task::new("unwatched", 1).advance(1);
        assert_eq!(*outer.0.lock().unwrap(), [("rows again", 1, 3), ("rows", 4, 5)]);
        assert_eq!(*inner.0.lock().unwrap(), [("columns", 2, 2)]);
    }
}
