//! The themes of a run, ready for new papers.

use ndarray::ArrayView2;
use serde::{Deserialize, Serialize};

use super::ThemeIds;
use crate::ThemeError;
use crate::cosine_matrix;

/// Lower bound on a standard deviation of cosines.
const LEAST_DEVIATION: f64 = 1e-6;

/// A theme that new papers can join: the sum of its papers' unit vectors, and how near they are to its
/// centroid. All values are sums over papers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingTheme {
    /// Id of the theme.
    pub id: String,
    /// Number of papers in the centroid.
    pub papers: u64,
    sum: Vec<f64>,
    cosines: f64,
    squared_cosines: f64,
    /// Whether an update found it; not recorded by earlier versions.
    #[serde(default)]
    pub(super) found_later: bool,
}

/// A paper of an update whose theme is only the nearest one, and which may found a theme with later ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WaitingPaper {
    /// Id of the paper.
    pub(super) paper: String,
}

/// The standing themes of a run, as `update` needs them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingThemes {
    pub(super) themes: Vec<StandingTheme>,
    /// Index of the theme of papers that fit no other, which nothing joins by nearness. It exists if
    /// there is a taxonomy, whose themes come before it, or if every text of the corpus is strange.
    /// Discovered themes come after it.
    pub(super) other: Option<u32>,
    /// Papers that may form a new theme together, by id.
    pub(super) waiting: Vec<WaitingPaper>,
    pub(super) ids: ThemeIds,
}

impl StandingThemes {
    /// Whether all themes have centroids of `dimensions` and other is one of them.
    pub(super) fn is_consistent(&self, dimensions: usize) -> bool {
        self.themes.iter().all(|theme| theme.sum.len() == dimensions)
            && self.other.is_none_or(|other| (other as usize) < self.themes.len())
    }
}

impl StandingTheme {
    pub(super) fn new(id: String, dimensions: usize) -> Self {
        let sum = vec![0.0; dimensions];
        Self { id, papers: 0, sum, cosines: 0.0, squared_cosines: 0.0, found_later: false }
    }

    /// Adds a paper by its unit vector; `cosine` is its cosine with the centroid that it joined.
    pub(super) fn add(&mut self, vector: impl IntoIterator<Item = f32>, cosine: f64) {
        for (sum, value) in self.sum.iter_mut().zip(vector) {
            *sum += f64::from(value);
        }
        self.papers += 1;
        self.cosines += cosine;
        self.squared_cosines += cosine * cosine;
    }

    /// Replaces the cosines with which papers were added by the cosines of all papers with the centroid.
    pub(super) fn set_cosines(&mut self, cosines: &[f64]) {
        self.cosines = cosines.iter().sum();
        self.squared_cosines = cosines.iter().map(|cosine| cosine * cosine).sum();
    }

    /// Removes a paper by its unit vector; its cosine is taken to be that with the current centroid.
    pub(super) fn remove(&mut self, vector: &[f32]) {
        if self.papers == 0 {
            return;
        }
        let cosine = dot(vector, &self.centroid());
        for (sum, &value) in self.sum.iter_mut().zip(vector) {
            *sum -= f64::from(value);
        }
        self.papers -= 1;
        self.cosines -= cosine;
        self.squared_cosines -= cosine * cosine;
    }

    /// Adds everything that another theme holds.
    pub(super) fn absorb(&mut self, other: &Self) {
        for (sum, value) in self.sum.iter_mut().zip(&other.sum) {
            *sum += value;
        }
        self.papers += other.papers;
        self.cosines += other.cosines;
        self.squared_cosines += other.squared_cosines;
    }

    /// How many standard deviations of their cosines this theme's papers are nearer to the centroid of the
    /// theme's other papers than to a centroid whose cosine with their own is `cosine`; the mean over papers,
    /// of which there must be at least two.
    ///
    /// Papers are unit vectors x with the sum S. Their mean cosine with a centroid c is therefore (S / n) c,
    /// and that with the centroid of the other papers is the mean of x (S - x) / |S - x|, where |S - x| is
    /// replaced by its quadratic mean.
    pub(super) fn difference(&self, cosine: f64) -> f64 {
        let papers = self.papers as f64;
        let squared = self.sum.iter().map(|x| x * x).sum::<f64>();
        let fellows = (squared / papers - 1.0) / (squared - 2.0 * squared / papers + 1.0).sqrt();
        let other = squared.sqrt() / papers * cosine;
        let deviation = self.mean_cosine() - self.floor(1.0);
        (fellows - other) / deviation.max(LEAST_DEVIATION)
    }

    /// Cosine of one of its papers with the centroid of the others, from its cosine with the centroid of all.
    pub(super) fn cosine_with_others(&self, cosine: f64) -> f64 {
        let squared = self.sum.iter().map(|x| x * x).sum::<f64>();
        let along = cosine * squared.sqrt();
        let others = (squared - 2.0 * along + 1.0).max(0.0).sqrt();
        if others > 0.0 { (along - 1.0) / others } else { 0.0 }
    }

    /// Whether an update found it.
    #[must_use]
    pub fn is_found_later(&self) -> bool {
        self.found_later
    }

    /// Centroid of unit length; zero without papers.
    #[must_use]
    pub fn centroid(&self) -> Vec<f32> {
        let norm = self.sum.iter().map(|x| x * x).sum::<f64>().sqrt();
        let scale = if norm > 0.0 { 1.0 / norm } else { 0.0 };
        self.sum.iter().map(|x| (x * scale) as f32).collect()
    }

    /// Mean cosine of the papers with the centroid that they joined.
    #[must_use]
    pub fn mean_cosine(&self) -> f64 {
        if self.papers == 0 { 0.0 } else { self.cosines / self.papers as f64 }
    }

    /// Cosine that is `deviations` standard deviations below the mean of the theme's papers.
    pub(super) fn floor(&self, deviations: f64) -> f64 {
        let mean = self.mean_cosine();
        let variance = self.squared_cosines / (self.papers.max(1) as f64) - mean * mean;
        mean - deviations * variance.max(0.0).sqrt()
    }
}

impl StandingThemes {
    /// The themes `ids` of a run, from one vector and one theme per paper. `other` is the theme of
    /// papers that fit no other, if there is one. The wanted themes of a taxonomy come before it
    /// and discovered ones after it.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if there is not one theme per paper, [`ThemeError::InvalidParameter`]
    /// if a theme is not below the number of ids.
    pub fn of_run(
        ids: &[&str],
        vectors: ArrayView2<'_, f32>,
        theme_of: &[u32],
        other: Option<u32>,
    ) -> Result<Self, ThemeError> {
        if theme_of.len() != vectors.nrows() {
            return Err(ThemeError::LengthMismatch {
                what: "themes of papers",
                expected: vectors.nrows(),
                got: theme_of.len(),
            });
        }
        if let Some(theme) = theme_of.iter().chain(&other).find(|&&theme| theme as usize >= ids.len()) {
            return Err(ThemeError::InvalidParameter {
                parameter: "theme",
                reason: format!("must be below {}, got {theme}", ids.len()),
            });
        }
        let mut themes: Vec<StandingTheme> =
            ids.iter().map(|&id| StandingTheme::new(id.to_owned(), vectors.ncols())).collect();
        let papers = || vectors.rows().into_iter().zip(theme_of);
        for (vector, &theme) in papers() {
            themes[theme as usize].add(unit(vector.iter().copied()), 0.0);
        }
        let centroids: Vec<Vec<f32>> = themes.iter().map(StandingTheme::centroid).collect();
        for (vector, &theme) in papers() {
            let vector: Vec<f32> = unit(vector.iter().copied()).collect();
            let cosine = dot(&vector, &centroids[theme as usize]);
            themes[theme as usize].cosines += cosine;
            themes[theme as usize].squared_cosines += cosine * cosine;
        }
        Ok(Self { themes, other, waiting: Vec::new(), ids: ThemeIds::after(ids.iter().copied()) })
    }

    /// The themes in the order of the run, followed by newborn ones.
    #[must_use]
    pub fn themes(&self) -> &[StandingTheme] {
        &self.themes
    }

    /// Index of the first discovered theme.
    pub(super) fn first_discovered(&self) -> usize {
        self.other.map_or(0, |other| other as usize + 1)
    }

    /// Cosines between the centroids of the themes `ids`, in that order, as in every report. A theme that
    /// does not exist is similar to itself only.
    #[must_use]
    pub fn similarity(&self, ids: &[&str]) -> Vec<Vec<f64>> {
        let sum = |id: &&str| self.themes.iter().find(|theme| theme.id == *id).map(|theme| theme.sum.clone());
        cosine_matrix(ids.iter().map(|id| sum(id).unwrap_or_default()).collect())
    }

    /// The cosine with the centroid that three quarters of the papers of the theme `id` exceed, if they are spread normally;
    /// infinite for a theme that does not exist.
    #[must_use]
    pub fn lower_quartile(&self, id: &str) -> f64 {
        const QUARTER: f64 = 0.674_489_75;
        let theme = self.themes.iter().find(|theme| theme.id == id);
        theme.map_or(f64::INFINITY, |theme| theme.floor(QUARTER))
    }

    /// Sum of the unit vectors of the papers of the theme `id`.
    #[must_use]
    pub fn sum(&self, id: &str) -> Option<&[f64]> {
        self.themes.iter().find(|theme| theme.id == id).map(|theme| theme.sum.as_slice())
    }

    /// Number of papers whose theme is only the nearest one, and which may found a theme with later ones.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

/// Scales a vector to unit length; a zero vector stays zero.
pub(super) fn unit<'a>(vector: impl Iterator<Item = f32> + Clone + 'a) -> impl Iterator<Item = f32> + 'a {
    let norm = vector.clone().map(|x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
    let scale = if norm > 0.0 { 1.0 / norm } else { 0.0 };
    vector.map(move |x| (f64::from(x) * scale) as f32)
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}
