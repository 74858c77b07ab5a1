//! Correction for multiple tests.

/// Adjusted p-values that control the false discovery rate (Benjamini and Hochberg, "Controlling the false
/// discovery rate", 1995), in the order of `p_values`. Those that are not `testable` cannot be small, are no comparisons, and stay
/// as they are.
pub(super) fn adjusted(p_values: &[f64], testable: &[bool]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).filter(|&index| testable[index]).collect();
    order.sort_by(|&a, &b| p_values[b].total_cmp(&p_values[a]).then(a.cmp(&b)));
    let mut adjusted = p_values.to_vec();
    let all = order.len();
    let mut least = 1.0_f64;
    for (above, &index) in order.iter().enumerate() {
        let rank = all - above;
        least = least.min(p_values[index] * all as f64 / rank as f64);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_significant_is_no_comparison() {
        let alone = adjusted(&[0.01, 0.04], &[true; 2]);
        assert_eq!(adjusted(&[0.01, 0.5, 0.04], &[true, false, true]), [alone[0], 0.5, alone[1]]);
    }

    #[test]
    fn known_adjustment() {
        let got = adjusted(&[0.01, 0.04, 0.03, 0.5], &[true; 4]);
        for (got, expected) in got.iter().zip([0.04, 0.04 * 4.0 / 3.0, 0.04 * 4.0 / 3.0, 0.5]) {
            assert!((got - expected).abs() < 1e-12, "{got} {expected}");
        }
        assert!(adjusted(&[], &[]).is_empty());
    }
}
