//! How probable assignments are.

use ndarray::{Array2, ArrayView2, Axis};
use rayon::prelude::*;

use super::centroids::centroids_of;
use super::{TASK_ROWS, ThemeModel};
use crate::evidence::Nearness;
use crate::{Assignment, Judgement, OutlierReason, Reliability};

impl ThemeModel {
    /// Learns from the run's assignments how probable they are, papers without words aside, and sets their probabilities. `vectors` are
    /// as in [`of_run`](Self::of_run), and `judgements` are those of the papers' texts.
    pub fn calibrate(
        &mut self,
        vectors: ArrayView2<'_, f32>,
        assignments: &mut [Assignment],
        judgements: &[Judgement],
    ) {
        let centred = self.centred(vectors);
        let near = self.nearness(&centred, assignments);
        let theme_of: Vec<u32> = assignments.iter().map(|assignment| assignment.theme).collect();
        let has_words = |assignment: &Assignment| {
            !matches!(assignment.outlier, Some(OutlierReason::TooShort | OutlierReason::NoKnownTerm))
        };
        let with_words: Vec<usize> =
            (0..assignments.len()).filter(|&paper| has_words(&assignments[paper])).collect();
        self.reliability = Reliability::learn(centred.view(), &theme_of, &near, &with_words);
        self.say(assignments, &near, judgements);
    }

    /// Sets the probabilities of assignments, if they can be known.
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

    /// What the probability of every assignment is based on, besides the paper's text: how many standard
    /// deviations of its papers' cosines the paper is nearer to its theme than they are on average, and how
    /// much nearer it is than to the next theme.
    #[must_use]
    pub fn nearness_of(&self, vectors: ArrayView2<'_, f32>, assignments: &[Assignment]) -> Vec<[f32; 2]> {
        self.nearness(&self.centred(vectors), assignments)
    }

    /// How well probabilities are calibrated, if there are any.
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
}
