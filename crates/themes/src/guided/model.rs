//! A taxonomy fitted to papers: scores, thresholds and the place of every paper.

use ndarray::{Array2, Axis, Slice};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::centred_at;

use super::belonging::Belonging;
use super::best_two::best_two;
use super::discriminant::Discriminant;
use super::fit::{GuidedPapers, GuidedThemesValidParams};
use super::seed_evidence::SeedEvidence;
use super::seed_matcher::SeedCounts;
use super::space::Centroids;

/// Papers scored together; fixed, so that results do not depend on the number of threads.
const CHUNK: usize = 2048;
/// Parts of a score: seed evidence, cosine among terms, cosine among dense vectors.
pub(super) const PARTS: usize = 3;
/// Factor from the median absolute deviation of a normal variable to its standard deviation.
const MAD_TO_DEVIATION: f32 = 1.4826;

/// A taxonomy fitted to papers by [`GuidedThemesValidParams::fit`]. Scores papers that it has not seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuidedThemes {
    seeds: SeedEvidence,
    wanted: Vec<bool>,
    centroids: Option<Centroids>,
    /// Weight of each part, not divided by its scale.
    weights: [f32; PARTS],
    factors: [f32; PARTS],
    preference: f32,
    /// Minimum score per theme; used for wanted themes only.
    thresholds: Vec<f32>,
    /// Empty in models of earlier versions, and `None` if the corpus was too small.
    #[serde(default)]
    belonging: Vec<Option<Belonging>>,
    /// Mean of the vectors that belonging was learned from.
    #[serde(default)]
    mean: Vec<f32>,
}

/// The place of one paper among the themes of a taxonomy, and how clear it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaxonomyPlace {
    /// Index in the taxonomy of the best wanted theme; `None` for a paper that fits none, which is `other`.
    pub theme: Option<u32>,
    /// Score of the best theme, or of `other`.
    pub score: f32,
    /// That score minus the second-best score; never negative.
    pub margin: f32,
    /// What is second best, in the same form as [`theme`](Self::theme). A paper that is `other` has no second theme here if it
    /// holds no entry of the best one as the taxonomy has it.
    pub second: Option<u32>,
    /// For a paper that is `other`: the taxonomy theme marked `other` with the highest score, if that theme
    /// made the paper `other` and the paper belongs to it.
    pub absorbed_by: Option<u32>,
}

impl GuidedThemes {
    pub(super) fn of_seeds(seeds: SeedEvidence, wanted: Vec<bool>, params: &GuidedThemesValidParams) -> Self {
        let themes = wanted.len();
        Self {
            seeds,
            wanted,
            centroids: None,
            weights: [1.0, params.sparse_weight, params.dense_weight],
            factors: [1.0; PARTS],
            preference: 0.0,
            thresholds: vec![0.0; themes],
            belonging: vec![None; themes],
            mean: Vec::new(),
        }
    }

    /// Number of themes, wanted or not.
    #[must_use]
    pub fn themes(&self) -> usize {
        self.wanted.len()
    }

    /// Whether theme `theme` of the taxonomy is wanted.
    #[must_use]
    pub fn is_wanted(&self, theme: usize) -> bool {
        self.wanted[theme]
    }

    /// The weighted seed entries.
    #[must_use]
    pub fn seeds(&self) -> &SeedEvidence {
        &self.seeds
    }

    pub(super) fn factors(&self) -> [f32; PARTS] {
        self.factors
    }

    pub(super) fn preference(&self) -> f32 {
        self.preference
    }

    pub(super) fn centroids(&self) -> Option<&Centroids> {
        self.centroids.as_ref()
    }

    /// Minimum score at which a paper belongs to theme `theme`. If it is known which papers belong, this is
    /// the preference alone, because the score then need not show where the theme ends.
    #[must_use]
    pub fn threshold(&self, theme: usize) -> f32 {
        let known = self.belonging.get(theme).is_some_and(Option::is_some);
        if known { self.preference } else { self.thresholds[theme] }
    }

    /// The place of every paper.
    ///
    /// Scores include the preference for wanted themes. The score of `other` is the highest score among
    /// themes marked `other` or the threshold of the best wanted theme, whichever is greater.
    #[must_use]
    pub fn place(&self, papers: &GuidedPapers<'_>) -> Vec<TaxonomyPlace> {
        let parts = self.parts(papers);
        let mut scores = self.combine(&parts);
        for scores in scores.chunks_exact_mut(self.themes()) {
            self.prefer(scores);
        }
        self.place_scores(papers.seeds, &scores, &self.log_odds(papers))
    }

    /// Whether everything that is kept by theme is of the same themes, one of which is wanted.
    pub(crate) fn is_consistent(&self) -> bool {
        let (themes, dimensions) = (self.themes(), self.mean.len());
        self.thresholds.len() == themes
            && self.centroids.as_ref().is_none_or(|centroids| centroids.is_consistent(themes, dimensions))
            && (self.belonging.is_empty() || self.belonging.len() == themes)
            && self.belonging.iter().flatten().all(|belonging| belonging.direction().len() == dimensions)
            && self.wanted.contains(&true)
    }

    /// Places from scores that include the preference, and from the log-odds that papers belong.
    pub(super) fn place_scores(
        &self,
        seeds: &SeedCounts,
        scores: &[f32],
        odds: &[f32],
    ) -> Vec<TaxonomyPlace> {
        scores
            .par_chunks_exact(self.themes())
            .zip(odds.par_chunks_exact(self.themes()))
            .enumerate()
            .map(|(paper, (scores, odds))| self.place_one(seeds.document(paper), scores, odds))
            .collect()
    }

    /// Log-odds that papers belong to themes, row-major; 0 if not known, and negative infinity for a theme
    /// that requires what a paper lacks or that is not [shown](Self::unshown).
    pub(super) fn log_odds(&self, papers: &GuidedPapers<'_>) -> Vec<f32> {
        let themes = self.themes();
        let mut odds = vec![0.0_f32; papers.vectors.nrows() * themes];
        if self.belonging.iter().any(Option::is_some) {
            self.add_belonging(papers, &mut odds);
        }
        for (row, odds) in odds.chunks_exact_mut(themes).enumerate() {
            let held = papers.seeds.document(row);
            for theme in self.seeds.matcher().refused(held).chain(self.unshown(held)) {
                odds[theme] = f32::NEG_INFINITY;
            }
        }
        odds
    }

    /// The themes that a paper with the entries `held` shows no evidence of, among those whose end the corpus was too
    /// small to show: the paper has none of their entries as the taxonomy has it, singular or plural.
    fn unshown<'a>(&'a self, held: &'a [(u32, f32)]) -> impl Iterator<Item = usize> + 'a {
        let unknown = self.belonging.iter().enumerate().filter(|(_, belonging)| belonging.is_none());
        unknown.map(|(theme, _)| theme).filter(move |&theme| !self.shows(held, theme))
    }

    /// Whether a paper with the entries `held` has one of theme `theme` as the taxonomy has it, singular or plural.
    pub(crate) fn shows(&self, held: &[(u32, f32)], theme: usize) -> bool {
        let entries = self.seeds.matcher().entries();
        let mut held = held.iter().map(|&(entry, _)| &entries[entry as usize]);
        held.any(|entry| entry.theme as usize == theme && entry.speaks() && !entry.forms)
    }

    fn add_belonging(&self, papers: &GuidedPapers<'_>, odds: &mut [f32]) {
        let themes = self.themes();
        let directions = Array2::from_shape_fn((self.mean.len(), themes), |(at, theme)| {
            self.belonging[theme].as_ref().map_or(0.0, |belonging| belonging.direction()[at])
        });
        odds.par_chunks_mut(CHUNK * themes).enumerate().for_each(|(chunk, odds)| {
            let first = chunk * CHUNK;
            let rows = Slice::from(first..first + odds.len() / themes);
            let vectors = centred_at(papers.vectors.slice_axis(Axis(0), rows).to_owned(), &self.mean);
            let contexts = vectors.dot(&directions);
            for (row, odds) in odds.chunks_exact_mut(themes).enumerate() {
                for (theme, odds) in odds.iter_mut().enumerate() {
                    if let Some(belonging) = &self.belonging[theme] {
                        *odds = belonging.log_odds(contexts[[row, theme]], papers.seeds, first + row) as f32;
                    }
                }
            }
        });
    }

    /// Learns where the themes end, including those that are not wanted. A paper does not get the name of a
    /// theme only because it is nearer to it than to others.
    pub(super) fn learn_belonging(&mut self, papers: &GuidedPapers<'_>) {
        let vectors = Discriminant::learn(papers.vectors);
        let matcher = self.seeds.matcher();
        let themes = (0..self.themes()).into_par_iter();
        self.belonging =
            themes.map(|theme| Belonging::learn(theme, &vectors, matcher, papers.seeds)).collect();
        self.mean = vectors.mean().to_vec();
    }

    /// Wanted themes that none of `places` is in, each with up to `most` papers that hold its seed entries
    /// and score highest for it, best first.
    #[must_use]
    pub fn absent(
        &self,
        papers: &GuidedPapers<'_>,
        places: &[TaxonomyPlace],
        most: usize,
    ) -> Vec<(u32, Vec<u32>)> {
        let mut found = vec![false; self.themes()];
        for theme in places.iter().filter_map(|place| place.theme) {
            found[theme as usize] = true;
        }
        let absent: Vec<usize> =
            (0..self.themes()).filter(|&theme| self.wanted[theme] && !found[theme]).collect();
        if absent.is_empty() {
            return Vec::new();
        }
        let scores = self.combine(&self.parts(papers));
        let entries = self.seeds.matcher().entries();
        let nearest = |theme: usize| {
            let speaks = |&(entry, _): &(u32, f32)| {
                let entry = &entries[entry as usize];
                entry.theme as usize == theme && entry.speaks()
            };
            let mut holding: Vec<(f32, u32)> = (0_u32..)
                .zip(scores.chunks_exact(self.themes()))
                .filter(|&(row, _)| papers.seeds.document(row as usize).iter().any(speaks))
                .map(|(row, scores)| (scores[theme], row))
                .collect();
            holding.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            holding.into_iter().take(most).map(|(_, row)| row).collect()
        };
        absent.into_iter().map(|theme| (theme as u32, nearest(theme))).collect()
    }

    /// Scores of all papers for all themes, row-major, including the preference for wanted themes.
    #[must_use]
    pub fn scores(&self, papers: &GuidedPapers<'_>) -> Vec<f32> {
        let mut scores = self.combine(&self.parts(papers));
        for scores in scores.chunks_exact_mut(self.themes()) {
            self.prefer(scores);
        }
        scores
    }

    /// How many themes before `theme` are not wanted for themselves.
    pub(crate) fn unwanted_before(&self, theme: u32) -> usize {
        self.wanted[..theme as usize].iter().filter(|&&wanted| !wanted).count()
    }

    fn prefer(&self, scores: &mut [f32]) {
        for (score, &wanted) in scores.iter_mut().zip(&self.wanted) {
            *score += if wanted { self.preference } else { 0.0 };
        }
    }

    fn place_one(&self, held: &[(u32, f32)], scores: &[f32], odds: &[f32]) -> TaxonomyPlace {
        let mut wanted = Vec::with_capacity(self.themes());
        let mut absorbing: Option<(f32, u32)> = None;
        for (theme, &score) in scores.iter().enumerate() {
            if self.wanted[theme] {
                wanted.push((score, theme as u32));
            } else if absorbing.is_none_or(|(best, _)| score > best) {
                absorbing = Some((score, theme as u32));
            }
        }
        let belongs = |theme: u32| odds[theme as usize] >= 0.0;
        wanted.sort_by(|a, b| belongs(b.1).cmp(&belongs(a.1)).then(b.0.total_cmp(&a.0)).then(a.1.cmp(&b.1)));
        let (best, theme) = wanted[0];
        let threshold = self.threshold(theme as usize);
        let other = absorbing.map_or(threshold, |(score, _)| score.max(threshold));
        // A paper is as close to a theme that it does not belong to as to none.
        let other = if belongs(theme) { other } else { other.max(best) };
        if best > other {
            let (second_score, second) = match wanted.get(1) {
                Some(&(score, second)) if score > other && belongs(second) => (score, Some(second)),
                _ => (other, None),
            };
            return TaxonomyPlace {
                theme: Some(theme),
                score: best,
                margin: best - second_score,
                second,
                absorbed_by: None,
            };
        }
        TaxonomyPlace {
            theme: None,
            score: other,
            margin: other - best,
            second: Some(theme).filter(|&theme| self.shows(held, theme as usize)),
            absorbed_by: absorbing
                .filter(|&(score, theme)| score > 0.0 && score >= best && belongs(theme))
                .map(|(_, theme)| theme),
        }
    }

    /// Unscaled parts of the scores of all papers. Each paper has its seed evidence, then its cosines among
    /// terms, then its cosines among dense vectors, with one value per theme in each part.
    pub(super) fn parts(&self, papers: &GuidedPapers<'_>) -> Vec<f32> {
        let themes = self.themes();
        let mut parts = vec![0.0_f32; papers.rows.rows() * PARTS * themes];
        parts.par_chunks_mut(CHUNK * PARTS * themes).enumerate().for_each(|(chunk, parts)| {
            let first = chunk * CHUNK;
            let last = first + parts.len() / (PARTS * themes);
            for (offset, parts) in parts.chunks_exact_mut(PARTS * themes).enumerate() {
                let (evidence, cosines) = parts.split_at_mut(themes);
                self.seeds.add(papers.seeds, first + offset, evidence);
                if let Some(centroids) = &self.centroids {
                    centroids.sparse_cosines(papers.rows.row(first + offset), &mut cosines[..themes]);
                }
            }
            if let Some(centroids) = &self.centroids {
                let dense =
                    centroids.dense_cosines(papers.vectors.slice_axis(Axis(0), Slice::from(first..last)));
                for (parts, cosines) in parts.chunks_exact_mut(PARTS * themes).zip(dense.rows()) {
                    for (part, &cosine) in parts[2 * themes..].iter_mut().zip(cosines) {
                        *part = cosine;
                    }
                }
            }
        });
        parts
    }

    /// Scores without the preference, from [`GuidedThemes::parts`].
    pub(super) fn combine(&self, parts: &[f32]) -> Vec<f32> {
        let themes = self.themes();
        let mut scores = vec![0.0_f32; parts.len() / PARTS];
        for (scores, parts) in scores.chunks_exact_mut(themes).zip(parts.chunks_exact(PARTS * themes)) {
            for (part, &factor) in parts.chunks_exact(themes).zip(&self.factors) {
                for (score, part) in scores.iter_mut().zip(part) {
                    *score += factor * part;
                }
            }
        }
        scores
    }

    pub(super) fn set_centroids(&mut self, centroids: Centroids) {
        self.centroids = Some(centroids);
    }

    /// Sets the factor of each part: its weight divided by the 75th percentile of the
    /// papers' best positive values.
    pub(super) fn rescale(&mut self, parts: &[f32]) {
        let themes = self.themes();
        for part in 0..PARTS {
            let of_paper = |parts: &[f32]| {
                parts[part * themes..(part + 1) * themes].iter().copied().fold(0.0_f32, f32::max)
            };
            let mut best: Vec<f32> =
                parts.chunks_exact(PARTS * themes).map(of_paper).filter(|value| *value > 0.0).collect();
            best.sort_by(f32::total_cmp);
            self.factors[part] = match best.get(best.len() * 3 / 4) {
                Some(&scale) => self.weights[part] / scale,
                None => 0.0,
            };
        }
    }

    /// Sets the preference, then the threshold of every theme from the scores of papers of other themes.
    /// Returns the scores with the preference.
    pub(super) fn calibrate(&mut self, raw: Vec<f32>, preference: f32, deviations: f32) -> Vec<f32> {
        self.preference = preference;
        let themes = self.themes();
        let mut scores = raw;
        let mut foreign: Vec<Vec<f32>> = vec![Vec::new(); themes];
        for scores in scores.chunks_exact_mut(themes) {
            self.prefer(scores);
            let ((best, _), _) = best_two(scores.iter());
            for (theme, &score) in scores.iter().enumerate().filter(|&(theme, _)| theme != best as usize) {
                foreign[theme].push(score);
            }
        }
        for (threshold, scores) in self.thresholds.iter_mut().zip(&mut foreign) {
            let centre = median(scores);
            for score in scores.iter_mut() {
                *score = (*score - centre).abs();
            }
            *threshold = (centre + deviations * MAD_TO_DEVIATION * median(scores)).max(preference);
        }
        scores
    }
}

/// Median, the upper one for an even number of values; 0 if there are none. Sorts its argument.
fn median(values: &mut [f32]) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
