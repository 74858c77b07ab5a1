//! The best and the second-best of some scores.

/// Indices of the largest and the second-largest score; the earlier of equal scores comes first.
///
/// # Panics
/// If `scores` is empty.
pub(super) fn best_two(scores: &[f32]) -> (usize, Option<usize>) {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    (order[0], order.get(1).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_of_equal_scores_comes_first() {
        assert_eq!(best_two(&[1.0, 2.0, 2.0]), (1, Some(2)));
        assert_eq!(best_two(&[1.0]), (0, None));
    }
}
