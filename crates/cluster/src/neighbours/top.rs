//! The most similar candidates of one row.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use std::cmp::Ordering;

use pulp::{Arch, Simd, WithSimd};

/// Similarities checked together.
const LANES: usize = 32;

/// Candidates with their similarities, most similar first.
pub(super) type Ranked = Vec<(f32, u32)>;

/// The `capacity` most similar of the offered candidates; of equals, the one with the lower index.
#[derive(Clone, Debug)]
pub(super) struct Top {
    capacity: usize,
    /// The best so far, among others; truncated to `capacity` whenever it is twice as long.
    found: Ranked,
    /// Minimum similarity for a new candidate.
    threshold: f32,
}

impl Top {
    pub(super) fn new(capacity: usize) -> Self {
        let threshold = if capacity == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { capacity, found: Vec::with_capacity(2 * capacity), threshold }
    }

    /// Offers the candidates with the given similarities, except `own`;
    /// `index` maps a position to a candidate.
    pub(super) fn offer(&mut self, similarities: &[f32], own: u32, index: impl Fn(usize) -> u32) {
        Arch::new().dispatch(Offer { top: self, similarities, own, index });
    }

    fn add(&mut self, similarity: f32, candidate: u32) {
        self.found.push((similarity, candidate));
        if self.found.len() >= 2 * self.capacity {
            self.cut();
            self.threshold = self.found.last().map_or(f32::INFINITY, |last| last.0);
        }
    }

    /// Keeps the best `capacity` candidates, the worst of them last.
    fn cut(&mut self) {
        if self.found.len() > self.capacity {
            self.found.select_nth_unstable_by(self.capacity - 1, |&a, &b| better_first(a, b));
            self.found.truncate(self.capacity);
        }
    }

    /// The candidates, most similar first.
    pub(super) fn into_ranked(self) -> Ranked {
        let mut found = self.into_unordered();
        found.sort_unstable_by(|&a, &b| better_first(a, b));
        found
    }

    /// The candidates in any order.
    pub(super) fn into_unordered(mut self) -> Vec<(f32, u32)> {
        self.cut();
        self.found
    }
}

/// Orders candidates by falling similarity, then by index.
pub(super) fn better_first((a, first): (f32, u32), (b, second): (f32, u32)) -> Ordering {
    b.total_cmp(&a).then(first.cmp(&second))
}

struct Offer<'a, I> {
    top: &'a mut Top,
    similarities: &'a [f32],
    own: u32,
    index: I,
}

impl<I: Fn(usize) -> u32> WithSimd for Offer<'_, I> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (chunk, lanes) in self.similarities.chunks(LANES).enumerate() {
            let threshold = self.top.threshold;
            // Without a branch per lane, so that it can be vectorised.
            if lanes.iter().fold(0, |any, &similarity| any | u32::from(similarity >= threshold)) == 0 {
                continue;
            }
            for (lane, &similarity) in lanes.iter().enumerate() {
                let candidate = (self.index)(chunk * LANES + lane);
                if similarity >= self.top.threshold && candidate != self.own {
                    self.top.add(similarity, candidate);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_are_kept_in_order_and_ties_go_to_the_lower_index() {
        let similarities = [0.1, 0.9, 0.5, 0.5, 0.9, 0.2, 0.5];
        let mut forward = Top::new(4);
        forward.offer(&similarities, 1, |at| at as u32);
        let mut backward = Top::new(4);
        let reversed: Vec<f32> = similarities.iter().rev().copied().collect();
        backward.offer(&reversed, 1, |at| 6 - at as u32);
        let expected = vec![(0.9, 4), (0.5, 2), (0.5, 3), (0.5, 6)];
        assert_eq!(forward.into_ranked(), expected);
        assert_eq!(backward.into_ranked(), expected);
    }

    #[test]
    fn of_many_candidates_those_stay_that_a_sort_puts_first() {
        let similarities: Vec<f32> = (0..500_u32).map(|at| (at * 7919 % 97) as f32).collect();
        let mut top = Top::new(20);
        for (block, part) in similarities.chunks(70).enumerate() {
            top.offer(part, 123, |at| (70 * block + at) as u32);
        }
        let mut sorted: Ranked =
            similarities.iter().copied().zip(0..).filter(|&(_, candidate)| candidate != 123).collect();
        sorted.sort_by(|&a, &b| better_first(a, b));
        assert_eq!(top.into_ranked(), sorted[..20]);
    }

    #[test]
    fn no_room_keeps_nothing() {
        let mut none = Top::new(0);
        none.offer(&[1.0], 9, |at| at as u32);
        assert!(none.into_ranked().is_empty());
    }
}
