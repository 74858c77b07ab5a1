//! Themes among the papers that no theme of a taxonomy took.
//!
//! A cluster is a theme of its own if the taxonomy has no theme for most of its papers, or for as many as a theme of the
//! corpus has anyway, unless most of these are strange. The theme's centre is the mean of these papers. Every remaining paper goes
//! to the nearest such theme, unless it is farther from it than nearly all papers that the theme is
//! made of: then it fits no theme.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis};
use rayon::prelude::*;

use super::ThemesInput;
use crate::fitting::{DEVIATIONS, Fitting, best_fitting, nearest};

/// A cluster becomes a theme if at least this share of its papers were taken by no taxonomy theme,
const SHARE: f64 = 0.5;
/// or if they are at least this share of the corpus and this many papers.
const LARGE: (f64, f64) = (0.02, 50.0);
/// Minimum number of papers in a theme.
const FEWEST: usize = 4;
/// Papers placed by one task.
const TASK_ROWS: usize = 1_024;

/// The discovered themes, largest first.
pub(super) struct Rest {
    /// Unit centroids, one per row.
    centroids: Array2<f32>,
    /// Minimum cosine of a paper that fits.
    floors: Vec<f32>,
}

/// Where a paper is among the discovered themes.
#[derive(Clone, Copy)]
pub(super) enum RestPlace {
    /// In a theme.
    In(Fitting),
    /// In none of them, but nearest to this one.
    Near(Option<u32>),
}

impl Rest {
    /// Learns the themes of the papers in `rows`, which are ascending.
    pub(super) fn learn(input: &ThemesInput<'_>, rows: &[u32]) -> Self {
        let mut sizes = vec![0_usize; input.clusters];
        for place in input.cluster_places {
            sizes[place.cluster as usize] += 1;
        }
        let mut clusters: Vec<Vec<usize>> = vec![Vec::new(); input.clusters];
        for &row in rows {
            clusters[input.cluster_places[row as usize].cluster as usize].push(row as usize);
        }
        let large = LARGE.1.max(LARGE.0 * input.cluster_places.len() as f64);
        let makes_theme = |(members, size): &(Vec<usize>, usize)| {
            let strange = members.iter().filter(|&&row| input.is_strange(row)).count();
            members.len() >= FEWEST
                && members.len() as f64 >= large.min(SHARE * *size as f64)
                && 2 * strange <= members.len()
        };
        let mut clusters: Vec<(Vec<usize>, usize)> =
            clusters.into_iter().zip(sizes).filter(makes_theme).collect();
        clusters.sort_by_key(|(members, _)| std::cmp::Reverse(members.len()));
        let made: Vec<(Array1<f32>, f32)> =
            clusters.par_iter().map(|(members, _)| centroid_and_floor(input.vectors, members)).collect();
        let mut centroids = Array2::zeros((made.len(), input.vectors.ncols()));
        for ((centroid, _), mut row) in made.iter().zip(centroids.rows_mut()) {
            row.assign(centroid);
        }
        Self { centroids, floors: made.into_iter().map(|(_, floor)| floor).collect() }
    }

    pub(super) fn themes(&self) -> usize {
        self.floors.len()
    }

    /// The themes of the papers in `rows`.
    pub(super) fn places(&self, vectors: ArrayView2<'_, f32>, rows: &[u32]) -> Vec<RestPlace> {
        let tasks: Vec<Vec<RestPlace>> = rows
            .par_chunks(TASK_ROWS)
            .map(|rows| {
                let rows: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
                let cosines = vectors.select(Axis(0), &rows).dot(&self.centroids.t());
                cosines.rows().into_iter().map(|cosines| self.place(cosines)).collect()
            })
            .collect();
        tasks.concat()
    }

    fn place(&self, cosines: ArrayView1<'_, f32>) -> RestPlace {
        let both = cosines.iter().map(|&cosine| (cosine, cosine));
        match best_fitting(both, &self.floors) {
            Some(fitting) => RestPlace::In(fitting),
            None => RestPlace::Near(nearest(cosines.iter().copied())),
        }
    }
}

/// Direction of the mean of some papers' vectors, and the minimum cosine with it of a paper that fits.
fn centroid_and_floor(vectors: ArrayView2<'_, f32>, members: &[usize]) -> (Array1<f32>, f32) {
    let mut sum = Array1::<f64>::zeros(vectors.ncols());
    for &row in members {
        sum.zip_mut_with(&vectors.row(row), |sum, &value| *sum += f64::from(value));
    }
    let norm = sum.dot(&sum).sqrt();
    let centroid = sum.mapv(|value| if norm > 0.0 { (value / norm) as f32 } else { 0.0 });
    let cosines: Array1<f64> =
        members.iter().map(|&row| f64::from(vectors.row(row).dot(&centroid))).collect();
    let mean = cosines.mean().unwrap_or(0.0);
    (centroid, (mean - DEVIATIONS * cosines.std(0.0)) as f32)
}
