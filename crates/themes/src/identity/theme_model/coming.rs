//! Papers that join the themes of a run.

use ndarray::ArrayView2;

use super::ThemeModel;
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
}
