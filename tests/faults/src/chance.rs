//! A seeded source of randomness.

use std::cell::Cell;

/// A random number generator (xorshift64*: Vigna 2016, after Marsaglia 2003).
pub(crate) struct Chance(Cell<u64>);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Cell::new(seed.max(1)))
    }

    /// A number below `end`.
    pub(crate) fn draw(&self, end: u64) -> u64 {
        let mut state = self.0.get();
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        self.0.set(state);
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end.max(1)
    }
}
