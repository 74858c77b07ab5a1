//! How many threads do the work.

use std::thread::available_parallelism;

/// More threads than this per core only wait for each other.
const MOST_PER_CORE: usize = 8;

/// The number of threads to start if `wanted` are asked for, where 0 means one per core. No result depends on it.
#[must_use]
pub fn pool_size(wanted: usize) -> usize {
    let cores = available_parallelism().map_or(1, usize::from);
    wanted.min(MOST_PER_CORE * cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_starts_no_thousand_threads() {
        let cores = available_parallelism().unwrap().get();
        assert_eq!([0, 1, 2].map(pool_size), [0, 1, 2]);
        assert_eq!(pool_size(1_000 * cores), MOST_PER_CORE * cores);
    }
}
