//! What a run keeps of its themes to place new papers.

mod centroids;
mod coming;
mod placing;
mod probabilities;
mod reach;

pub use coming::Coming;

use std::io::{self, Write};
use std::path::Path;

use centroids::centroids_of;
use ndarray::{Array1, Array2, ArrayView2, Axis};
use reach::reach;
use serde::{Deserialize, Serialize};
use thema_features::{Document, centred_at};

use super::remembered::RememberedPapers;
use super::sealed;
use super::{StandingTheme, StandingThemes};
use crate::fitting::DEVIATIONS;
use crate::guided::{GuidedThemes, SeedCounts, SeedMatcher};
use crate::{Assignment, CorpusFit, Judgement, Reliability, ThemeError, ThemeKind, Themes};

/// Kind of the file.
const KIND: &str = "themes";
/// The reach of models that did not record it.
fn widest_reach() -> f64 {
    DEVIATIONS
}

/// Papers placed by one task. Large, because every task lays out the centroids and remembered papers again
/// for its products.
const TASK_ROWS: usize = 4_096;

/// The themes of a run as needed to place new papers: the fitted taxonomy, if there was one, and the
/// centroids of themes and clusters among centred vectors. Themes are numbered as in the run's [`Themes`],
/// followed by newborn ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThemeModel {
    language: String,
    /// Mean of the vectors of the run's papers.
    mean: Vec<f32>,
    standing: StandingThemes,
    clusters: Vec<Vec<f32>>,
    guided: Option<GuidedThemes>,
    /// Keys of the taxonomy's themes that are not wanted for themselves; not recorded by earlier versions.
    #[serde(default)]
    subthemes: Vec<String>,
    /// Remembered papers of the discovered themes; empty in models of earlier versions.
    #[serde(default)]
    remembered: RememberedPapers,
    /// What the run's texts look like; `None` in models of earlier versions.
    #[serde(default)]
    corpus_fit: Option<CorpusFit>,
    /// How many standard deviations below the mean cosine of a discovered theme's papers one may lie that no theme of the taxonomy
    /// takes; not recorded by earlier versions.
    #[serde(default = "widest_reach")]
    reach: f64,
    /// How probable assignments are; `None` in models of earlier versions and of few papers.
    #[serde(default)]
    reliability: Option<Reliability>,
}

impl ThemeModel {
    /// Keeps the themes of a run. `vectors` are the unit vectors of its papers, before centring and
    /// smoothing, and `guided` is its fitted taxonomy.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if there is not one vector per paper.
    pub fn of_run(
        language: &str,
        themes: &Themes,
        vectors: ArrayView2<'_, f32>,
        guided: Option<GuidedThemes>,
    ) -> Result<Self, ThemeError> {
        let mean = vectors.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(vectors.ncols())).to_vec();
        let centred = centred_at(vectors.to_owned(), &mean);
        let theme_of: Vec<u32> = themes.assignments.iter().map(|assignment| assignment.theme).collect();
        let ids: Vec<&str> = themes.themes.iter().map(|theme| theme.id.as_str()).collect();
        let other = themes.themes.iter().position(|theme| theme.kind == ThemeKind::Other).map(|at| at as u32);
        let standing = StandingThemes::of_run(&ids, centred.view(), &theme_of, other)?;
        let cluster_of: Vec<u32> = themes.assignments.iter().map(|assignment| assignment.cluster).collect();
        let numbers = cluster_of.iter().max().map_or(0, |&last| last + 1);
        let names: Vec<String> = (0..numbers).map(|number| number.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let clusters = StandingThemes::of_run(&names, centred.view(), &cluster_of, None)?;
        let clusters = clusters.themes().iter().map(StandingTheme::centroid).collect();
        let first = standing.first_discovered();
        let cosines = centred.dot(&centroids_of(&standing.themes()[first..], centred.ncols()).t());
        let reach = other.map_or(DEVIATIONS, |other| {
            let rest: Vec<usize> = (0..theme_of.len()).filter(|&row| theme_of[row] >= other).collect();
            let own: Vec<Option<usize>> =
                rest.iter().map(|&row| (theme_of[row] as usize).checked_sub(first)).collect();
            reach(&standing.themes()[first..], &own, cosines.select(Axis(0), &rest).view())
        });
        let remembered =
            RememberedPapers::learn(&ids[first..], first, centred.view(), &theme_of, cosines.view());
        Ok(Self {
            language: language.to_owned(),
            mean,
            standing,
            clusters,
            guided,
            subthemes: themes.subthemes.iter().map(|subtheme| subtheme.key.clone()).collect(),
            remembered,
            corpus_fit: None,
            reach,
            reliability: None,
        })
    }

    /// Adds what the run's texts look like.
    #[must_use]
    pub fn with_corpus_fit(mut self, fit: CorpusFit) -> Self {
        self.corpus_fit = Some(fit);
        self
    }

    /// Learns anew what the run's texts look like, if it was learned before.
    pub fn refit_corpus(&mut self, documents: &[Document<'_>]) {
        self.corpus_fit = self.corpus_fit.take().map(|fit| fit.refit(documents));
    }

    /// Judges whether texts belong to the corpus, whatever their themes. All of them do if no fit is stored.
    #[must_use]
    pub fn judge(&self, documents: &[Document<'_>]) -> Vec<Judgement> {
        match &self.corpus_fit {
            Some(fit) => fit.judge(documents),
            None => vec![Judgement::default(); documents.len()],
        }
    }

    /// Whether the parts have the same dimensions and speak of the same themes, as those of every run do.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let dimensions = self.mean.len();
        self.standing.is_consistent(dimensions)
            && self.clusters.iter().all(|centroid| centroid.len() == dimensions)
            && self.remembered.is_consistent(dimensions)
            && self.guided.as_ref().is_none_or(GuidedThemes::is_consistent)
    }

    /// Language code of the run.
    #[must_use]
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The standing themes.
    #[must_use]
    pub fn standing(&self) -> &StandingThemes {
        &self.standing
    }

    /// The fitted taxonomy of the run, if there was one.
    #[must_use]
    pub fn guided(&self) -> Option<&GuidedThemes> {
        self.guided.as_ref()
    }

    /// Finds the taxonomy's seed entries in texts; `None` without a taxonomy.
    #[must_use]
    pub fn seed_matcher(&self) -> Option<&SeedMatcher> {
        self.guided.as_ref().map(|guided| guided.seeds().matcher())
    }

    /// Centres vectors in the way that the themes' centroids are centred: minus the mean of the run's papers,
    /// scaled to unit length.
    #[must_use]
    pub fn centred(&self, vectors: ArrayView2<'_, f32>) -> Array2<f32> {
        centred_at(vectors.to_owned(), &self.mean)
    }

    /// Cosines of the centred `vectors` with the themes' mean vectors, from -1 to 1, shape (papers, themes).
    ///
    /// # Panics
    /// If the vectors do not have the length of the run's vectors.
    #[must_use]
    pub fn cosines(&self, vectors: ArrayView2<'_, f32>) -> Array2<f32> {
        self.centred(vectors).dot(&centroids_of(self.standing.themes(), self.mean.len()).t())
    }

    /// Mean of the vectors of the run's papers.
    #[must_use]
    pub fn mean(&self) -> &[f32] {
        &self.mean
    }

    /// Index of the theme of papers that fit no other, if there is one.
    #[must_use]
    pub fn other(&self) -> Option<u32> {
        self.standing.other
    }

    /// Index among the themes of the taxonomy's theme `theme`, or of `other` if `None`.
    #[must_use]
    pub fn theme_at(&self, theme: Option<u32>) -> u32 {
        let Some(theme) = theme else { return self.standing.other.unwrap_or(0) };
        let is_wanted = |before: &usize| self.guided.as_ref().is_some_and(|guided| guided.is_wanted(*before));
        (0..theme as usize).filter(is_wanted).count() as u32
    }

    /// Whether a paper placed in a theme of the taxonomy holds an entry of that theme as the taxonomy has it, singular or plural;
    /// `seeds` must be counted by [`ThemeModel::seed_matcher`].
    #[must_use]
    pub fn shows_its_theme(&self, places: &[Assignment], seeds: &SeedCounts) -> Vec<bool> {
        let Some(guided) = &self.guided else { return vec![false; places.len()] };
        let wanted: Vec<usize> = (0..guided.themes()).filter(|&theme| guided.is_wanted(theme)).collect();
        let shows = |(paper, place): (usize, &Assignment)| {
            wanted.get(place.theme as usize).is_some_and(|&theme| guided.shows(seeds.document(paper), theme))
        };
        places.iter().enumerate().map(shows).collect()
    }

    /// Writes the model in a versioned, checksummed format.
    ///
    /// # Errors
    /// Errors from writing to `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        sealed::write(KIND, self, out)
    }

    /// Reads a model that [`ThemeModel::save`] wrote.
    ///
    /// # Errors
    /// [`ThemeError::Read`], [`ThemeError::NewerModel`] or [`ThemeError::DamagedModel`].
    pub fn load(path: &Path) -> Result<Self, ThemeError> {
        sealed::read(KIND, path)
    }
}
