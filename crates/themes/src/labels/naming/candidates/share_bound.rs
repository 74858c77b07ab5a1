//! Lower bound of a share observed in few papers.

/// Lower bound of a share observed in `of` papers: the lower end of its score interval, `caution` standard
/// errors wide (Wilson, "Probable inference, the law of succession, and statistical inference", 1927).
pub(in crate::labels::naming) fn lower_bound(share: f64, of: f64, caution: f64) -> f64 {
    let square = caution * caution;
    let spread = caution * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
    (share + square / (2.0 * of) - spread) / (1.0 + square / of)
}

#[cfg(test)]
mod tests {
    use super::lower_bound;
    use crate::labels::naming::candidates::LEAST_SHARE;
    use crate::labels::naming::candidates::weighing::CAUTION;

    #[test]
    fn few_papers_tell_little() {
        assert!((lower_bound(0.02, 1e9, CAUTION) - 0.02).abs() < 1e-5);
        assert!(lower_bound(2.0 / 45.0, 45.0, CAUTION) < LEAST_SHARE);
        assert!(lower_bound(3.0 / 45.0, 45.0, CAUTION) > LEAST_SHARE);
        assert!(lower_bound(1.0, 10.0, CAUTION) < 1.0 && lower_bound(0.0, 10.0, CAUTION).abs() < 1e-12);
    }
}
