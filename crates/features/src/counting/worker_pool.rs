//! State that a worker keeps between chunks.

use std::sync::{Mutex, PoisonError};

/// Lends states to workers. There are never more states than chunks being processed at one time.
///
/// Which chunks share a state depends on scheduling, so a state may only hold caches, and sums whose merge is
/// associative and commutative.
pub(super) struct WorkerPool<T> {
    states: Mutex<Lent<T>>,
}

struct Lent<T> {
    idle: Vec<(usize, T)>,
    made: usize,
}

impl<T> Default for WorkerPool<T> {
    fn default() -> Self {
        Self { states: Mutex::new(Lent { idle: Vec::new(), made: 0 }) }
    }
}

impl<T> WorkerPool<T> {
    /// Runs `work` with a state and its number. If all states are lent, `make` creates one.
    pub(super) fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(usize, &mut T) -> R) -> R {
        let (number, mut state) = {
            let mut lent = self.states.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(idle) = lent.idle.pop() {
                idle
            } else {
                lent.made += 1;
                (lent.made - 1, make())
            }
        };
        let result = work(number, &mut state);
        self.states.lock().unwrap_or_else(PoisonError::into_inner).idle.push((number, state));
        result
    }

    /// The states, ordered by number.
    pub(super) fn into_states(self) -> Vec<T> {
        let mut states = self.states.into_inner().unwrap_or_else(PoisonError::into_inner).idle;
        states.sort_unstable_by_key(|(number, _)| *number);
        states.into_iter().map(|(_, state)| state).collect()
    }
}
