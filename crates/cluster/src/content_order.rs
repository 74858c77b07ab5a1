//! An order of rows that depends on their content, not on their indices, and samples drawn in such an order.

use ndarray::ArrayView2;
use rayon::prelude::*;

use crate::splitmix::mix;

/// Rows hashed in one task.
const TASK_ROWS: usize = 512;

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// All rows, ordered by their content; equal rows are next to each other.
pub(crate) fn content_order(rows: ArrayView2<'_, f32>, seed: u64) -> Vec<usize> {
    by_fingerprint(rows, seed).into_iter().map(|(_, row)| row as usize).collect()
}

/// A seeded sample of at most `limit` rows, chosen and ordered by their content. Rows of zeros carry no
/// information and are not drawn. Each of several equal rows is drawn as likely as any other row: the first of
/// them by its content, the others by its content and their number.
pub(crate) fn content_sample(rows: ArrayView2<'_, f32>, seed: u64, limit: usize) -> Vec<usize> {
    let mut order = by_fingerprint(rows, seed);
    order.retain(|&(_, row)| rows.row(row as usize).iter().any(|&value| value != 0.0));
    let (mut before, mut rank) = (None, 0_u64);
    for (hash, _) in &mut order {
        rank = if before == Some(*hash) { rank + 1 } else { 0 };
        before = Some(*hash);
        if rank > 0 {
            *hash = mix(*hash ^ rank.wrapping_mul(MULTIPLIER));
        }
    }
    if order.len() > limit {
        order.select_nth_unstable(limit);
        order.truncate(limit);
    }
    order.par_sort_unstable();
    order.into_iter().map(|(_, row)| row as usize).collect()
}

/// The rows with their fingerprints, sorted.
fn by_fingerprint(rows: ArrayView2<'_, f32>, seed: u64) -> Vec<(u64, u32)> {
    let mut order: Vec<(u64, u32)> = (0..rows.nrows())
        .into_par_iter()
        .with_min_len(TASK_ROWS)
        .map(|row| (fingerprint(rows.row(row).to_slice().unwrap_or_default(), seed), row as u32))
        .collect();
    order.par_sort_unstable();
    order
}

/// Hash of the values of a row and `seed`.
fn fingerprint(values: &[f32], seed: u64) -> u64 {
    let mut hash = mix(seed);
    for pair in values.chunks(2) {
        let word = u64::from(pair[0].to_bits()) << 32 | u64::from(pair.get(1).map_or(0, |x| x.to_bits()));
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    }
    mix(hash)
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, Axis};

    use super::*;

    #[test]
    fn the_sample_follows_the_rows_when_they_move() {
        let rows = Array2::from_shape_fn((50, 3), |(row, column)| (row / 2 * 7 % 25) as f32 + column as f32);
        let moved = rows.select(Axis(0), &(0..50).map(|row| row * 3 % 50).collect::<Vec<_>>());
        let first = content_sample(rows.view(), 1, 20);
        let second = content_sample(moved.view(), 1, 20);
        assert_eq!(first.len(), 20);
        for (first, second) in first.into_iter().zip(second) {
            assert_eq!(rows.row(first), moved.row(second));
        }
    }

    #[test]
    fn equal_rows_have_their_share_of_the_sample() {
        let rows = Array2::from_shape_fn((4_000, 1), |(row, _)| if row < 1_000 { 0.5 } else { row as f32 });
        for seed in 0..20 {
            let sample = content_sample(rows.view(), seed, 400);
            let equal = sample.iter().filter(|&&row| row < 1_000).count();
            assert!((60..140).contains(&equal), "seed {seed}: {equal} of 400 instead of about 100");
        }
    }

    #[test]
    fn rows_of_zeros_are_not_drawn() {
        let rows = Array2::from_shape_fn((100, 2), |(row, _)| if row < 90 { 0.0 } else { row as f32 });
        for seed in 0..5 {
            let mut sample = content_sample(rows.view(), seed, 50);
            sample.sort_unstable();
            assert_eq!(sample, (90..100).collect::<Vec<_>>());
        }
        assert!(content_sample(Array2::zeros((5, 2)).view(), 0, 3).is_empty());
    }

    #[test]
    fn all_rows_are_in_the_order_and_equal_ones_together() {
        let rows = Array2::from_shape_fn((60, 2), |(row, _)| (row % 6) as f32);
        let order = content_order(rows.view(), 4);
        let changes = order.windows(2).filter(|pair| pair[0] % 6 != pair[1] % 6).count();
        assert_eq!(changes, 5);
        let mut all = order;
        all.sort_unstable();
        assert_eq!(all, (0..60).collect::<Vec<_>>());
    }
}
