//! The best and the second-best of some scores.

/// The largest and the second-largest score with their indices; the earlier of equal scores comes first. Without
/// scores, the largest is 0 at index 0.
pub(crate) fn best_two<'a>(scores: impl IntoIterator<Item = &'a f32>) -> ((u32, f32), Option<(u32, f32)>) {
    let mut best: [Option<(u32, f32)>; 2] = [None; 2];
    for (index, &score) in (0_u32..).zip(scores) {
        let beats = |than: Option<(u32, f32)>| than.is_none_or(|(_, than)| score.total_cmp(&than).is_gt());
        if beats(best[0]) {
            best = [Some((index, score)), best[0]];
        } else if beats(best[1]) {
            best[1] = Some((index, score));
        }
    }
    (best[0].unwrap_or((0, 0.0)), best[1])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_earlier_of_equal_scores_comes_first() {
        assert_eq!(best_two(&[1.0, 2.0, 2.0]), ((1, 2.0), Some((2, 2.0))));
        assert_eq!(best_two(&[2.0, 2.0, 2.0]), ((0, 2.0), Some((1, 2.0))));
        assert_eq!(best_two(&[-1.0]), ((0, -1.0), None));
        assert_eq!(best_two(&[]), ((0, 0.0), None));
    }

    proptest! {
        #[test]
        fn they_are_the_first_two_in_order(scores in prop::collection::vec((-3_i8..3).prop_map(f32::from), 2..8)) {
            let mut order: Vec<(u32, f32)> = (0..).zip(scores.iter().copied()).collect();
            order.sort_by(|a, b| b.1.total_cmp(&a.1));
            prop_assert_eq!(best_two(&scores), (order[0], Some(order[1])));
        }
    }
}
