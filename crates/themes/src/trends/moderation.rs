//! The dispersions of all themes, each with what the others tell of it.

use statrs::function::gamma::digamma;

use super::dispersion::Dispersion;

/// Smaller dispersions come from shares on a line by chance, and count as this.
const LEAST: f64 = 0.01;
/// Number of dispersions that tell something of each other.
const FEWEST: usize = 3;
/// Degrees of freedom added where the themes do not differ in dispersion more than by chance.
const MOST_FREEDOM: f64 = 1_000.0;

/// Estimates each theme's dispersion from its own and from those of all themes: a few periods tell little, so a theme that
/// seems to wander is believed only as far as themes differ. The dispersions are taken to be scaled inverse chi-squares
/// around a common value, fitted by the moments of their logarithms, and each is replaced by its posterior mean (Smyth,
/// "Linear models and empirical Bayes methods for assessing differential expression in microarray experiments", 2004,
/// section 6). No result is below 1, and `None` counts as 1 with one degree of freedom.
pub(super) fn moderated(own: &[Option<Dispersion>]) -> Vec<Dispersion> {
    let known: Vec<Dispersion> = own.iter().flatten().copied().collect();
    let common = if known.len() < FEWEST { None } else { Some(common(&known)) };
    let moderate = |own: &Option<Dispersion>| {
        let own = own.unwrap_or(Dispersion { factor: 1.0, freedom: 1.0 });
        let Dispersion { factor, freedom } = match common {
            Some(common) => {
                let freedom = own.freedom + common.freedom;
                let sum = own.freedom * own.factor + common.freedom * common.factor;
                Dispersion { factor: sum / freedom, freedom }
            }
            None => own,
        };
        Dispersion { factor: factor.max(1.0), freedom: freedom.max(1.0) }
    };
    own.iter().map(moderate).collect()
}

/// The common value of dispersions, and how many degrees of freedom it is worth.
fn common(dispersions: &[Dispersion]) -> Dispersion {
    let count = dispersions.len() as f64;
    let mean = |of: &dyn Fn(&Dispersion) -> f64| dispersions.iter().map(of).sum::<f64>() / count;
    let centred = |own: &Dispersion| {
        let half = own.freedom / 2.0;
        own.factor.max(LEAST).ln() - digamma(half) + half.ln()
    };
    let centre = mean(&centred);
    let variance = mean(&|own| (centred(own) - centre).powi(2)) * count / (count - 1.0);
    let by_chance = mean(&|own| trigamma(own.freedom / 2.0));
    let freedom = inverse_trigamma(variance - by_chance).map_or(MOST_FREEDOM, |half| 2.0 * half);
    let half = freedom / 2.0;
    Dispersion { factor: (centre + digamma(half) - half.ln()).exp(), freedom }
}

/// The derivative of the digamma function at `x > 0`: its recurrence up to 10, and the asymptotic series from there.
fn trigamma(x: f64) -> f64 {
    let (mut x, mut sum) = (x, 0.0);
    while x < 10.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = 1.0 / 6.0 - square * (1.0 / 30.0 - square * (1.0 / 42.0 - square / 30.0));
    sum + 1.0 / x + square / 2.0 + series * square / x
}

/// Where [`trigamma`] is `y`, by halving; `None` if that is beyond half of [`MOST_FREEDOM`].
fn inverse_trigamma(y: f64) -> Option<f64> {
    let (mut low, mut high) = (1e-3, MOST_FREEDOM / 2.0);
    if y <= trigamma(high) {
        return None;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if trigamma(middle) > y {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(factors: &[f64]) -> Vec<Dispersion> {
        let own = |&factor: &f64| Some(Dispersion { factor, freedom: 6.0 * 18.0 / 35.0 });
        moderated(&factors.iter().map(own).collect::<Vec<_>>())
    }

    #[test]
    fn themes_that_differ_are_moderated_a_little() {
        // By fitFDist of limma, written in Python: prior 0.418122 with 1.198784 degrees of freedom.
        let got = of(&[0.1, 1.2, 13.8, 0.3, 9.1, 1.1, 0.05]);
        for (at, expected) in [(0, 1.0), (1, 1.0), (2, 10.055_809), (4, 6.670_848)] {
            assert!((got[at].factor - expected).abs() < 1e-5 * expected, "{at}: {:?}", got[at]);
            assert!((got[at].freedom - 4.284_498).abs() < 1e-5);
        }
    }

    #[test]
    fn themes_that_differ_by_chance_share_one_dispersion() {
        let got = of(&[0.4, 1.2, 3.8, 0.9, 2.1, 1.1, 0.7]);
        assert!(got.iter().all(|of| (of.factor - 1.644_26).abs() < 0.01 && of.freedom > 1_000.0), "{got:?}");
    }

    #[test]
    fn few_or_unknown_dispersions_stand_alone() {
        assert_eq!(of(&[3.0, 0.5])[0].factor.to_bits(), 3.0_f64.to_bits());
        assert_eq!(of(&[3.0, 0.5])[1].factor.to_bits(), 1.0_f64.to_bits());
        assert_eq!(moderated(&[None]), [Dispersion { factor: 1.0, freedom: 1.0 }]);
    }

    #[test]
    fn known_values_of_trigamma() {
        // scipy 1.17.1: special.polygamma(1, x).
        for (x, expected) in [(0.5, 4.934_802_2), (1.545, 0.898_882_13), (10.0, 0.105_166_34)] {
            assert!((trigamma(x) - expected).abs() < 1e-7 * expected, "{x}: {}", trigamma(x));
            assert!((inverse_trigamma(expected).unwrap() - x).abs() < 1e-5 * x);
        }
        assert_eq!(inverse_trigamma(-1.0), None);
    }
}
