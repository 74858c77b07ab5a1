//! Correction for multiple tests.

/// Adjusted p-values that control the false discovery rate (Benjamini and Hochberg, "Controlling the false
/// discovery rate", 1995), in the order of `p_values`.
pub(super) fn adjusted(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[b].total_cmp(&p_values[a]).then(a.cmp(&b)));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 1.0_f64;
    for (above, &index) in order.iter().enumerate() {
        let rank = p_values.len() - above;
        least = least.min(p_values[index] * p_values.len() as f64 / rank as f64);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_adjustment() {
        let got = adjusted(&[0.01, 0.04, 0.03, 0.5]);
        for (got, expected) in got.iter().zip([0.04, 0.04 * 4.0 / 3.0, 0.04 * 4.0 / 3.0, 0.5]) {
            assert!((got - expected).abs() < 1e-12, "{got} {expected}");
        }
        assert!(adjusted(&[]).is_empty());
    }
}
