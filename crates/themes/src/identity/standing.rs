//! The themes of a run, ready for new papers.

use ndarray::ArrayView2;
use serde::{Deserialize, Serialize};

use super::ThemeIds;
use crate::ThemeError;
use crate::cosine_matrix;

/// Cosines are told apart no finer.
const LEAST_DEVIATION: f64 = 1e-6;

/// A theme that new papers can join: the sum of its papers' unit vectors, and how near they lie to its centroid.
/// All sums add up over papers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingTheme {
    /// Id of the theme.
    pub id: String,
    /// Papers that make up the centroid.
    pub papers: u64,
    sum: Vec<f64>,
    cosines: f64,
    squared_cosines: f64,
}

/// A paper that no theme was near to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WaitingPaper {
    /// Id of the paper.
    pub(super) paper: String,
}

/// The standing themes of a run, what `update` needs of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingThemes {
    pub(super) themes: Vec<StandingTheme>,
    /// Index of the theme of the papers that fit none, which nothing joins by nearness. It comes with a taxonomy,
    /// whose themes stand before it, or with a corpus of strange texts alone; discovered ones stand after it.
    pub(super) other: Option<u32>,
    /// Papers that may make a new theme together, by their ids.
    pub(super) waiting: Vec<WaitingPaper>,
    pub(super) ids: ThemeIds,
}

impl StandingTheme {
    pub(super) fn new(id: String, dimensions: usize) -> Self {
        Self { id, papers: 0, sum: vec![0.0; dimensions], cosines: 0.0, squared_cosines: 0.0 }
    }

    /// Adds a paper by its unit vector, `cosine` away from the centroid that it joined.
    pub(super) fn add(&mut self, vector: impl IntoIterator<Item = f32>, cosine: f64) {
        for (sum, value) in self.sum.iter_mut().zip(vector) {
            *sum += f64::from(value);
        }
        self.papers += 1;
        self.cosines += cosine;
        self.squared_cosines += cosine * cosine;
    }

    /// Takes the cosines of all papers with the centroid, in place of those with which they were added.
    pub(super) fn set_cosines(&mut self, cosines: &[f64]) {
        self.cosines = cosines.iter().sum();
        self.squared_cosines = cosines.iter().map(|cosine| cosine * cosine).sum();
    }

    /// Takes a paper out by its unit vector; its cosine is taken to be the one with the centroid as it is.
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

    /// Takes all that another theme holds.
    pub(super) fn absorb(&mut self, other: &Self) {
        for (sum, value) in self.sum.iter_mut().zip(&other.sum) {
            *sum += value;
        }
        self.papers += other.papers;
        self.cosines += other.cosines;
        self.squared_cosines += other.squared_cosines;
    }

    /// By how many standard deviations of their cosines this theme's papers lie nearer to the centroid of their
    /// fellows than to a centroid that is `cosine` away from their own; on average, for two papers or more.
    ///
    /// Papers are unit vectors x with the sum S, so their mean cosine with a centroid c is (S / n) c, and with the
    /// centroid of their fellows that of x (S - x) / |S - x|, for which |S - x| is taken at its quadratic mean.
    pub(super) fn difference(&self, cosine: f64) -> f64 {
        let papers = self.papers as f64;
        let squared = self.sum.iter().map(|x| x * x).sum::<f64>();
        let fellows = (squared / papers - 1.0) / (squared - 2.0 * squared / papers + 1.0).sqrt();
        let other = squared.sqrt() / papers * cosine;
        let deviation = self.mean_cosine() - self.floor(1.0);
        (fellows - other) / deviation.max(LEAST_DEVIATION)
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

    /// Cosine that is `deviations` standard deviations under the mean of the theme's papers.
    pub(super) fn floor(&self, deviations: f64) -> f64 {
        let mean = self.mean_cosine();
        let variance = self.squared_cosines / (self.papers.max(1) as f64) - mean * mean;
        mean - deviations * variance.max(0.0).sqrt()
    }
}

impl StandingThemes {
    /// The themes `ids` of a run, from one vector and one theme a paper. `other` is the theme of the papers that fit
    /// none, when the run has a taxonomy, whose wanted themes come before it and discovered ones after it.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] when there is not one theme a paper, [`ThemeError::InvalidParameter`] when
    /// a theme is not below the number of ids.
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

    /// The themes, in the order of the run, newborn ones last.
    #[must_use]
    pub fn themes(&self) -> &[StandingTheme] {
        &self.themes
    }

    /// Index of the first discovered theme.
    pub(super) fn first_discovered(&self) -> usize {
        self.other.map_or(0, |other| other as usize + 1)
    }

    /// Cosines of the centroids of the themes `ids`, in their order, as in every report. A theme that is not there is
    /// similar to itself only.
    #[must_use]
    pub fn similarity(&self, ids: &[&str]) -> Vec<Vec<f64>> {
        let sum = |id: &&str| self.themes.iter().find(|theme| theme.id == *id).map(|theme| theme.sum.clone());
        cosine_matrix(ids.iter().map(|id| sum(id).unwrap_or_default()).collect())
    }

    /// Sum of the unit vectors of the papers of the theme `id`.
    #[must_use]
    pub fn sum(&self, id: &str) -> Option<&[f64]> {
        self.themes.iter().find(|theme| theme.id == id).map(|theme| theme.sum.as_slice())
    }

    /// Ids of the papers that no theme was near to and that have not yet made one, ascending.
    pub fn waiting_papers(&self) -> impl Iterator<Item = &str> {
        self.waiting.iter().map(|waiting| waiting.paper.as_str())
    }

    /// Papers that no theme was near to and that have not yet made one.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

/// A vector scaled to unit length; a zero vector stays one.
pub(super) fn unit<'a>(vector: impl Iterator<Item = f32> + Clone + 'a) -> impl Iterator<Item = f32> + 'a {
    let norm = vector.clone().map(|x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
    let scale = if norm > 0.0 { 1.0 / norm } else { 0.0 };
    vector.map(move |x| (f64::from(x) * scale) as f32)
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}
