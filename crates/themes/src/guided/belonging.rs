//! The probability that a paper belongs to a theme of a taxonomy at all.
//!
//! # Method
//!
//! Scores rank papers well, but do not show where a theme ends: half of the papers of a mixed corpus have one
//! seed entry or another. Two views of a paper do: which seed entries it holds, and its *context*, that is,
//! how far its vector lies along the direction in which the theme differs from all other papers
//! ([`Discriminant`]). Given the theme, the two are roughly independent, so each shows how much the other is
//! worth (co-training; Blum and Mitchell, "Combining labeled and unlabeled data with co-training", 1998). An
//! entry that is as frequent in papers with a foreign context is worth nothing, however rare it is: that
//! frequency is its background rate. No paper is known not to belong, only some are likely to (positive and
//! unlabelled data; Elkan and Noto, "Learning classifiers from only positive and unlabeled data", 2008). Both
//! views are therefore fitted by a few rounds of expectation and maximisation: the papers' probabilities give
//! the rates of entries, the direction, the two means of the context and the size of the theme, and these
//! give the probabilities. A theme may shrink to a fraction of the papers that hold its seeds.

use serde::{Deserialize, Serialize};

use super::discriminant::{Contrast, Discriminant};
use super::seed_matcher::{SeedCounts, SeedMatcher, TITLE_WEIGHT};

/// Number of rounds; with more, broad themes grow.
const ROUNDS: usize = 3;
/// Factor for an entry's log-ratio of rates, because entries of one theme occur together.
const SEED_SHARE: f64 = 0.7;
/// What an excluded entry subtracts from the log-odds.
const EXCLUDED: f64 = 3.0;
/// First guesses of the probability for papers with two entries, papers that emphasise one, papers that hold
/// one, and papers that hold one only in another word form.
const FIRST: [f64; 4] = [0.9, 0.5, 0.15, 0.05];
/// Quantile from which a paper's context supports its seeds, and the factor for the
/// first guess of papers below it.
const SUPPORTED: (f64, f64) = (0.9, 0.3);
/// Minimum number of papers for estimating background rates.
const FEWEST: usize = 500;
/// A theme with fewer expected papers is not in the corpus.
const LEAST_EXPECTED: f64 = 3.0;
/// If a smaller share of a theme's expected papers hold an entry, an entry has led
/// the theme to another subject.
const LEAST_HOLDING: f64 = 0.15;
/// Log-odds are limited to this absolute value.
const MOST: f64 = 30.0;

/// What an entry adds to the log-odds if a paper lacks it, holds it, or emphasises it
/// (in the title, or three times).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct EntryOdds {
    absent: f64,
    held: f64,
    emphasised: f64,
}

/// How likely papers belong to one theme, learned from all papers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Belonging {
    /// Log-odds of a paper without any entry and without context.
    base: f64,
    /// What a centred vector adds to the log-odds, per component.
    direction: Vec<f32>,
    /// The theme's own entries by number, and what each adds to the base.
    entries: Vec<(u32, EntryOdds)>,
    /// Expected number of papers that belong; 0 for a theme that is not in the corpus.
    expected: f64,
}

impl Belonging {
    /// Learns from the vectors of papers and the entries in them; `None` if there are too few papers.
    pub(super) fn learn(
        theme: usize,
        vectors: &Discriminant,
        matcher: &SeedMatcher,
        seeds: &SeedCounts,
    ) -> Option<Self> {
        if vectors.drawn().len() < FEWEST {
            return None;
        }
        let mut belonging = Self {
            base: 0.0,
            direction: Vec::new(),
            entries: (0_u32..)
                .zip(matcher.entries())
                .filter(|(_, entry)| entry.theme as usize == theme && !entry.required)
                .map(|(index, _)| (index, EntryOdds::default()))
                .collect(),
            expected: 0.0,
        };
        let papers = Papers { drawn: vectors.drawn(), matcher, seeds };
        let refused = |paper: usize| matcher.refused(seeds.document(paper)).any(|refused| refused == theme);
        let refused: Vec<bool> = papers.drawn.iter().map(|&paper| refused(paper)).collect();
        let mut probabilities = belonging.first_guess(papers);
        refuse(&mut probabilities, &refused);
        let support = vectors.contrast(&probabilities).contexts;
        shrink_unsupported(&mut probabilities, &support);
        let holds: Vec<bool> = probabilities.iter().map(|&probability| probability > 0.0).collect();
        for _ in 0..ROUNDS {
            let contexts = belonging.maximise(&probabilities, vectors, papers);
            for ((probability, context), &paper) in probabilities.iter_mut().zip(contexts).zip(papers.drawn) {
                *probability = logistic(belonging.log_odds(context, seeds, paper));
            }
            refuse(&mut probabilities, &refused);
            belonging.expected = probabilities.iter().sum();
        }
        let held: f64 =
            probabilities.iter().zip(&holds).filter(|(_, holds)| **holds).map(|(own, _)| own).sum();
        let is_led_astray = held < LEAST_HOLDING * belonging.expected;
        if !holds.contains(&true) || belonging.expected < LEAST_EXPECTED || is_led_astray {
            // Nothing shows that the corpus has the theme.
            let direction = vec![0.0; belonging.direction.len()];
            return Some(Self { base: -MOST, direction, entries: Vec::new(), expected: 0.0 });
        }
        belonging.expected *= seeds.documents() as f64 / papers.drawn.len() as f64;
        Some(belonging)
    }

    /// What the vectors of papers add to the log-odds of belonging, per component.
    pub(super) fn direction(&self) -> &[f32] {
        &self.direction
    }

    /// Log-odds that paper `paper` of `seeds` belongs; `context` is what its vector adds to them.
    pub(super) fn log_odds(&self, context: f32, seeds: &SeedCounts, paper: usize) -> f64 {
        let mut odds = self.base + f64::from(context);
        for &(entry, count) in seeds.document(paper) {
            if let Ok(at) = self.entries.binary_search_by_key(&entry, |&(entry, _)| entry) {
                let entry = &self.entries[at].1;
                odds += if count >= TITLE_WEIGHT { entry.emphasised } else { entry.held } - entry.absent;
            }
        }
        odds.clamp(-MOST, MOST)
    }

    fn first_guess(&self, papers: Papers<'_>) -> Vec<f64> {
        let guess = |&paper: &usize| {
            let own = || {
                let entries = papers.matcher.entries();
                let held = papers.seeds.document(paper).iter();
                held.map(|&(entry, count)| (entry, &entries[entry as usize], count)).filter(
                    |(entry, of, _)| {
                        !of.excluded && self.entries.binary_search_by_key(entry, |&(entry, _)| entry).is_ok()
                    },
                )
            };
            let mut entries = own().filter(|(_, of, _)| !of.forms);
            match entries.clone().count() {
                0 if own().next().is_some() => FIRST[3],
                0 => 0.0,
                1 if entries.all(|(_, _, count)| count < TITLE_WEIGHT) => FIRST[2],
                1 => FIRST[1],
                _ => FIRST[0],
            }
        };
        papers.drawn.iter().map(guess).collect()
    }

    /// Sets what is learned from the probabilities of the papers. Returns what each paper's vector adds to
    /// its log-odds, as if the paper had not been learned from.
    fn maximise(&mut self, probabilities: &[f64], vectors: &Discriminant, papers: Papers<'_>) -> Vec<f32> {
        let count = probabilities.len() as f64;
        let own: f64 = probabilities.iter().sum();
        let rest = count - own;
        let Contrast { direction, contexts } = vectors.contrast(probabilities);
        let (centre, slope) = context_odds(probabilities, &contexts);
        let prior = (own / count).clamp(1e-4, 0.5);
        self.direction = direction.into_iter().map(|value| slope as f32 * value).collect();
        self.base = (prior / (1.0 - prior)).ln() - slope * centre;
        // Per entry, for the papers that hold it and for those that emphasise it: the sum of
        // probabilities, and the count.
        let mut sums = vec![[[0.0_f64; 2]; 2]; self.entries.len()];
        for (&paper, &probability) in papers.drawn.iter().zip(probabilities) {
            for &(entry, count) in papers.seeds.document(paper) {
                if let Ok(at) = self.entries.binary_search_by_key(&entry, |&(entry, _)| entry) {
                    let sum = &mut sums[at][usize::from(count >= TITLE_WEIGHT)];
                    sum[0] += probability;
                    sum[1] += 1.0;
                }
            }
        }
        for ((entry, odds), [held, emphasised]) in self.entries.iter_mut().zip(sums) {
            if papers.matcher.entries()[*entry as usize].excluded {
                *odds = EntryOdds { absent: 0.0, held: -EXCLUDED, emphasised: -EXCLUDED };
                continue;
            }
            let ratio = |of_own: f64, of_all: f64, prior: f64| {
                let own_rate = (of_own + prior) / (own + 1.0);
                let rest_rate = (of_all - of_own + 0.5) / (rest + 1.0);
                SEED_SHARE * (own_rate / rest_rate).ln()
            };
            let lacking = [own - held[0] - emphasised[0], count - held[1] - emphasised[1]];
            *odds = EntryOdds {
                absent: ratio(lacking[0], lacking[1], 0.5),
                held: ratio(held[0], held[1], 0.25),
                emphasised: ratio(emphasised[0], emphasised[1], 0.25),
            };
            self.base += odds.absent;
        }
        contexts.into_iter().map(|context| slope as f32 * context).collect()
    }
}

/// The papers learned from, and the entries in them.
#[derive(Clone, Copy)]
struct Papers<'a> {
    drawn: &'a [usize],
    matcher: &'a SeedMatcher,
    seeds: &'a SeedCounts,
}

/// Sets the probability to 0 for papers that lack what the theme requires.
fn refuse(probabilities: &mut [f64], refused: &[bool]) {
    for (probability, _) in probabilities.iter_mut().zip(refused).filter(|(_, refused)| **refused) {
        *probability = 0.0;
    }
}

/// Removes most of the first guess from papers whose context does not support it.
fn shrink_unsupported(probabilities: &mut [f64], contexts: &[f32]) {
    let mut ordered = contexts.to_vec();
    let at = ((ordered.len() - 1) as f64 * SUPPORTED.0) as usize;
    let supported = *ordered.select_nth_unstable_by(at, f32::total_cmp).1;
    for (probability, &context) in probabilities.iter_mut().zip(contexts) {
        if context < supported {
            *probability *= SUPPORTED.1;
        }
    }
}

/// The context that says nothing, and the log-odds per unit of context. Assumes two normal distributions with
/// one variance, the mean of their variances, as in linear discriminant analysis.
fn context_odds(probabilities: &[f64], contexts: &[f32]) -> (f64, f64) {
    let moments = |weight: &dyn Fn(f64) -> f64| {
        let (mut weights, mut sum) = (0.0, 0.0);
        for (&probability, &context) in probabilities.iter().zip(contexts) {
            weights += weight(probability);
            sum += weight(probability) * f64::from(context);
        }
        let mean = if weights > 0.0 { sum / weights } else { 0.0 };
        let mut squares = 0.0;
        for (&probability, &context) in probabilities.iter().zip(contexts) {
            squares += weight(probability) * (f64::from(context) - mean).powi(2);
        }
        (mean, if weights > 0.0 { squares / weights } else { 0.0 })
    };
    let (own, own_variance) = moments(&|probability| probability);
    let (rest, rest_variance) = moments(&|probability| 1.0 - probability);
    // The mean of both variances, because a theme is tighter than the rest of a corpus.
    let variance = (0.5 * (own_variance + rest_variance)).max(1e-8);
    if own <= rest { (0.0, 0.0) } else { (0.5 * (own + rest), (own - rest) / variance) }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use thema_features::analysis::{Analyzer, Language, StopWords};
    use thema_features::{Document, centred_at};

    use super::super::seed_matcher::SeedMatcher;
    use super::*;
    use crate::taxonomy::Taxonomy;

    /// 1,000 papers: 50 of the theme, most of which hold `robot`. `image` is in every tenth paper,
    /// whatever it is about. Papers of the theme lie along the first axis, the others along the
    /// second, each with some variation.
    struct Learned {
        belonging: Option<Belonging>,
        vectors: Array2<f32>,
        matcher: SeedMatcher,
        counts: SeedCounts,
    }

    impl Learned {
        fn of(papers: usize) -> Self {
            Self::with(papers, |paper| {
                let robot = if paper < 50 && paper % 5 != 0 { "robot" } else { "other" };
                let image = if paper % 10 == 1 { "image" } else { "words" };
                format!("{robot} {image}")
            })
        }

        fn with(papers: usize, text: impl Fn(usize) -> String) -> Self {
            let taxonomy = Taxonomy::parse(
                "name = 't'\n[[theme]]\nkey = 'a'\nname = 'A'\nterms = ['robot', 'image', 'never']\nexcluded = ['web']\n",
            )
            .unwrap();
            let analyzer = Analyzer::builder(Language::English).stop_words(StopWords::none()).build();
            let matcher = SeedMatcher::new(&taxonomy, &analyzer);
            let texts: Vec<String> = (0..papers).map(text).collect();
            let documents: Vec<_> = texts.iter().map(|body| Document::new("", body)).collect();
            let counts = matcher.count(&documents, &analyzer);
            let vectors = Array2::from_shape_fn((papers, 4), |(paper, column)| {
                let own = if (paper < 50) == (column == 0) { 0.8 } else { 0.1 };
                let variation = 0.02 * (paper * (7 + 2 * column) % 11) as f32;
                if column < 2 { own + variation } else { variation }
            });
            let discriminant = Discriminant::learn(vectors.view());
            let belonging = Belonging::learn(0, &discriminant, &matcher, &counts);
            let vectors = centred_at(vectors, discriminant.mean());
            Self { belonging, vectors, matcher, counts }
        }

        fn odds(&self, paper: usize, counts: &SeedCounts, of: usize) -> f64 {
            let belonging = self.belonging.as_ref().unwrap();
            let context = self.vectors.row(paper).iter().zip(belonging.direction()).map(|(a, b)| a * b).sum();
            belonging.log_odds(context, counts, of)
        }
    }

    #[test]
    fn an_entry_without_company_is_not_enough() {
        let learned = Learned::of(1_000);
        let belongs = |paper: usize| learned.odds(paper, &learned.counts, paper) > 0.0;
        assert!((0..50).all(belongs), "without an entry too, by their company");
        assert!(!(50..1_000).any(belongs), "with `image` too");
        let expected = learned.belonging.as_ref().unwrap().expected;
        assert!((expected - 50.0).abs() < 5.0, "{expected}");
    }

    #[test]
    fn an_excluded_entry_takes_much() {
        let learned = Learned::of(1_000);
        let analyzer = Analyzer::builder(Language::English).stop_words(StopWords::none()).build();
        let texts = ["robot", "robot web"].map(|body| Document::new("", body));
        let counts = learned.matcher.count(&texts, &analyzer);
        let odds = [0, 1].map(|text| learned.odds(60, &counts, text));
        assert!(odds[1] < odds[0] - 0.9 * EXCLUDED || odds[1] <= -MOST, "{odds:?}");
    }

    #[test]
    fn a_theme_that_an_entry_leads_astray_is_not_there() {
        // Three papers of a thousand hold the only entry; they share their context
        // with fifty that do not hold it.
        let learned = Learned::with(1_000, |paper| {
            let robot = if paper < 3 { "robot" } else { "other" };
            format!("{robot} words")
        });
        assert!(learned.belonging.as_ref().unwrap().expected < 1e-12);
        assert!((0..1_000).all(|paper| learned.odds(paper, &learned.counts, paper) < 0.0));
    }

    #[test]
    fn a_small_corpus_is_not_judged() {
        assert!(Learned::of(499).belonging.is_none());
    }
}
