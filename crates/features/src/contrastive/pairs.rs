//! Which documents are learned from, and in which order.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ContrastiveParams;
use crate::CsrMatrix;

/// Terms that a title needs at least.
const TITLE_TERMS: usize = 2;
/// Terms that a body needs at least.
const BODY_TERMS: usize = 9;
/// Held-out pairs at most: enough for three digits of the loss.
const MOST_HELD_OUT: usize = 4096;

/// Rows of the usable documents, apart for learning and measuring.
#[derive(Debug)]
pub(super) struct Pairs {
    pub(super) learned: Vec<u32>,
    pub(super) held_out: Vec<u32>,
}

impl Pairs {
    /// Draws at most `most_pairs` documents with enough terms in both views.
    pub(super) fn sample(params: &ContrastiveParams, titles: &CsrMatrix, bodies: &CsrMatrix) -> Self {
        let usable = |row: &usize| {
            titles.row(*row).indices.len() >= TITLE_TERMS && bodies.row(*row).indices.len() >= BODY_TERMS
        };
        let mut learned: Vec<u32> = (0..titles.rows()).filter(usable).map(|row| row as u32).collect();
        learned.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(params.seed));
        learned.truncate(params.most_pairs);
        let held_out = (learned.len() as f64 * f64::from(params.held_out)) as usize;
        let held_out = learned.split_off(learned.len() - held_out.min(MOST_HELD_OUT));
        Self { learned, held_out }
    }

    /// Puts the learned pairs into the order of an epoch.
    pub(super) fn shuffle(&mut self, seed: u64, epoch: usize) {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(seed ^ (epoch as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.learned.shuffle(&mut random);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_documents_are_left_out_and_the_rest_is_split() {
        let rows = |lengths: &[u32]| {
            let mut offsets = vec![0];
            let indices: Vec<u32> = lengths.iter().flat_map(|&length| 0..length).collect();
            offsets.extend(lengths.iter().scan(0, |end, &length| {
                *end += length as usize;
                Some(*end)
            }));
            let values = vec![1.0; indices.len()];
            CsrMatrix::new(20, offsets, indices, values).unwrap()
        };
        let titles = rows(&[2, 1, 2].repeat(100));
        let bodies = rows(&[9, 9, 8].repeat(100));
        let params = ContrastiveParams::default().held_out(0.1).most_pairs(60);
        let pairs = Pairs::sample(&params, &titles, &bodies);
        assert_eq!((pairs.learned.len(), pairs.held_out.len()), (54, 6));
        let mut all: Vec<u32> = pairs.learned.iter().chain(&pairs.held_out).copied().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 60);
        assert!(all.iter().all(|row| row % 3 == 0));
    }
}
