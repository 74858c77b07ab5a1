//! Exact sums of unit rows by cluster.

/// Sums of unit rows and their counts, by cluster.
///
/// Every value is rounded to a multiple of 2^-28 before it is added. A sum of up to 2^25 such values of at
/// most 1 in absolute value fits the 53 bits of an `f64` exactly. So the sums do not depend on the order of
/// the rows or on how they are split between threads or machines, and removing a row leaves no residue.
#[derive(Clone, Debug, PartialEq)]
pub struct CentroidSums {
    columns: usize,
    sums: Vec<f64>,
    counts: Vec<i64>,
}

/// 1.5 * 2^(52 - 28): adding it to a value of at most 2^22 keeps 28 binary places of the value.
const ROUNDING: f64 = 25_165_824.0;

/// `value` rounded to a multiple of 2^-28, to even on ties.
#[inline]
pub(super) fn quantised(value: f32) -> f64 {
    (f64::from(value) + ROUNDING) - ROUNDING
}

impl CentroidSums {
    /// Sums for `clusters` clusters of `columns` columns, without rows.
    #[must_use]
    pub fn new(clusters: usize, columns: usize) -> Self {
        Self { columns, sums: vec![0.0; clusters * columns], counts: vec![0; clusters] }
    }

    /// Adds the sums of other rows; associative and commutative, bit for bit.
    ///
    /// # Panics
    /// If the shapes differ.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.columns, other.columns, "sums of the same number of columns");
        assert_eq!(self.counts.len(), other.counts.len(), "sums of the same number of clusters");
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// Adds one unit row to `cluster`.
    ///
    /// # Panics
    /// If `cluster` is out of range.
    pub fn add_row(&mut self, cluster: usize, row: &[f32]) {
        let own = &mut self.sums[cluster * self.columns..(cluster + 1) * self.columns];
        for (sum, &value) in own.iter_mut().zip(row) {
            *sum += quantised(value);
        }
        self.counts[cluster] += 1;
    }

    /// Mean of the rows of `cluster`; `None` if it has none.
    #[must_use]
    pub fn mean(&self, cluster: usize) -> Option<Vec<f32>> {
        let count = self.counts[cluster];
        (count > 0).then(|| self.sum(cluster).iter().map(|sum| (sum / count as f64) as f32).collect())
    }

    /// Sum of the rows of `cluster`.
    pub(crate) fn sum(&self, cluster: usize) -> &[f64] {
        &self.sums[cluster * self.columns..(cluster + 1) * self.columns]
    }

    /// Adds `part`, a sum of rows, to `cluster`, and changes its row count by `rows`.
    pub(crate) fn add(&mut self, cluster: usize, part: &[f64], rows: i64) {
        let own = &mut self.sums[cluster * self.columns..(cluster + 1) * self.columns];
        for (sum, value) in own.iter_mut().zip(part) {
            *sum += value;
        }
        self.counts[cluster] += rows;
    }

    /// Multiplies every sum by `factor`, to forget old rows; the counts do not change.
    pub(super) fn decay(&mut self, factor: f64) {
        for sum in &mut self.sums {
            *sum *= factor;
        }
    }

    /// Number of rows by cluster.
    #[must_use]
    pub fn counts(&self) -> &[i64] {
        &self.counts
    }

    /// Writes the unit vector in the direction of the sum of `cluster`. Returns `false` and writes nothing if
    /// the sum is zero.
    pub(crate) fn direction(&self, cluster: usize, into: &mut [f32]) -> bool {
        let sum = self.sum(cluster);
        let norm = sum.iter().map(|value| value * value).sum::<f64>().sqrt();
        if norm <= f64::EPSILON {
            return false;
        }
        for (out, value) in into.iter_mut().zip(sum) {
            *out = (value / norm) as f32;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, seq::SliceRandom};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn sums_do_not_depend_on_the_order_or_the_split() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut values: Vec<f32> = (0..10_000).map(|_| rng.gen_range(-1.0..1.0)).collect();
        let total: f64 = values.iter().map(|&value| quantised(value)).sum();
        for _ in 0..5 {
            values.shuffle(&mut rng);
            let (left, right) = values.split_at(rng.gen_range(0..values.len()));
            let mut merged = CentroidSums::new(1, 1);
            for part in [left, right] {
                let mut sums = CentroidSums::new(1, 1);
                for &value in part {
                    sums.add(0, &[quantised(value)], 1);
                }
                merged.merge(&sums);
            }
            assert_eq!(merged.sum(0), [total]);
            assert_eq!(merged.counts(), [10_000]);
        }
    }

    #[test]
    fn a_row_taken_out_leaves_nothing_behind() {
        let mut sums = CentroidSums::new(1, 1);
        for value in [0.1_f32, -0.7, 0.333_333] {
            sums.add(0, &[quantised(value)], 1);
        }
        for value in [-0.7_f32, 0.1, 0.333_333] {
            sums.add(0, &[-quantised(value)], -1);
        }
        assert_eq!(sums, CentroidSums::new(1, 1));
        assert!(!sums.direction(0, &mut [0.0]));
    }
}
