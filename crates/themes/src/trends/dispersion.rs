//! How much more a share varies from period to period than by chance.

/// One full period: years since some start, papers of the theme, all papers (at least 1).
pub(super) type Observation = (f64, f64, f64);

/// Dispersion of binomial counts and its degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dispersion {
    /// Variance divided by that of independent papers.
    pub(super) factor: f64,
    /// Degrees of freedom of the estimate.
    pub(super) freedom: f64,
}

/// Degrees of freedom of one squared pseudo-residual, given that it overlaps its neighbours.
const FREEDOM_EACH: f64 = 18.0 / 35.0;

/// The dispersion, estimated from how far the share of each period is from the line through its neighbours',
/// so that a rise, a fall or a bend does not count (Gasser, Sroka and Jennen-Steinmetz, "Residual variance
/// and residual pattern in nonlinear regression", 1986). It is in units of the binomial variance at the share
/// of the three periods. `observations` are in order of time. `None` if there are fewer than three, or if none or all of
/// the papers are of the theme.
pub(super) fn dispersion(observations: &[Observation]) -> Option<Dispersion> {
    let total: f64 = observations.iter().map(|o| o.2).sum();
    let overall = observations.iter().map(|o| o.1).sum::<f64>() / total;
    if observations.len() < 3 || !(overall > 0.0 && overall < 1.0) {
        return None;
    }
    let squares = observations.windows(3).map(|three| {
        let [(t0, x0, n0), (t1, x1, n1), (t2, x2, n2)] = [three[0], three[1], three[2]];
        let after = (t1 - t0) / (t2 - t0);
        let line = (1.0 - after) * x0 / n0 + after * x2 / n2;
        // The share over all three periods, because a rare theme's variance follows its share at that time.
        let share = ((x0 + x1 + x2) / (n0 + n1 + n2)).clamp(overall / 10.0, 1.0 - (1.0 - overall) / 10.0);
        let variance = share * (1.0 - share) * (1.0 / n1 + (1.0 - after).powi(2) / n0 + after.powi(2) / n2);
        (x1 / n1 - line).powi(2) / variance
    });
    let pseudo_residuals = (observations.len() - 2) as f64;
    Some(Dispersion {
        factor: squares.sum::<f64>() / pseudo_residuals,
        freedom: FREEDOM_EACH * pseudo_residuals,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_does_not_wander_and_a_zigzag_does() {
        let line: Vec<Observation> =
            (0..12).map(|t| (f64::from(t), 100.0 + 10.0 * f64::from(t), 1_000.0)).collect();
        assert!(dispersion(&line).unwrap().factor < 1e-12);
        let zigzag: Vec<Observation> =
            (0..12).map(|t| (f64::from(t), if t % 2 == 0 { 100.0 } else { 200.0 }, 1_000.0)).collect();
        let got = dispersion(&zigzag).unwrap();
        assert!(got.factor > 20.0 && (got.freedom - 10.0 * 18.0 / 35.0).abs() < 1e-12, "{got:?}");
        assert_eq!(dispersion(&zigzag[..2]), None);
    }
}
