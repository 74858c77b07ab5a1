//! An upper bound on the frequencies of word pairs, in fixed memory.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Largest count of a cell.
const HIGHEST_THRESHOLD: u32 = 255;
const SMALLEST_BITS: u32 = 12;
const LARGEST_BITS: u32 = 26;

/// Counts word pairs in hashed cells, so that pairs in cells with low counts need no exact count.
///
/// A cell counts every occurrence of every pair that hashes to it, so its count is never below the document
/// frequency of any of them (a count-min sketch with one row: Cormode and Muthukrishnan 2005). A pair is skipped
/// only if its cell proves it rare, so the result is exact and does not depend on the order of the pairs.
pub(super) struct PairFilter {
    cells: Vec<AtomicU8>,
    shift: u32,
    threshold: u8,
}

impl PairFilter {
    /// A filter for pairs in at least `minimum` documents, given about
    /// `occurrences` occurrences of all pairs.
    pub(super) fn new(minimum: u32, occurrences: usize) -> Self {
        let bits = occurrences.max(1).ilog2().clamp(SMALLEST_BITS, LARGEST_BITS);
        let cells = (0..1_usize << bits).map(|_| AtomicU8::new(0)).collect();
        Self { cells, shift: 64 - bits, threshold: minimum.min(HIGHEST_THRESHOLD) as u8 }
    }

    /// Counts one occurrence of a pair.
    pub(super) fn add(&self, pair: u64) {
        let cell = &self.cells[self.cell(pair)];
        if cell.load(Relaxed) < self.threshold {
            // An error means that another worker has just brought the cell to the threshold.
            let _ = cell.fetch_update(Relaxed, Relaxed, |count| (count < self.threshold).then(|| count + 1));
        }
    }

    /// Whether the pair may be in the minimum number of documents; never false for one that is.
    pub(super) fn may_be_frequent(&self, pair: u64) -> bool {
        self.cells[self.cell(pair)].load(Relaxed) >= self.threshold
    }

    fn cell(&self, pair: u64) -> usize {
        (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::PairFilter;

    #[test]
    fn frequent_pairs_always_pass() {
        let filter = PairFilter::new(3, 100_000);
        for pair in 0..30_000_u64 {
            for _ in 0..pair % 5 {
                filter.add(pair << 7);
            }
        }
        assert!((0..30_000_u64).filter(|pair| pair % 5 >= 3).all(|pair| filter.may_be_frequent(pair << 7)));
        assert!((0..30_000_u64).any(|pair| !filter.may_be_frequent(pair << 7)));
    }
}
