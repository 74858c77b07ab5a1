//! Tail probabilities of Student's t.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Two-sided p-value of a t statistic with `freedom` degrees of freedom; 1 if `t` is NaN.
pub(super) fn two_sided(t: f64, freedom: f64) -> f64 {
    if t.is_nan() {
        return 1.0;
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |student| (2.0 * student.sf(t.abs())).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

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
