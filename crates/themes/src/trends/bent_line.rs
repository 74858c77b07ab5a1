//! A share over time as straight pieces on the log-odds scale.

use super::dispersion::Observation;

/// Maximum number of bends.
pub(super) const BENDS: usize = 2;
/// Coefficients of a line with all bends: intercept, slope, and the change of slope at every bend.
const TERMS: usize = BENDS + 2;
/// Maximum number of Newton steps.
const STEPS: usize = 50;
/// Largest change of a linear predictor in one step; longer steps are shortened.
const LONGEST_STEP: f64 = 4.0;
/// Largest absolute linear predictor; beyond it, shares are 0 or 1 for all purposes.
const LARGEST: f64 = 30.0;

/// Logistic regression of a share on time with bends at given times.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BentLine {
    bends: Vec<f64>,
    coefficients: [f64; TERMS],
    middle: f64,
    /// Binomial deviance.
    pub(super) deviance: f64,
}

impl BentLine {
    /// The maximum likelihood fit by Newton's method with step halving (`McCullagh` and Nelder, "Generalized
    /// linear models", 1989, 4.4). `None` for a theme with no papers or all papers, and if the observations
    /// do not determine the coefficients.
    ///
    /// # Panics
    /// With more than [`BENDS`] bends.
    pub(super) fn fit(observations: &[Observation], bends: &[f64]) -> Option<Self> {
        assert!(bends.len() <= BENDS, "bends");
        let papers: f64 = observations.iter().map(|o| o.1).sum();
        let total: f64 = observations.iter().map(|o| o.2).sum();
        if observations.len() < bends.len() + 3 || papers <= 0.0 || papers >= total {
            return None;
        }
        let middle = observations.iter().map(|o| o.0 * o.2).sum::<f64>() / total;
        let mut line =
            Self { bends: bends.to_vec(), coefficients: [0.0; TERMS], middle, deviance: f64::INFINITY };
        line.coefficients[0] = (papers / (total - papers)).ln();
        line.deviance = line.deviance_of(observations);
        for _ in 0..STEPS {
            let step = line.newton_step(observations)?;
            let reach = observations
                .iter()
                .map(|o| line.terms(o.0).iter().zip(&step).map(|(term, step)| term * step).sum::<f64>().abs())
                .fold(0.0, f64::max);
            let mut scale = if reach > LONGEST_STEP { LONGEST_STEP / reach } else { 1.0 };
            let mut improved = false;
            for _ in 0..20 {
                let mut tried = line.clone();
                tried.coefficients.iter_mut().zip(&step).for_each(|(value, step)| *value += scale * step);
                tried.deviance = tried.deviance_of(observations);
                if tried.deviance < line.deviance {
                    improved = line.deviance - tried.deviance > 1e-9 * (1.0 + line.deviance);
                    line = tried;
                    break;
                }
                scale /= 2.0;
            }
            if !improved {
                break;
            }
        }
        Some(line)
    }

    /// Log-odds of the share at a time.
    pub(super) fn at(&self, time: f64) -> f64 {
        self.terms(time).iter().zip(&self.coefficients).map(|(term, value)| term * value).sum()
    }

    fn terms(&self, time: f64) -> [f64; TERMS] {
        let mut terms = [0.0; TERMS];
        (terms[0], terms[1]) = (1.0, time - self.middle);
        for (term, bend) in terms[2..].iter_mut().zip(&self.bends) {
            *term = (time - bend).max(0.0);
        }
        terms
    }

    fn deviance_of(&self, observations: &[Observation]) -> f64 {
        let part = |observed: f64, expected: f64| {
            if observed > 0.0 { observed * (observed / expected).ln() } else { 0.0 }
        };
        let of = |&(time, papers, total): &Observation| {
            let expected = total * logistic(self.at(time));
            part(papers, expected) + part(total - papers, total - expected)
        };
        2.0 * observations.iter().map(of).sum::<f64>()
    }

    /// Newton's step for all coefficients; `None` if the information matrix is singular.
    fn newton_step(&self, observations: &[Observation]) -> Option<[f64; TERMS]> {
        let used = self.bends.len() + 2;
        let mut gradient = [0.0; TERMS];
        let mut information = [[0.0; TERMS]; TERMS];
        for &(time, papers, total) in observations {
            let terms = self.terms(time);
            let share = logistic(self.at(time));
            let (residual, weight) = (papers - total * share, total * share * (1.0 - share));
            for row in 0..used {
                gradient[row] += residual * terms[row];
                for column in 0..used {
                    information[row][column] += weight * terms[row] * terms[column];
                }
            }
        }
        solved(information, gradient, used)
    }
}

/// Solves the leading `used` equations of a symmetric positive definite system by elimination; `None` if a
/// pivot vanishes relative to its diagonal.
fn solved(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS], used: usize) -> Option<[f64; TERMS]> {
    for pivot in 0..used {
        let diagonal = matrix[pivot][pivot];
        for row in pivot + 1..used {
            let before = matrix[row][row];
            let factor = matrix[row][pivot] / diagonal;
            let above = matrix[pivot];
            for (value, above) in matrix[row].iter_mut().zip(above).take(used).skip(pivot) {
                *value -= factor * above;
            }
            right[row] -= factor * right[pivot];
            if matrix[row][row].is_nan() || matrix[row][row] <= 1e-12 * before {
                return None;
            }
        }
    }
    for row in (0..used).rev() {
        let known: f64 = (row + 1..used).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|value| value.is_finite()).then_some(right)
}

pub(super) fn logistic(predictor: f64) -> f64 {
    1.0 / (1.0 + (-predictor.clamp(-LARGEST, LARGEST)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_fit() {
        // statsmodels 0.15.0: GLM([papers, total - papers], Binomial()).
        let observations =
            [(0.0, 5.0, 100.0), (1.0, 9.0, 110.0), (2.0, 8.0, 90.0), (3.0, 20.0, 120.0), (4.0, 15.0, 100.0)];
        let line = BentLine::fit(&observations, &[]).unwrap();
        let slope = line.at(1.0) - line.at(0.0);
        assert!((slope - 0.309_774_761_814_895_9).abs() < 1e-6, "{slope}");
    }

    #[test]
    fn a_bend_is_followed() {
        let share = |t: f64| logistic(-3.0 + 0.3 * t - 0.5 * (t - 6.0).max(0.0));
        let observations: Vec<Observation> =
            (0..14).map(|t| (f64::from(t), 1e4 * share(f64::from(t)), 1e4)).collect();
        let bent = BentLine::fit(&observations, &[6.0]).unwrap();
        let straight = BentLine::fit(&observations, &[]).unwrap();
        assert!(bent.deviance < 1e-6 && straight.deviance > 100.0, "{bent:?} {straight:?}");
        assert!((bent.at(10.0) - -2.0).abs() < 1e-4);
    }

    #[test]
    fn nothing_and_everything_have_no_line() {
        let with = |papers: f64| (0..8).map(|t| (f64::from(t), papers, 50.0)).collect::<Vec<_>>();
        assert!(BentLine::fit(&with(0.0), &[]).is_none() && BentLine::fit(&with(50.0), &[]).is_none());
        let new: Vec<Observation> =
            (0..12).map(|t| (f64::from(t), if t < 6 { 0.0 } else { 30.0 }, 500.0)).collect();
        assert!(BentLine::fit(&new, &[]).is_some_and(|line| line.at(11.0).is_finite()));
    }
}
