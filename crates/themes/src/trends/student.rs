//! Tail probabilities and quantiles of Student's t.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Two-sided p-value of a t statistic with `freedom` degrees of freedom; 1 if `t` is NaN.
pub(super) fn two_sided(t: f64, freedom: f64) -> f64 {
    if t.is_nan() {
        return 1.0;
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |student| (2.0 * student.sf(t.abs())).clamp(0.0, 1.0))
}

/// The t statistic whose two-sided p-value is 0.05, found by halving: the library's own inverse does not end for
/// many degrees of freedom.
pub(super) fn quantile(freedom: f64) -> f64 {
    let (mut low, mut high) = (1.9, 13.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle, freedom) > 0.05 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_quantiles() {
        // scipy 1.17.1: stats.t.ppf(0.975, df).
        for (freedom, expected) in [
            (1.0, 12.706_204_736),
            (5.142_857_143, 2.549_252_57),
            (30.0, 2.042_272_456),
            (1e6, 1.959_966_357),
        ] {
            let got = quantile(freedom);
            assert!((got - expected).abs() < 1e-5 * expected, "{freedom}: {got}");
            assert!((two_sided(got, freedom) - 0.05).abs() < 1e-6);
        }
    }

    #[test]
    fn known_tails() {
        // scipy 1.17.1: 2 * stats.t.sf(t, df).
        for (t, freedom, expected) in [
            (2.0, 10.0, 0.073_388_034_770_740_18),
            (0.0, 5.0, 1.0),
            (12.706_204_736_432_095, 1.0, 0.05),
            (-1.959_963_984_540_054, 1e6, 0.050_000_277_3),
            (5.0, 30.0, 2.329_682_6e-5),
        ] {
            let got = two_sided(t, freedom);
            assert!((got - expected).abs() < 1e-6 * expected.max(1e-3), "{t} {freedom}: {got}");
        }
        assert!(two_sided(f64::INFINITY, 3.0).abs() < 1e-300);
    }
}
