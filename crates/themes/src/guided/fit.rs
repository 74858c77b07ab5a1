//! Assigns papers to the themes of a taxonomy, refined by the confident ones.
//!
//! # Method
//!
//! The score of a paper for a theme is a weighted sum of three parts. To make the parts comparable, each is
//! divided by the 75th percentile of its values for the papers' best themes:
//!
//! 1. *seed evidence* (weight 1): the BM25 weights of the seed entries that the paper holds, less half of those of
//!    excluded entries; see [`SeedEvidence`];
//! 2. the cosine with the theme's centroid among terms (weight ½);
//! 3. the cosine with the theme's centroid among dense vectors (weight ½).
//!
//! Centroids come from self-training. In each of three rounds, every theme takes its papers with some seed
//! evidence and keeps the half with the largest margins. The centroid is the mean of their rows (Rocchio)
//! plus half of the seed prototype, so that a theme cannot drift away from its seeds. A paper that taught a
//! theme is scored against the mean of the others. Wanted themes get a fixed preference over those marked
//! `other`. A paper is `other` if its best wanted score is not above the *threshold* of that theme: the
//! median plus two and a half robust standard deviations (1.4826 median absolute deviations) of the scores
//! that papers of all other themes have for it. In a corpus of 500 papers or more, a paper is also `other`,
//! whatever its score, if it is more likely than not to belong to no wanted theme; see `belonging.rs`. In a
//! smaller one, that cannot be learned, and a paper belongs only to themes of which it holds an entry
//! as the taxonomy has it.

use ndarray::ArrayView2;
use thema_features::CsrMatrix;

use super::model::{GuidedThemes, TaxonomyPlace};
use super::seed_evidence::SeedEvidence;
use super::seed_matcher::{SeedCounts, SeedMatcher};
use super::self_training::{Lesson, Prototypes};
use crate::ThemeError;
use crate::taxonomy::Taxonomy;

/// Settings of the assignment by taxonomy; the module documentation explains them.
#[derive(Clone, Debug, PartialEq)]
pub struct GuidedThemesParams(GuidedThemesValidParams);

/// Checked [`GuidedThemesParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct GuidedThemesValidParams {
    rounds: usize,
    confident_share: f32,
    pub(super) sparse_weight: f32,
    pub(super) dense_weight: f32,
    seed_share: f32,
    exclusion: f32,
    preference: f32,
    threshold_deviations: f32,
}

/// Papers as the assignment by taxonomy takes them.
#[derive(Clone, Copy)]
pub struct GuidedPapers<'a> {
    /// One row of term weights per paper, of unit length.
    pub rows: &'a CsrMatrix,
    /// One dense vector per paper; no columns if there are none.
    pub vectors: ArrayView2<'a, f32>,
    /// The seed entries in every paper, counted by the taxonomy's [`SeedMatcher`].
    pub seeds: &'a SeedCounts,
}

/// How seed entries map to the two spaces.
#[derive(Clone, Copy)]
pub struct GuidedTerms<'a> {
    /// Columns of the rows that stand for an entry; see [`seed_terms`](super::seed_terms()).
    pub resolve: &'a dyn Fn(&str) -> Vec<u32>,
    /// Dense vector of a column in the space of the papers' vectors, if there is one.
    pub vector: Option<&'a dyn Fn(u32) -> Vec<f32>>,
}

impl GuidedPapers<'_> {
    /// Number of papers.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if the three parts do not have the same number of papers.
    pub(super) fn count(&self) -> Result<usize, ThemeError> {
        let expected = self.rows.rows();
        for (what, got) in [("dense vectors", self.vectors.nrows()), ("seed counts", self.seeds.documents())]
        {
            if got != expected {
                return Err(ThemeError::LengthMismatch { what, expected, got });
            }
        }
        Ok(expected)
    }
}

impl Default for GuidedThemesParams {
    fn default() -> Self {
        Self(GuidedThemesValidParams {
            rounds: 3,
            confident_share: 0.5,
            sparse_weight: 0.5,
            dense_weight: 0.5,
            seed_share: 0.5,
            exclusion: 0.5,
            preference: 0.2,
            threshold_deviations: 2.5,
        })
    }
}

impl GuidedThemesParams {
    /// Rounds of self-training, at most 20; 0 scores by the seeds alone. Default 3.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.0.rounds = rounds;
        self
    }

    /// Share of a theme's papers that teach the next round, in (0, 1]. Default 0.5.
    #[must_use]
    pub fn confident_share(mut self, share: f32) -> Self {
        self.0.confident_share = share;
        self
    }

    /// Preference for wanted themes over those marked `other`, at least 0. Default 0.2.
    #[must_use]
    pub fn preference(mut self, preference: f32) -> Self {
        self.0.preference = preference;
        self
    }

    /// Robust standard deviations above the median at which a theme's threshold
    /// lies, at least 0. Default 2.5.
    #[must_use]
    pub fn threshold_deviations(mut self, deviations: f32) -> Self {
        self.0.threshold_deviations = deviations;
        self
    }
}

impl GuidedThemesParams {
    /// Checks every parameter.
    ///
    /// # Errors
    /// [`ThemeError::InvalidParameter`] names the first parameter that is out of range.
    pub fn check(self) -> Result<GuidedThemesValidParams, ThemeError> {
        let valid = &self.0;
        let refuse = |parameter, reason: String| Err(ThemeError::InvalidParameter { parameter, reason });
        if valid.rounds > 20 {
            return refuse("rounds", format!("must be at most 20, got {}", valid.rounds));
        }
        if !(valid.confident_share > 0.0 && valid.confident_share <= 1.0) {
            return refuse("confident_share", format!("must be in (0, 1], got {}", valid.confident_share));
        }
        for (parameter, value) in
            [("preference", valid.preference), ("threshold_deviations", valid.threshold_deviations)]
        {
            if !(value >= 0.0 && value.is_finite()) {
                return refuse(parameter, format!("must be finite and at least 0, got {value}"));
            }
        }
        Ok(self.0)
    }
}

impl GuidedThemesValidParams {
    /// Fits `taxonomy` to papers and places them.
    ///
    /// The places differ from those of [`GuidedThemes::place`] on the same papers in one respect: a paper
    /// that taught its theme is scored against the centroid of the others.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if the parts of `papers` do not have the same number of papers.
    pub fn fit(
        &self,
        taxonomy: &Taxonomy,
        matcher: SeedMatcher,
        papers: &GuidedPapers<'_>,
        terms: &GuidedTerms<'_>,
    ) -> Result<(GuidedThemes, Vec<TaxonomyPlace>), ThemeError> {
        papers.count()?;
        let seeds = SeedEvidence::learn(matcher, papers.seeds, self.exclusion);
        let wanted: Vec<bool> = taxonomy.themes.iter().map(|theme| !theme.other).collect();
        let prototypes = Prototypes::new(&seeds, papers, terms);
        let mut model = GuidedThemes::of_seeds(seeds, wanted, self);
        let mut parts = model.parts(papers);
        model.rescale(&parts);
        for _ in 0..self.rounds {
            let scores = model.combine(&parts);
            let lesson =
                Lesson::learn(papers, &prototypes, (&scores, &parts), self.confident_share, self.seed_share);
            model.set_centroids(lesson.centroids());
            parts = model.parts(papers);
            lesson.leave_one_out(papers, &mut parts);
            model.rescale(&parts);
        }
        let scores = model.calibrate(model.combine(&parts), self.preference, self.threshold_deviations);
        model.learn_belonging(papers);
        let places = model.place_scores(papers.seeds, &scores, &model.log_odds(papers));
        Ok((model, places))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_out_of_range_is_refused() {
        let refused = |params: GuidedThemesParams| match params.check() {
            Err(ThemeError::InvalidParameter { parameter, .. }) => parameter,
            other => panic!("expected a refusal, got {other:?}"),
        };
        let params = GuidedThemesParams::default;
        assert_eq!(refused(params().rounds(21)), "rounds");
        assert_eq!(refused(params().confident_share(0.0)), "confident_share");
        assert_eq!(refused(params().confident_share(f32::NAN)), "confident_share");
        assert_eq!(refused(params().preference(-0.1)), "preference");
        assert_eq!(refused(params().preference(f32::INFINITY)), "preference");
        assert_eq!(refused(params().threshold_deviations(-1.0)), "threshold_deviations");
        assert!(params().check().is_ok());
    }
}
