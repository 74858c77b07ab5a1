//! What is kept of a run's themes to place new papers.

use std::io::{self, Write};
use std::path::Path;

use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis, Slice};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::{Document, centred_at};

use super::remembered::RememberedPapers;
use super::sealed;
use super::{GatheredPaper, NewPaper, StandingTheme, StandingThemes, Update, UpdateValidParams};
use crate::evidence::Nearness;
use crate::fitting::{DEVIATIONS, best_fitting};
use crate::guided::{GuidedPapers, GuidedThemes, SeedMatcher, TaxonomyPlace};
use crate::{Assignment, CorpusFit, Judgement, Reliability, ThemeError, ThemeKind, Themes};

/// Kind of the file.
const KIND: &str = "themes";
/// Papers that one task places.
const TASK_ROWS: usize = 1_024;

/// The themes of a run as new papers meet them: the fitted taxonomy where there was one, and the centroids of themes and
/// clusters among centred vectors. Themes are numbered as in the run's [`Themes`], newborn ones after them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThemeModel {
    language: String,
    /// Mean of the vectors of the run's papers.
    mean: Vec<f32>,
    standing: StandingThemes,
    clusters: Vec<Vec<f32>>,
    guided: Option<GuidedThemes>,
    /// Of the discovered themes; models of earlier versions remember none.
    #[serde(default)]
    remembered: RememberedPapers,
    /// What the run's texts look like; models of earlier versions do not know.
    #[serde(default)]
    corpus_fit: Option<CorpusFit>,
    /// How probable assignments are; models of earlier versions and of few papers do not know.
    #[serde(default)]
    reliability: Option<Reliability>,
}

/// What comes to the themes of a run.
#[derive(Clone, Copy, Debug)]
pub struct Coming<'a> {
    /// Ids of the papers that come.
    pub ids: &'a [&'a str],
    /// Where they were placed.
    pub places: &'a [Assignment],
    /// Whether they lie where the run has next to no papers.
    pub new: &'a [bool],
    /// Their vectors, shape (papers, dimensions).
    pub vectors: ArrayView2<'a, f32>,
    /// Ids and themes of papers of earlier updates that may found themes with them.
    pub held: &'a [(&'a str, u32)],
    /// The vectors of these.
    pub held_vectors: ArrayView2<'a, f32>,
    /// Papers that gather, counted through those that come and then those held.
    pub gatherings: &'a [Vec<usize>],
}

impl ThemeModel {
    /// Keeps the themes of a run. `vectors` are the unit vectors of its papers, before centring and smoothing, and
    /// `guided` its fitted taxonomy.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] when there is not one vector a paper.
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
        let remembered =
            RememberedPapers::learn(&ids[first..], first, centred.view(), &theme_of, cosines.view());
        Ok(Self {
            language: language.to_owned(),
            mean,
            standing,
            clusters,
            guided,
            remembered,
            corpus_fit: None,
            reliability: None,
        })
    }

    /// The model with what the run's texts look like.
    #[must_use]
    pub fn with_corpus_fit(mut self, fit: CorpusFit) -> Self {
        self.corpus_fit = Some(fit);
        self
    }

    /// Learns how probable assignments are from those of the run, and says so of each. `vectors` are as in
    /// [`of_run`](Self::of_run), `judgements` those of the papers' texts.
    pub fn calibrate(
        &mut self,
        vectors: ArrayView2<'_, f32>,
        assignments: &mut [Assignment],
        judgements: &[Judgement],
    ) {
        let centred = self.centred(vectors);
        let near = self.nearness(&centred, assignments);
        let theme_of: Vec<u32> = assignments.iter().map(|assignment| assignment.theme).collect();
        self.reliability = Reliability::learn(centred.view(), &theme_of, &near);
        self.say(assignments, &near, judgements);
    }

    /// Says how probable assignments are, where that is known.
    pub fn set_probabilities(
        &self,
        vectors: ArrayView2<'_, f32>,
        assignments: &mut [Assignment],
        judgements: &[Judgement],
    ) {
        if self.reliability.is_some() {
            let near = self.nearness(&self.centred(vectors), assignments);
            self.say(assignments, &near, judgements);
        }
    }

    /// What the probability of every assignment rests on beside the text's own: how many standard deviations of its
    /// papers' cosines a paper lies nearer to its theme than they do on average, and by how much nearer than to the next.
    #[must_use]
    pub fn nearness_of(&self, vectors: ArrayView2<'_, f32>, assignments: &[Assignment]) -> Vec<[f32; 2]> {
        self.nearness(&self.centred(vectors), assignments)
    }

    /// How well probabilities are calibrated, where there are any.
    #[must_use]
    pub fn reliability(&self) -> Option<&Reliability> {
        self.reliability.as_ref()
    }

    fn say(&self, assignments: &mut [Assignment], near: &[Nearness], judgements: &[Judgement]) {
        for ((assignment, &near), judgement) in assignments.iter_mut().zip(near).zip(judgements) {
            assignment.probability = self
                .reliability
                .as_ref()
                .map(|reliability| reliability.probability(near) * judgement.belonging);
        }
    }

    fn nearness(&self, centred: &Array2<f32>, assignments: &[Assignment]) -> Vec<Nearness> {
        let standing = self.standing.themes();
        let centroids = centroids_of(standing, self.mean.len());
        let spread: Vec<(f32, f32)> = standing
            .iter()
            .map(|theme| (theme.floor(0.0) as f32, (theme.floor(0.0) - theme.floor(1.0)).max(0.01) as f32))
            .collect();
        let tasks: Vec<Vec<Nearness>> = centred
            .axis_chunks_iter(Axis(0), TASK_ROWS)
            .into_par_iter()
            .zip(assignments.par_chunks(TASK_ROWS))
            .map(|(vectors, assignments)| {
                let cosines = vectors.dot(&centroids.t());
                let rows = cosines.rows().into_iter().zip(assignments);
                rows.map(|(cosines, assignment)| {
                    let own = assignment.theme as usize;
                    let (mean, deviation) = spread[own];
                    let others = cosines.iter().enumerate().filter(|&(theme, _)| theme != own);
                    let next = others.map(|(_, &cosine)| cosine).fold(-1.0_f32, f32::max);
                    [(cosines[own] - mean) / deviation, cosines[own] - next]
                })
                .collect()
            })
            .collect();
        tasks.concat()
    }

    /// What is to be said of texts whatever their themes; that they belong where the model does not know.
    #[must_use]
    pub fn judge(&self, documents: &[Document<'_>]) -> Vec<Judgement> {
        match &self.corpus_fit {
            Some(fit) => fit.judge(documents),
            None => vec![Judgement::default(); documents.len()],
        }
    }

    /// Code of the language of the run.
    #[must_use]
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The standing themes.
    #[must_use]
    pub fn standing(&self) -> &StandingThemes {
        &self.standing
    }

    /// The fitted taxonomy of the run, where there was one.
    #[must_use]
    pub fn guided(&self) -> Option<&GuidedThemes> {
        self.guided.as_ref()
    }

    /// Finds the seed entries of the taxonomy in texts; `None` without a taxonomy.
    #[must_use]
    pub fn seed_matcher(&self) -> Option<&SeedMatcher> {
        self.guided.as_ref().map(|guided| guided.seeds().matcher())
    }

    /// Vectors as the themes' centroids see them: less the mean of the run's papers, of unit length.
    #[must_use]
    pub fn centred(&self, vectors: ArrayView2<'_, f32>) -> Array2<f32> {
        centred_at(vectors.to_owned(), &self.mean)
    }

    /// How near papers lie to every theme: cosines of the centred `vectors` and the themes' mean vectors, -1 to 1, shape
    /// (papers, themes).
    ///
    /// # Panics
    /// If vectors are of another length than the run's.
    #[must_use]
    pub fn cosines(&self, vectors: ArrayView2<'_, f32>) -> Array2<f32> {
        self.centred(vectors).dot(&centroids_of(self.standing.themes(), self.mean.len()).t())
    }

    /// Mean of the vectors of the run's papers.
    #[must_use]
    pub fn mean(&self) -> &[f32] {
        &self.mean
    }

    /// Index of the theme of the papers that fit none, where there is one.
    #[must_use]
    pub fn other(&self) -> Option<u32> {
        self.standing.other
    }

    /// Index of a theme of the taxonomy, or of `other`, among the themes.
    #[must_use]
    pub fn theme_at(&self, theme: Option<u32>) -> u32 {
        let Some(theme) = theme else { return self.standing.other.unwrap_or(0) };
        let is_wanted = |before: &usize| self.guided.as_ref().is_some_and(|guided| guided.is_wanted(*before));
        (0..theme as usize).filter(is_wanted).count() as u32
    }

    /// The place of every paper, as yet without a reason why it is an outlier. Seed entries are those that
    /// [`ThemeModel::seed_matcher`] counts.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] when vectors are of another length than the run's.
    pub fn place(&self, papers: &GuidedPapers<'_>) -> Result<Vec<Assignment>, ThemeError> {
        if papers.vectors.ncols() != self.mean.len() {
            let (expected, got) = (self.mean.len(), papers.vectors.ncols());
            return Err(ThemeError::LengthMismatch { what: "dimensions of a new paper", expected, got });
        }
        let centred = self.centred(papers.vectors);
        let themes = centroids_of(self.standing.themes(), self.mean.len());
        let clusters = matrix_of(&self.clusters, self.mean.len());
        let ids: Vec<&str> = self.standing.themes().iter().map(|theme| theme.id.as_str()).collect();
        let guided = self.guided.as_ref().map(|guided| guided.place(papers));
        let first = self.standing.first_discovered();
        let discovered = &self.standing.themes()[first..];
        let floors: Vec<f32> = discovered.iter().map(|theme| theme.floor(DEVIATIONS) as f32).collect();
        let places: Vec<Vec<Assignment>> = centred
            .axis_chunks_iter(Axis(0), TASK_ROWS)
            .into_par_iter()
            .enumerate()
            .map(|(task, vectors)| {
                let [cosines, clusters] = [&themes, &clusters].map(|centroids| vectors.dot(&centroids.t()));
                let mut corrected = cosines.slice_axis(Axis(1), Slice::from(first..)).to_owned();
                self.remembered.correct(&ids[first..], vectors, &mut corrected);
                let rows = cosines.rows().into_iter().zip(clusters.rows());
                rows.enumerate()
                    .map(|(row, (to_themes, to_clusters))| {
                        let ((cluster, _), _) = best_two(to_clusters);
                        let corrected = corrected.row(row);
                        if let Some(places) = &guided {
                            let place = &places[task * TASK_ROWS + row];
                            let cosines =
                                to_themes.iter().skip(first).copied().zip(corrected.iter().copied());
                            return self.guided_place(place, cosines, &floors, cluster);
                        }
                        if corrected.is_empty() {
                            let other = self.theme_at(None);
                            let place = (other, to_themes[other as usize], 0.0);
                            return assignment(place, None, cluster);
                        }
                        let ((theme, best), second) = best_two(corrected);
                        let numbered = |theme: u32| first as u32 + theme;
                        let (theme, next) = (numbered(theme), second.map(|(theme, _)| numbered(theme)));
                        let changed = best_two(to_themes).0.0 != theme;
                        let cluster = match self.remembered.number(ids[theme as usize]) {
                            Some(number) if changed => number,
                            _ => cluster,
                        };
                        let margin = second.map_or(0.0, |(_, next)| best - next);
                        let score = to_themes[theme as usize];
                        assignment((theme, score, margin), next, cluster)
                    })
                    .collect()
            })
            .collect();
        Ok(places.concat())
    }

    /// The taxonomy's choice, or the best of the discovered themes for a paper that fits none of it. `cosines` are those with
    /// the centroids of these, and as corrected by what is remembered.
    fn guided_place(
        &self,
        place: &TaxonomyPlace,
        cosines: impl Iterator<Item = (f32, f32)>,
        floors: &[f32],
        cluster: u32,
    ) -> Assignment {
        let found = place.theme.is_none().then(|| best_fitting(cosines, floors)).flatten();
        let Some(found) = found else {
            let theme = (self.theme_at(place.theme), place.score, place.margin);
            return assignment(theme, Some(self.theme_at(place.second)), cluster);
        };
        let number = |theme: u32| self.standing.first_discovered() as u32 + theme;
        let second = found.second.map_or_else(|| self.theme_at(None), number);
        assignment((number(found.theme), found.similarity, found.margin), Some(second), cluster)
    }

    /// Adds placed papers; see [`UpdateValidParams::update`]. Vectors are as they were projected.
    ///
    /// # Errors
    /// As there.
    pub fn update(&mut self, params: &UpdateValidParams, coming: &Coming<'_>) -> Result<Update, ThemeError> {
        let [new, held] = [coming.vectors, coming.held_vectors].map(|vectors| self.centred(vectors));
        let [new, held] = [&new, &held]
            .map(|centred| centred.rows().into_iter().map(|row| row.to_vec()).collect::<Vec<Vec<f32>>>());
        let guided = self.guided.is_some();
        let papers: Vec<NewPaper<'_>> = coming
            .ids
            .iter()
            .zip(coming.places)
            .zip(coming.new)
            .zip(&new)
            .map(|(((paper, place), &new), vector)| NewPaper {
                paper,
                vector,
                theme: guided.then_some(place.theme),
                new,
            })
            .collect();
        let gathered = |&paper: &usize| match paper.checked_sub(coming.ids.len()) {
            None => GatheredPaper { paper: coming.ids[paper], vector: &new[paper], from: None },
            Some(at) => {
                let (id, from) = coming.held[at];
                GatheredPaper { paper: id, vector: &held[at], from: Some(from) }
            }
        };
        let gatherings: Vec<Vec<GatheredPaper<'_>>> =
            coming.gatherings.iter().map(|papers| papers.iter().map(gathered).collect()).collect();
        params.update(&mut self.standing, &papers, &gatherings)
    }

    /// Writes the model in a versioned and checksummed form.
    ///
    /// # Errors
    /// What `out` gives.
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

/// Centroids of themes, one row each.
fn centroids_of(themes: &[StandingTheme], dimensions: usize) -> Array2<f32> {
    let centroids: Vec<Vec<f32>> = themes.iter().map(StandingTheme::centroid).collect();
    matrix_of(&centroids, dimensions)
}

/// Vectors of one length as the rows of a matrix.
fn matrix_of(vectors: &[Vec<f32>], columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((vectors.len(), columns), |(row, column)| vectors[row][column])
}

/// The place of a paper that was not learned from.
fn assignment(
    (theme, score, margin): (u32, f32, f32),
    second_theme: Option<u32>,
    cluster: u32,
) -> Assignment {
    Assignment {
        theme,
        score,
        margin,
        second_theme,
        cluster,
        second_cluster: None,
        subtheme: None,
        outlier: None,
        probability: None,
    }
}

/// The highest cosine and the second-highest, with their indices; the earlier of equals.
fn best_two(cosines: ArrayView1<'_, f32>) -> ((u32, f32), Option<(u32, f32)>) {
    let mut best: [Option<(u32, f32)>; 2] = [None; 2];
    for (index, &cosine) in (0_u32..).zip(cosines) {
        let beats = |than: Option<(u32, f32)>| than.is_none_or(|(_, than)| cosine > than);
        if beats(best[0]) {
            best = [Some((index, cosine)), best[0]];
        } else if beats(best[1]) {
            best[1] = Some((index, cosine));
        }
    }
    (best[0].unwrap_or((0, 0.0)), best[1])
}
