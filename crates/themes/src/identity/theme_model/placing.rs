//! Places papers among the themes of a run.

use ndarray::{Axis, Slice};
use rayon::prelude::*;

use super::centroids::{centroids_of, matrix_of};
use super::{TASK_ROWS, ThemeModel};
use crate::fitting::{best_fitting, nearest};
use crate::guided::{GuidedPapers, TaxonomyPlace, best_two};
use crate::{Assignment, ThemeError};

impl ThemeModel {
    /// The place of every paper, without outlier reasons. Seed entries must be counted by
    /// [`ThemeModel::seed_matcher`].
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if the vectors do not have the length of the run's vectors.
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
        let floors: Vec<f32> = discovered.iter().map(|theme| theme.floor(self.reach) as f32).collect();
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
                            Some(number) if changed && (number as usize) < self.clusters.len() => number,
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

    /// The taxonomy's choice or, for a paper that fits none of its themes, the best discovered theme. For
    /// each discovered theme, `cosines` holds the cosine with its centroid, as computed and as corrected by
    /// the remembered papers.
    fn guided_place(
        &self,
        place: &TaxonomyPlace,
        cosines: impl Iterator<Item = (f32, f32)> + Clone,
        floors: &[f32],
        cluster: u32,
    ) -> Assignment {
        let is_rest = place.theme.is_none();
        let found = is_rest.then(|| best_fitting(cosines.clone(), floors)).flatten();
        let number = |theme: u32| self.standing.first_discovered() as u32 + theme;
        let taken = if let Some(found) = found {
            let second = found.second.map_or_else(|| self.theme_at(None), number);
            assignment((number(found.theme), found.similarity, found.margin), Some(second), cluster)
        } else {
            let theme = (self.theme_at(place.theme), place.score, place.margin);
            let second = match place.second {
                None if is_rest => nearest(cosines.map(|(cosine, _)| cosine)).map(number),
                second => Some(self.theme_at(second)),
            };
            assignment(theme, second, cluster)
        };
        Assignment { subtheme: place.absorbed_by.and_then(|theme| self.subtheme(theme)), ..taken }
    }

    /// The key of a theme of the taxonomy that is not wanted for itself.
    fn subtheme(&self, theme: u32) -> Option<String> {
        let before = self.guided.as_ref()?.unwanted_before(theme);
        self.subthemes.get(before).cloned()
    }
}

/// The assignment of a paper that was not learned from.
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
