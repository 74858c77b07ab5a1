//! The interval of a share.

/// Normal quantile of a 95 % interval.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// 95 % score interval of `papers / total` (Wilson, "Probable inference, the law of succession, and
/// statistical inference", 1927); [0, 1] if `total` is 0.
pub(super) fn share_interval(papers: f64, total: f64) -> (f64, f64) {
    score_interval(papers, total, QUANTILE)
}

/// Score interval of `papers / total` that reaches `quantile` standard errors to each side.
pub(super) fn score_interval(papers: f64, total: f64, quantile: f64) -> (f64, f64) {
    if total <= 0.0 {
        return (0.0, 1.0);
    }
    let (n, z2) = (total, quantile * quantile);
    let share = papers / n;
    let centre = share + z2 / (2.0 * n);
    let half = quantile * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    (((centre - half) / scale).clamp(0.0, share), ((centre + half) / scale).clamp(share, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_intervals() {
        let (low, high) = share_interval(8.0, 10.0);
        assert!((low - 0.490_162_47).abs() < 1e-7 && (high - 0.943_317_82).abs() < 1e-7, "{low} {high}");
        let (low, high) = share_interval(0.0, 10.0);
        assert!(low.abs() < 1e-12 && (high - 0.277_532_8).abs() < 1e-6);
        assert_eq!(share_interval(0.0, 0.0), (0.0, 1.0));
    }
}
