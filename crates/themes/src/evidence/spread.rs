//! How the mean over a text's words is spread among the texts of a corpus.

use serde::{Deserialize, Serialize};

/// A mean over the words of one text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WordMean {
    /// The mean.
    pub(super) mean: f32,
    /// Variance of the values.
    pub(super) variance: f32,
    /// Number of words.
    pub(super) words: u32,
}

/// Centre and variance of the means of texts. The variance is `between + within / words` (the random-effects
/// model of R. `DerSimonian` and N. Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7,
/// 1986): texts differ in their subjects, and the fewer words a text has, the more chance matters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spread {
    centre: f32,
    between: f32,
    within: f32,
}

/// Largest and smallest standard deviation between the texts of one corpus, in natural
/// logarithms of document frequencies. It is 0.22 to 0.33 in corpora of 600 to 12,000 abstracts
/// of computer science and of all fields.
const BETWEEN: f32 = 0.33;
const LEAST_BETWEEN: f32 = 0.2;
/// Largest factor on the variances that is tried.
const MOST: f32 = 64.0;
/// Quantile of the texts that the variance is fitted to: low enough to show how the tail of strange texts
/// begins, high enough to hold few texts that do not belong.
const LOW: f64 = 0.10;
/// That quantile of the standard normal distribution.
const LOW_DEVIATE: f32 = -1.281_551_6;
/// A quantile on the side where no text is strange, and the same quantile of the normal distribution. Used in
/// the first step, before it is known which texts do not belong.
const HIGH: (f64, f32) = (0.80, 0.841_621_2);
/// Deviation below which a text is left out after the first step.
const FIRST_CUT: f32 = -3.0;
/// If a larger share of the texts are strange, they are part of the corpus.
const MOST_STRANGE: f64 = 0.125;
/// Share of the texts that the later steps leave out although they belong.
const LEFT_OUT: f64 = 0.01;
/// Maximum number of steps. They end earlier if the number of texts left out does not change.
const STEPS: usize = 10;
/// Steps of the bisection for the factor.
const BISECTIONS: usize = 40;

impl Spread {
    /// Fits the spread so that texts that do not belong have little influence: they are left out and the rest
    /// is fitted again until nothing changes. If they are more than an eighth, none is left out.
    ///
    /// Below the centre, the distribution is assumed to be logistic: the observed tail is heavier than the
    /// normal one. `None` if no text has a word.
    pub(super) fn fit(texts: &[WordMean]) -> Option<Self> {
        let all: Vec<WordMean> = texts.iter().filter(|text| text.words > 0).copied().collect();
        if all.is_empty() {
            return None;
        }
        let mut variances: Vec<f32> =
            all.iter().filter(|text| text.words > 1).map(|text| text.variance).collect();
        let within = if variances.is_empty() { 1.0 } else { quantile(&mut variances, 0.5) };
        let mut kept = all.clone();
        let mut spread = Self::of(&kept, within, HIGH);
        let mut cut = FIRST_CUT;
        for _ in 0..STEPS {
            let before = kept.len();
            let rest: Vec<WordMean> =
                all.iter().filter(|text| spread.deviation(text) >= cut).copied().collect();
            if (rest.len() as f64) < (1.0 - MOST_STRANGE) * all.len() as f64 {
                return Some(Self::of(&all, within, (LOW, LOW_DEVIATE)));
            }
            if cut > FIRST_CUT && rest.len() == before {
                break;
            }
            kept = rest;
            spread = Self::of(&kept, within, ((LOW - LEFT_OUT) / (1.0 - LEFT_OUT), LOW_DEVIATE));
            cut = deviate(LEFT_OUT as f32);
        }
        Some(spread)
    }

    /// The spread that puts the quantile `share` of `texts` at `deviate`.
    fn of(texts: &[WordMean], within: f32, (share, deviate): (f64, f32)) -> Self {
        let mut means: Vec<f32> = texts.iter().map(|text| text.mean).collect();
        let centre = quantile(&mut means, 0.5);
        // One factor sets both variances. Up to 1, it raises the variance between texts from the smallest to
        // the largest value. Above 1, it scales the variance within texts, because words of one text occur
        // together and chance is larger than their counts suggest.
        let [least, greatest] = [LEAST_BETWEEN * LEAST_BETWEEN, BETWEEN * BETWEEN];
        let at = |factor: f32| Self {
            centre,
            between: least + (greatest - least) * factor.min(1.0),
            within: within * factor.max(1.0),
        };
        let (mut low, mut high) = (0.0, MOST);
        let mut deviations = Vec::with_capacity(texts.len());
        for _ in 0..BISECTIONS {
            let factor = 0.5 * (low + high);
            let spread = at(factor);
            deviations.clear();
            deviations.extend(texts.iter().map(|text| spread.deviation(text)));
            if quantile(&mut deviations, share).abs() > deviate.abs() { low = factor } else { high = factor }
        }
        at(0.5 * (low + high))
    }

    /// Standard deviations of a text from the centre; negative infinity for a text without words.
    pub(super) fn deviation(&self, text: &WordMean) -> f32 {
        if text.words == 0 {
            return f32::NEG_INFINITY;
        }
        let variance = self.between + self.within / text.words as f32;
        (text.mean - self.centre) / variance.max(1e-6).sqrt()
    }

    /// Share of the corpus's texts of that many words whose mean is as low, in [0, 1].
    pub(super) fn share_below(&self, text: &WordMean) -> f32 {
        1.0 / (1.0 + (-self.deviation(text) / scale()).exp())
    }
}

/// Scale of the logistic distribution with the same low quantile as the standard normal distribution.
fn scale() -> f32 {
    LOW_DEVIATE / logit(LOW as f32)
}

/// The deviation below which `share` of the texts lie.
fn deviate(share: f32) -> f32 {
    scale() * logit(share)
}

fn logit(share: f32) -> f32 {
    (share / (1.0 - share)).ln()
}

/// Quantile of values, interpolated between neighbours. Reorders them.
///
/// # Panics
/// If there are no values.
fn quantile(values: &mut [f32], share: f64) -> f32 {
    let at = share * (values.len() - 1) as f64;
    let (_, &mut low, above) = values.select_nth_unstable_by(at as usize, f32::total_cmp);
    let next = above.iter().copied().min_by(f32::total_cmp).unwrap_or(low);
    low + (at - at.floor()) as f32 * (next - low)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Means of texts of 20 to 120 words around -4, as in the model, and `strangers` of them six lower.
    fn texts(count: usize, strangers: usize) -> Vec<WordMean> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut normal = || (0..12).map(|_| random.gen_range(0.0..1.0_f32)).sum::<f32>() - 6.0;
        (0..count)
            .map(|text| {
                let words = 20 + (text % 100) as u32;
                let deviation = (BETWEEN * BETWEEN + 3.0 / words as f32).sqrt();
                let mean = if text < strangers { -6.0 } else { -4.0 + deviation * normal() };
                WordMean { mean, variance: 3.0, words }
            })
            .collect()
    }

    #[test]
    fn strangers_hardly_move_the_fit() {
        let clean = Spread::fit(&texts(2_000, 0)).unwrap();
        let mixed = Spread::fit(&texts(2_000, 200)).unwrap();
        assert!((clean.centre - mixed.centre).abs() < 0.05, "{clean:?} {mixed:?}");
        let stranger = WordMean { mean: -6.0, variance: 3.0, words: 50 };
        assert!(mixed.share_below(&stranger) < 0.01, "{}", mixed.share_below(&stranger));
        let honest = texts(2_000, 0);
        let low = honest.iter().filter(|text| clean.share_below(text) < 0.01).count();
        assert!(low < 40, "{low} of 2,000");
    }

    #[test]
    fn a_fifth_of_the_texts_is_a_part_of_the_corpus() {
        let mixed = Spread::fit(&texts(2_000, 400)).unwrap();
        let of_the_fifth = WordMean { mean: -6.0, variance: 3.0, words: 50 };
        assert!(mixed.share_below(&of_the_fifth) > 0.01, "{}", mixed.share_below(&of_the_fifth));
    }

    #[test]
    fn short_texts_may_be_stranger() {
        let spread = Spread::fit(&texts(1_000, 0)).unwrap();
        let text = |words| WordMean { mean: -5.0, variance: 3.0, words };
        assert!(spread.share_below(&text(5)) > spread.share_below(&text(50)));
        assert!(spread.share_below(&text(0)) <= 0.0);
    }

    #[test]
    fn degenerate_corpora_are_fitted_too() {
        assert_eq!(Spread::fit(&[]), None);
        let equal = vec![WordMean { mean: -2.0, variance: 0.0, words: 9 }; 40];
        let spread = Spread::fit(&equal).unwrap();
        assert!((spread.share_below(&equal[0]) - 0.5).abs() < 1e-6);
        assert!(Spread::fit(&equal[..1]).is_some());
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert!((quantile(&mut [4.0, 1.0, 3.0, 2.0], 0.5) - 2.5).abs() < 1e-6);
        assert!((quantile(&mut [5.0], 0.1) - 5.0).abs() < 1e-6);
    }
}
