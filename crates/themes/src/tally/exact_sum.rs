//! Sums that do not depend on order.

use serde::{Deserialize, Serialize};

/// Steps per unit.
const STEPS: f64 = 4_294_967_296.0;

/// A sum of numbers in [-2, 2], each rounded to steps of 2⁻³². Integers add up exactly in any order. It can
/// hold 10⁹ of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ExactSum(i64);

impl ExactSum {
    pub(super) fn add(&mut self, value: f32) {
        self.0 += (f64::from(value) * STEPS).round() as i64;
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.0 += other.0;
    }

    pub(super) fn value(self) -> f64 {
        self.0 as f64 / STEPS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_split_do_not_matter() {
        let values: Vec<f32> = (0..1_000).map(|at| ((at * 37 % 1_000) as f32).sqrt() / 20.0).collect();
        let of = |values: &mut dyn Iterator<Item = &f32>| {
            let mut sum = ExactSum::default();
            values.for_each(|&value| sum.add(value));
            sum
        };
        let whole = of(&mut values.iter());
        let mut parts = of(&mut values[300..].iter().rev());
        parts.merge(of(&mut values[..300].iter()));
        assert_eq!(whole, parts);
        let sum: f64 = values.iter().map(|&value| f64::from(value)).sum();
        assert!((whole.value() - sum).abs() < 1e-6);
    }
}
