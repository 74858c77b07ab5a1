//! Themes among the papers that no theme of a taxonomy took.
//!
//! A cluster most of whose papers the taxonomy has no theme for is a theme of its own, around the mean of these papers.
//! Every paper of the rest goes to the nearest such theme, unless it lies farther from it than nearly all that it is made
//! of: then it fits nothing.

use ndarray::{Array2, ArrayView1, ArrayView2, Axis};

use super::ThemesInput;

/// A cluster makes a theme when at least this share of its papers is of the rest.
const SHARE: f64 = 0.5;
/// Fewest papers of a theme.
const FEWEST: usize = 4;
/// Standard deviations under the mean cosine of a theme's papers at which a paper still fits it.
const DEVIATIONS: f64 = 2.5;

/// The themes of the rest, the largest first.
pub(super) struct Rest {
    /// Unit centroids, one a row.
    centroids: Array2<f32>,
    /// Least cosine of a paper that fits.
    floors: Vec<f32>,
}

/// Where a paper lies among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RestPlace {
    pub(super) theme: u32,
    /// The next theme that it fits as well.
    pub(super) second: Option<u32>,
    pub(super) similarity: f32,
    /// What the similarity is more than that to the next theme, or than the least of a paper that fits.
    pub(super) margin: f32,
}

impl Rest {
    /// The themes of the papers in `rows`, ascending.
    pub(super) fn learn(input: &ThemesInput<'_>, rows: &[u32]) -> Self {
        let mut sizes = vec![0_usize; input.clusters];
        for place in input.cluster_places {
            sizes[place.cluster as usize] += 1;
        }
        let mut clusters: Vec<Vec<usize>> = vec![Vec::new(); input.clusters];
        for &row in rows {
            clusters[input.cluster_places[row as usize].cluster as usize].push(row as usize);
        }
        let makes_theme = |(members, size): &(Vec<usize>, usize)| {
            members.len() >= FEWEST && members.len() as f64 >= SHARE * *size as f64
        };
        let mut clusters: Vec<(Vec<usize>, usize)> =
            clusters.into_iter().zip(sizes).filter(makes_theme).collect();
        clusters.sort_by_key(|(members, _)| std::cmp::Reverse(members.len()));
        let mut rest = Self {
            centroids: Array2::zeros((clusters.len(), input.vectors.ncols())),
            floors: Vec::with_capacity(clusters.len()),
        };
        for ((members, _), mut centroid) in clusters.iter().zip(rest.centroids.rows_mut()) {
            let vectors = input.vectors.select(Axis(0), members);
            centroid.assign(&unit_mean(vectors.view()));
            rest.floors.push(floor(vectors.dot(&centroid).view()));
        }
        rest
    }

    pub(super) fn themes(&self) -> usize {
        self.floors.len()
    }

    /// The place of the papers in `rows`; `None` for one that fits nothing.
    pub(super) fn places(&self, vectors: ArrayView2<'_, f32>, rows: &[u32]) -> Vec<Option<RestPlace>> {
        if self.floors.is_empty() {
            return vec![None; rows.len()];
        }
        let rows: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
        let cosines = vectors.select(Axis(0), &rows).dot(&self.centroids.t());
        cosines.rows().into_iter().map(|cosines| self.place(cosines)).collect()
    }

    fn place(&self, cosines: ArrayView1<'_, f32>) -> Option<RestPlace> {
        let mut fitting: Vec<(f32, u32)> = cosines
            .iter()
            .copied()
            .zip(0_u32..)
            .filter(|&(cosine, theme)| cosine >= self.floors[theme as usize])
            .collect();
        fitting.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let &(similarity, theme) = fitting.first()?;
        let next = fitting.get(1).copied();
        let margin = similarity - next.map_or(self.floors[theme as usize], |(cosine, _)| cosine);
        Some(RestPlace { theme, second: next.map(|(_, theme)| theme), similarity, margin })
    }
}

/// Direction of the mean of some vectors.
fn unit_mean(vectors: ArrayView2<'_, f32>) -> ndarray::Array1<f32> {
    let sum = vectors.mapv(f64::from).sum_axis(Axis(0));
    let norm = sum.dot(&sum).sqrt();
    sum.mapv(|value| if norm > 0.0 { (value / norm) as f32 } else { 0.0 })
}

/// The least cosine of a paper that fits, from those of the papers that a theme is made of.
fn floor(cosines: ArrayView1<'_, f32>) -> f32 {
    let cosines = cosines.mapv(f64::from);
    let mean = cosines.mean().unwrap_or(0.0);
    (mean - DEVIATIONS * cosines.mapv(|cosine| (cosine - mean).powi(2)).mean().unwrap_or(0.0).sqrt()) as f32
}
