//! Papers that join the themes of a run.

use ndarray::{Array2, ArrayView2, Axis, concatenate};

use super::ThemeModel;
use super::centroids::centroids_of;
use crate::identity::remembered::Candidate;
use crate::identity::{GatheredPaper, NewPaper, Update, UpdateValidParams};
use crate::{Assignment, ThemeError};

/// Papers that join the themes of a run.
#[derive(Clone, Copy, Debug)]
pub struct Coming<'a> {
    /// Ids of the new papers.
    pub ids: &'a [&'a str],
    /// Where they were placed.
    pub places: &'a [Assignment],
    /// Whether they lie where the run has almost no papers.
    pub new: &'a [bool],
    /// Their vectors, shape (papers, dimensions).
    pub vectors: ArrayView2<'a, f32>,
    /// Ids and themes of papers of earlier updates that may found themes with the new ones.
    pub held: &'a [(&'a str, u32)],
    /// Vectors of the held papers.
    pub held_vectors: ArrayView2<'a, f32>,
    /// Themes of a draw of the run's own papers.
    pub drawn: &'a [u32],
    /// Vectors of the drawn papers.
    pub drawn_vectors: ArrayView2<'a, f32>,
    /// Papers that gather, as indices that count through the new papers and then the held ones.
    pub gatherings: &'a [Vec<usize>],
}

impl ThemeModel {
    /// Adds placed papers; see [`UpdateValidParams::update`]. Vectors are as projected, not centred.
    ///
    /// # Errors
    /// The errors of [`UpdateValidParams::update`].
    pub fn update(&mut self, params: &UpdateValidParams, coming: &Coming<'_>) -> Result<Update, ThemeError> {
        let [new, held] = [coming.vectors, coming.held_vectors].map(|vectors| self.centred(vectors));
        let [new_rows, held_rows] = [&new, &held]
            .map(|centred| centred.rows().into_iter().map(|row| row.to_vec()).collect::<Vec<Vec<f32>>>());
        let papers: Vec<NewPaper<'_>> = coming
            .ids
            .iter()
            .zip(coming.places)
            .zip(coming.new)
            .zip(&new_rows)
            .map(|(((paper, place), &new), vector)| NewPaper { paper, vector, theme: place.theme, new })
            .collect();
        let gathered = |&paper: &usize| match paper.checked_sub(coming.ids.len()) {
            None => GatheredPaper { paper: coming.ids[paper], vector: &new_rows[paper], from: None },
            Some(at) => {
                let (id, from) = coming.held[at];
                GatheredPaper { paper: id, vector: &held_rows[at], from: Some(from) }
            }
        };
        let gatherings: Vec<Vec<GatheredPaper<'_>>> =
            coming.gatherings.iter().map(|papers| papers.iter().map(gathered).collect()).collect();
        let stood: Vec<String> = self.standing.themes().iter().map(|theme| theme.id.clone()).collect();
        let update = params.update(&mut self.standing, &papers, &gatherings)?;
        if !update.events.is_empty() {
            self.remember(stood, coming, [new, held], &update);
        }
        Ok(update)
    }

    /// Lets only papers wait for which `may_found` holds: those that may still found a theme with later ones.
    pub fn keep_waiting(&mut self, may_found: impl Fn(&str) -> bool) {
        self.standing.keep_waiting(may_found);
    }

    /// Remembers papers in doubt between a newborn theme and another. `stood` are the ids of the themes before
    /// the update, and the centred vectors are those of the new and held papers.
    fn remember(
        &mut self,
        mut ids: Vec<String>,
        coming: &Coming<'_>,
        [new, held]: [Array2<f32>; 2],
        update: &Update,
    ) {
        let discovered = &self.standing.themes()[self.standing.first_discovered()..];
        let born = discovered.len() - update.events.len();
        ids.extend(update.events.iter().map(|event| event.theme.clone()));
        let at = |number: u32| discovered.iter().position(|theme| theme.id == ids[number as usize]);
        let at: Vec<Option<usize>> = (0..ids.len() as u32).map(at).collect();
        let placed = update.places();
        let came = coming.ids.iter().copied().zip(coming.places.iter().map(|place| place.theme));
        let came = came.chain(coming.held.iter().copied()).map(|(id, before)| {
            let theme = placed.get(id).map_or(before, |place| place.theme);
            Candidate { theme: at[theme as usize], of_run: false }
        });
        let drawn = coming.drawn.iter();
        let drawn = drawn.map(|&theme| Candidate { theme: at[theme as usize], of_run: true });
        let candidates: Vec<Candidate> = came.chain(drawn).collect();
        let vectors = concatenate![Axis(0), new, held, self.centred(coming.drawn_vectors)];
        let cosines = vectors.dot(&centroids_of(discovered, self.mean.len()).t());
        let names: Vec<&str> = discovered.iter().map(|theme| theme.id.as_str()).collect();
        self.remembered.extend((&names, born), vectors.view(), &candidates, cosines.view());
    }
}
