//! The difference of two shares: its interval and its test.

use super::exact_test::exact_test;
use super::share_interval::score_interval;
use super::student::{quantile, two_sided};

/// Pearson's statistic is trusted if at least so many papers of the theme, and of the others, are expected in each window
/// (Cochran, "Some methods for strengthening the common chi-square tests", 1954).
const EXPECTED: f64 = 5.0;

/// 95 % interval of `recent.0 / recent.1 - before.0 / before.1` from the score intervals of the two
/// shares (Newcombe, "Interval estimation for the difference between independent proportions: comparison
/// of eleven methods", 1998, method 10). Numbers of papers are divided by `dispersion`, at least 1,
/// because clustered papers carry less information (Rao and Scott, "A simple method for the analysis of
/// clustered binary data", 1992). The quantile is that of Student's t with `freedom` degrees of freedom, as in
/// [`difference_test`], because the dispersion is an estimate.
pub(super) fn difference_interval(
    before: (f64, f64),
    recent: (f64, f64),
    dispersion: f64,
    freedom: f64,
) -> (f64, f64) {
    let quantile = quantile(freedom);
    let share = |(papers, total): (f64, f64)| if total > 0.0 { papers / total } else { 0.0 };
    let (p, q) = (share(recent), share(before));
    let (p_low, p_high) = score_interval(recent.0 / dispersion, recent.1 / dispersion, quantile);
    let (q_low, q_high) = score_interval(before.0 / dispersion, before.1 / dispersion, quantile);
    let difference = p - q;
    let low = difference - ((p - p_low).powi(2) + (q_high - q).powi(2)).sqrt();
    let high = difference + ((p_high - p).powi(2) + (q - q_low).powi(2)).sqrt();
    (low.max(-1.0), high.min(1.0))
}

/// Two-sided p-value of no difference: Pearson's statistic divided by the dispersion, as an F with one and
/// `freedom` degrees of freedom (`McCullagh` and Nelder, "Generalized linear models", 1989, 4.5); 1 if either
/// total is 0, or if both shares are 0 or both 1. Of small counts, it is at least the exact p-value.
pub(super) fn difference_test(before: (f64, f64), recent: (f64, f64), dispersion: f64, freedom: f64) -> f64 {
    let total = before.1 + recent.1;
    let pooled = (before.0 + recent.0) / total;
    if before.1 <= 0.0 || recent.1 <= 0.0 || pooled <= 0.0 || pooled >= 1.0 {
        return 1.0;
    }
    let variance = pooled * (1.0 - pooled) * (1.0 / before.1 + 1.0 / recent.1) * dispersion;
    let p_value = two_sided((recent.0 / recent.1 - before.0 / before.1) / variance.sqrt(), freedom);
    let expected = pooled.min(1.0 - pooled) * before.1.min(recent.1);
    if expected < EXPECTED { p_value.max(exact_test(before, recent)) } else { p_value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newcombes_own_examples() {
        // Table II of the paper, method 10.
        for (a, m, b, n, low, high) in [
            (56.0, 70.0, 48.0, 80.0, 0.0524, 0.3339),
            (9.0, 10.0, 3.0, 10.0, 0.1705, 0.8090),
            (10.0, 10.0, 0.0, 20.0, 0.6791, 1.0),
            (5.0, 56.0, 0.0, 29.0, -0.0381, 0.1926),
        ] {
            let got = difference_interval((b, n), (a, m), 1.0, 1e9);
            assert!((got.0 - low).abs() < 6e-5 && (got.1 - high).abs() < 6e-5, "{a}/{m} {b}/{n}: {got:?}");
        }
    }

    #[test]
    fn the_test_is_pearsons_and_flocks_weaken_it() {
        // scipy 1.17.1: stats.chi2_contingency([[56, 14], [48, 32]], correction=False): p = 0.008045
        let p = difference_test((48.0, 80.0), (56.0, 70.0), 1.0, 1e9);
        assert!((p - 0.008_045).abs() < 2e-4, "{p}");
        assert!(difference_test((48.0, 80.0), (56.0, 70.0), 4.0, 1e9) > 0.1);
        let narrow = difference_interval((48.0, 80.0), (56.0, 70.0), 1.0, 1e9);
        let wide = difference_interval((48.0, 80.0), (56.0, 70.0), 4.0, 1e9);
        assert!(wide.0 < narrow.0 && wide.1 > narrow.1);
        let uncertain = difference_interval((48.0, 80.0), (56.0, 70.0), 1.0, 5.0);
        assert!(uncertain.0 < narrow.0 && uncertain.1 > narrow.1);
        assert!((difference_test((0.0, 80.0), (0.0, 70.0), 1.0, 10.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn three_papers_are_tested_exactly() {
        let p = difference_test((3.0, 23.0), (0.0, 190.0), 1.0, 1e9);
        assert!((p - 0.001_115_249).abs() < 1e-8, "{p}: Pearson's statistic has 1e-6");
    }
}
