//! The smallest of the values offered.

use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

/// Keeps the `count` smallest of all values offered, whatever their order. Equal values are ordered by the
/// row that they hold, so that the choice is unique.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Ord + Deserialize<'de>", serialize = "T: Ord + Serialize"))]
pub(super) struct Best<T: Ord> {
    count: usize,
    /// The largest of them on top.
    kept: BinaryHeap<T>,
}

impl<T: Ord> Best<T> {
    pub(super) fn new(count: usize) -> Self {
        Self { count, kept: BinaryHeap::new() }
    }

    /// Whether a value would be kept.
    pub(super) fn takes(&self, value: &T) -> bool {
        self.kept.len() < self.count || self.kept.peek().is_some_and(|greatest| value < greatest)
    }

    pub(super) fn offer(&mut self, value: T) {
        if self.takes(&value) {
            self.kept.push(value);
            if self.kept.len() > self.count {
                self.kept.pop();
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        for value in other.kept {
            self.offer(value);
        }
    }

    /// The values in ascending order.
    pub(super) fn sorted(&self) -> Vec<&T> {
        let mut values: Vec<&T> = self.kept.iter().collect();
        values.sort_unstable();
        values
    }
}

impl<T: Ord> PartialEq for Best<T> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.sorted() == other.sorted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_stay_whatever_came_first() {
        let mut forwards = Best::new(3);
        let (mut left, mut right) = (Best::new(3), Best::new(3));
        for value in 0..10 {
            forwards.offer(value * 7 % 10);
            if value < 4 { left.offer(value * 7 % 10) } else { right.offer(value * 7 % 10) }
        }
        assert_eq!(forwards.sorted(), [&0, &1, &2]);
        right.merge(left);
        assert_eq!(forwards, right);
        assert!(!forwards.takes(&2) && Best::new(1).takes(&9));
    }
}
