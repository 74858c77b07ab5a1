//! The slope of a share over time and its test.

use super::student::two_sided;

/// Change of the log-odds a year, and the p-value of no change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slope {
    pub(super) slope: f64,
    pub(super) p_value: f64,
}

/// One period: years since some start, papers of the theme, papers in all (at least 1).
pub(super) type Observation = (f64, f64, f64);

/// Most Newton steps.
const STEPS: usize = 50;
/// Largest change of a linear predictor in one step; larger ones are cut.
const LONGEST_STEP: f64 = 4.0;
/// Largest linear predictor, beyond which shares are 0 or 1 for every purpose.
const LARGEST: f64 = 30.0;

/// Logistic regression of the share on time, with the quasi-binomial F test for the slope: the drop of the
/// deviance over the dispersion, which is estimated by Pearson's statistic and is at least 1, so that papers that
/// come in flocks (conferences, deadlines) are not taken for a trend (`McCullagh` and Nelder, "Generalized linear
/// models", 1989, 4.5 and 9.2.4). A likelihood ratio, because Wald's test fails where a theme is new (Hauck and
/// Donner, 1977).
///
/// A theme of no papers, or of all papers, has slope 0 and p-value 1. At least three observations are needed.
pub(super) fn slope(observations: &[Observation]) -> Slope {
    let none = Slope { slope: 0.0, p_value: 1.0 };
    let papers: f64 = observations.iter().map(|o| o.1).sum();
    let total: f64 = observations.iter().map(|o| o.2).sum();
    if observations.len() < 3 || papers <= 0.0 || papers >= total {
        return none;
    }
    let mean_time = observations.iter().map(|o| o.0 * o.2).sum::<f64>() / total;
    let null = (papers / (total - papers)).ln();
    let (mut intercept, mut slope) = (null, 0.0);
    let mut deviance_now = deviance(observations, |_| null);
    let null_deviance = deviance_now;
    for _ in 0..STEPS {
        let Some((step_0, step_1)) = newton_step(observations, mean_time, intercept, slope) else { break };
        let reach =
            observations.iter().map(|o| (step_0 + step_1 * (o.0 - mean_time)).abs()).fold(0.0, f64::max);
        let mut scale = if reach > LONGEST_STEP { LONGEST_STEP / reach } else { 1.0 };
        let mut improved = false;
        for _ in 0..20 {
            let (try_0, try_1) = (intercept + scale * step_0, slope + scale * step_1);
            let tried = deviance(observations, |time| try_0 + try_1 * (time - mean_time));
            if tried < deviance_now {
                improved = deviance_now - tried > 1e-10 * (1.0 + deviance_now);
                (intercept, slope, deviance_now) = (try_0, try_1, tried);
                break;
            }
            scale /= 2.0;
        }
        if !improved {
            break;
        }
    }
    let freedom = observations.len() as f64 - 2.0;
    let pearson: f64 = observations
        .iter()
        .map(|&(time, papers, total)| {
            let share = logistic(intercept + slope * (time - mean_time));
            (papers - total * share).powi(2) / (total * share * (1.0 - share)).max(1e-12)
        })
        .sum();
    let dispersion = (pearson / freedom).max(1.0);
    let f = ((null_deviance - deviance_now) / dispersion).max(0.0);
    Slope { slope, p_value: two_sided(f.sqrt(), freedom) }
}

fn logistic(predictor: f64) -> f64 {
    1.0 / (1.0 + (-predictor.clamp(-LARGEST, LARGEST)).exp())
}

/// Binomial deviance of shares given by their linear predictor.
fn deviance(observations: &[Observation], predictor: impl Fn(f64) -> f64) -> f64 {
    let part = |observed: f64, expected: f64| {
        if observed > 0.0 { observed * (observed / expected).ln() } else { 0.0 }
    };
    let of = |&(time, papers, total): &Observation| {
        let expected = total * logistic(predictor(time));
        part(papers, expected) + part(total - papers, total - expected)
    };
    2.0 * observations.iter().map(of).sum::<f64>()
}

/// Newton's step for intercept and slope; `None` where the information is singular.
fn newton_step(
    observations: &[Observation],
    mean_time: f64,
    intercept: f64,
    slope: f64,
) -> Option<(f64, f64)> {
    let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for &(time, papers, total) in observations {
        let t = time - mean_time;
        let share = logistic(intercept + slope * t);
        let (residual, weight) = (papers - total * share, total * share * (1.0 - share));
        g0 += residual;
        g1 += residual * t;
        h00 += weight;
        h01 += weight * t;
        h11 += weight * t * t;
    }
    let determinant = h00 * h11 - h01 * h01;
    (determinant > 1e-12 * h00 * h11)
        .then(|| ((h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant))
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_known_fit() {
        // statsmodels 0.15.0: GLM([papers, total - papers], Binomial()): slope, and the F test of the two
        // deviances with the Pearson dispersion by scipy 1.17.1.
        let observations =
            [(0.0, 5.0, 100.0), (1.0, 9.0, 110.0), (2.0, 8.0, 90.0), (3.0, 20.0, 120.0), (4.0, 15.0, 100.0)];
        let got = slope(&observations);
        assert!((got.slope - 0.309_774_761_814_895_9).abs() < 1e-6, "{got:?}");
        assert!((got.p_value - 0.057_023_510_065_953_14).abs() < 1e-6, "{got:?}");
    }

    #[test]
    fn overdispersed_noise_is_rarely_called_a_trend() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut false_alarms, runs) = (0, 400);
        for _ in 0..runs {
            let observations: Vec<Observation> = (0..24)
                .map(|period| {
                    // A share that differs from period to period far more than binomial chance allows.
                    let share: f64 = random.gen_range(0.02..0.18);
                    let papers = (0..500).filter(|_| random.gen_bool(share)).count() as f64;
                    (f64::from(period) / 12.0, papers, 500.0)
                })
                .collect();
            false_alarms += usize::from(slope(&observations).p_value < 0.05);
        }
        assert!(false_alarms < runs * 8 / 100, "{false_alarms} of {runs}");
    }

    #[test]
    fn growth_a_new_theme_and_nothing() {
        let growing: Vec<Observation> =
            (0..12).map(|t| (f64::from(t), 10.0 + 5.0 * f64::from(t), 500.0)).collect();
        let got = slope(&growing);
        assert!(got.slope > 0.0 && got.p_value < 1e-5, "{got:?}");
        let new: Vec<Observation> =
            (0..12).map(|t| (f64::from(t), if t < 6 { 0.0 } else { 30.0 }, 500.0)).collect();
        let got = slope(&new);
        assert!(got.slope > 0.0 && got.slope.is_finite() && got.p_value < 0.01, "{got:?}");
        let none: Vec<Observation> = (0..12).map(|t| (f64::from(t), 0.0, 500.0)).collect();
        assert_eq!(slope(&none), Slope { slope: 0.0, p_value: 1.0 });
    }
}
