//! Papers of a run that its centroids alone do not place.
//!
//! A run groups papers by vectors averaged with those of their neighbours; a paper that comes alone has no
//! neighbours. So the model remembers the papers that are about as near to a second centroid as to their
//! nearest one, and consults them when a new paper is in doubt. The nearest of them vote for their themes,
//! weighted by the fourth power of their cosine. This adds a weighted nearest-neighbour vote (Dudani, "The
//! distance-weighted k-nearest-neighbor rule", 1976) to the nearest centroid.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, ArrayViewMut1, Axis, concatenate};
use serde::{Deserialize, Serialize};

/// Maximum number of papers remembered of a run, and of all its updates together; those in the greatest doubt
/// are kept.
const MOST: usize = 70_000;
/// What the votes add to a theme's cosine if all are for it. With a larger margin than this, they cannot
/// change the result.
const WEIGHT: f32 = 0.1;
/// Number of papers that vote.
const VOTERS: usize = 15;
/// Cosines held in memory at once.
const COSINES: usize = 4 << 20;
/// Largest absolute value of a stored component.
const SCALE: f32 = 127.0;

/// The remembered papers by theme, in the order of the run's themes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RememberedPapers {
    themes: Vec<RememberedTheme>,
}

/// A paper that may be remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    /// Index of its theme among the discovered ones; `None` if it is in none of them.
    pub(super) theme: Option<usize>,
    /// Whether it was there when the run was made. If it was in doubt then, it is remembered already.
    pub(super) of_run: bool,
}

/// The remembered papers of one theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RememberedTheme {
    id: String,
    #[serde(with = "stored")]
    papers: Array2<f32>,
}

impl RememberedPapers {
    /// Whether all vectors have this many dimensions.
    pub(super) fn is_consistent(&self, dimensions: usize) -> bool {
        self.themes.iter().all(|theme| theme.papers.ncols() == dimensions || theme.papers.is_empty())
    }

    /// Remembers papers of the themes `ids`, which are numbered from `first` on. `vectors` are unit
    /// vectors, `theme_of` the papers' themes and `cosines` their cosines with the centroids of `ids`,
    /// each with one row per paper.
    pub(super) fn learn(
        ids: &[&str],
        first: usize,
        vectors: ArrayView2<'_, f32>,
        theme_of: &[u32],
        cosines: ArrayView2<'_, f32>,
    ) -> Self {
        let mut doubtful: Vec<(f32, usize)> = cosines
            .rows()
            .into_iter()
            .enumerate()
            .filter(|&(row, _)| theme_of[row] as usize >= first)
            .map(|(row, cosines)| (margin(cosines), row))
            .filter(|&(margin, _)| margin < WEIGHT)
            .collect();
        keep_doubtful(&mut doubtful, MOST);
        let mut rows = vec![Vec::new(); ids.len()];
        for (_, row) in doubtful {
            rows[theme_of[row] as usize - first].push(row);
        }
        let themes = ids.iter().zip(rows);
        let themes =
            themes.map(|(&id, rows)| RememberedTheme { id: id.to_owned(), papers: kept(vectors, rows) });
        Self { themes: themes.collect() }
    }

    /// Remembers the papers in doubt between a theme from index `born` on and another. Without them, all votes
    /// are against a newborn theme. `ids` are the discovered themes; `vectors` are unit vectors and `cosines`
    /// their cosines with the centroids of `ids`, each with one row per candidate.
    pub(super) fn extend(
        &mut self,
        (ids, born): (&[&str], usize),
        vectors: ArrayView2<'_, f32>,
        candidates: &[Candidate],
        cosines: ArrayView2<'_, f32>,
    ) {
        let mut doubtful: Vec<(f32, usize)> = cosines
            .rows()
            .into_iter()
            .zip(candidates)
            .enumerate()
            .filter(|(_, (cosines, candidate))| {
                let (before, newborn) = cosines.split_at(Axis(0), born);
                let is_known = candidate.of_run && margin(before) < WEIGHT;
                candidate.theme.is_some() && !is_known && highest(newborn) > highest(*cosines) - WEIGHT
            })
            .map(|(row, (cosines, _))| (margin(cosines), row))
            .filter(|&(margin, _)| margin < WEIGHT)
            .collect();
        let remembered: usize = self.themes.iter().map(|theme| theme.papers.nrows()).sum();
        keep_doubtful(&mut doubtful, (2 * MOST).saturating_sub(remembered));
        let mut rows = vec![Vec::new(); ids.len()];
        for (_, row) in doubtful {
            if let Some(theme) = candidates[row].theme {
                rows[theme].push(row);
            }
        }
        for (&id, rows) in ids.iter().zip(rows).filter(|(_, rows)| !rows.is_empty()) {
            let papers = kept(vectors, rows);
            match self.themes.iter_mut().find(|theme| theme.id == id) {
                Some(theme) => theme.papers = concatenate![Axis(0), theme.papers, papers],
                None => self.themes.push(RememberedTheme { id: id.to_owned(), papers }),
            }
        }
    }

    /// Index of the theme `id` among those that have remembered papers, where those of the run come first in
    /// their order.
    pub(super) fn number(&self, id: &str) -> Option<u32> {
        (0..).zip(&self.themes).find(|(_, theme)| theme.id == id).map(|(number, _)| number)
    }

    /// Adds the votes of the remembered papers to the cosines of papers with the centroids of the themes
    /// `ids`. Papers of themes that are gone do not vote.
    pub(super) fn correct(&self, ids: &[&str], vectors: ArrayView2<'_, f32>, cosines: &mut Array2<f32>) {
        let mut voters: Vec<(usize, Vec<(f32, u32)>)> = cosines
            .rows()
            .into_iter()
            .enumerate()
            .filter(|&(_, cosines)| margin(cosines) < WEIGHT)
            .map(|(row, _)| (row, Vec::with_capacity(2 * VOTERS)))
            .collect();
        for remembered in self.themes.iter().filter(|theme| !theme.papers.is_empty()) {
            let Some(theme) = ids.iter().position(|&id| id == remembered.id) else { continue };
            let asking: Vec<usize> = (0..voters.len())
                .filter(|&at| {
                    let cosines = cosines.row(voters[at].0);
                    cosines[theme] > highest(cosines) - WEIGHT
                })
                .collect();
            for asking in asking.chunks((COSINES / remembered.papers.nrows()).max(1)) {
                let rows: Vec<usize> = asking.iter().map(|&at| voters[at].0).collect();
                let near = vectors.select(Axis(0), &rows).dot(&remembered.papers.t());
                for (&at, near) in asking.iter().zip(near.rows()) {
                    let nearest = &mut voters[at].1;
                    nearest.extend(near.iter().map(|&cosine| (cosine.max(0.0), theme as u32)));
                    keep_nearest(nearest);
                }
            }
        }
        for (row, nearest) in voters {
            let votes = nearest.iter().map(|&(cosine, theme)| (cosine.powi(4), theme));
            let all: f32 = votes.clone().map(|(vote, _)| vote).sum();
            for (vote, theme) in votes.filter(|_| all > 0.0) {
                cosines[[row, theme as usize]] += WEIGHT * vote / all;
            }
        }
    }
}

/// Keeps the `most` papers with the smallest margins.
fn keep_doubtful(papers: &mut Vec<(f32, usize)>, most: usize) {
    papers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    papers.truncate(most);
}

/// The vectors of rows as they are remembered, in the order of the rows.
fn kept(vectors: ArrayView2<'_, f32>, mut rows: Vec<usize>) -> Array2<f32> {
    rows.sort_unstable();
    let mut papers = vectors.select(Axis(0), &rows);
    papers.rows_mut().into_iter().for_each(rounded);
    papers
}

/// Keeps the nearest, in a total order.
fn keep_nearest(nearest: &mut Vec<(f32, u32)>) {
    if nearest.len() > VOTERS {
        nearest.select_nth_unstable_by(VOTERS - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        nearest.truncate(VOTERS);
    }
    nearest.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
}

fn highest(cosines: ArrayView1<'_, f32>) -> f32 {
    cosines.iter().copied().fold(f32::NEG_INFINITY, f32::max)
}

/// The highest cosine minus the second-highest; infinite if there is only one.
fn margin(cosines: ArrayView1<'_, f32>) -> f32 {
    let (mut best, mut second) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for &cosine in cosines {
        if cosine > best {
            (best, second) = (cosine, best);
        } else if cosine > second {
            second = cosine;
        }
    }
    best - second
}

/// Rounds a vector as storing it does: to integer multiples of its largest component over
/// [`SCALE`], then to unit length.
fn rounded(mut vector: ArrayViewMut1<'_, f32>) {
    let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    if largest > 0.0 {
        vector.mapv_inplace(|value| (value / largest * SCALE).round());
        let norm = vector.dot(&vector).sqrt();
        vector /= norm;
    }
}

/// One byte per component, base64-encoded.
mod stored {
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    use super::{Array1, Array2, Axis, Deserialize, Engine, SCALE, STANDARD, Serialize, rounded};

    pub(super) fn serialize<S: Serializer>(papers: &Array2<f32>, to: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(papers.len());
        for paper in papers.rows() {
            let largest = paper.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
            let scale = if largest > 0.0 { SCALE / largest } else { 0.0 };
            bytes.extend(paper.iter().map(|value| (value * scale).round() as i8 as u8));
        }
        (papers.ncols(), STANDARD.encode(bytes)).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Array2<f32>, D::Error> {
        let (columns, text) = <(usize, String)>::deserialize(from)?;
        let bytes = STANDARD.decode(text).map_err(D::Error::custom)?;
        let values: Array1<f32> = bytes.into_iter().map(|byte| f32::from(byte as i8)).collect();
        let rows = values.len() / columns.max(1);
        let mut papers = values.into_shape_with_order((rows, columns)).map_err(D::Error::custom)?;
        papers.axis_iter_mut(Axis(0)).for_each(rounded);
        Ok(papers)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{array, concatenate};

    use super::*;

    /// Two themes around two axes. For the papers half-way between them, a third component decides the theme.
    fn papers() -> (Array2<f32>, Vec<u32>) {
        let clear = array![[1.0_f32, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let doubtful = array![[0.6, 0.62, 0.5], [0.61, 0.6, 0.52], [0.61, 0.6, -0.5], [0.6, 0.62, -0.52]];
        let mut vectors = concatenate![Axis(0), clear, doubtful];
        for mut vector in vectors.rows_mut() {
            let norm = vector.dot(&vector).sqrt();
            vector /= norm;
        }
        (vectors, vec![0, 1, 0, 0, 1, 1])
    }

    fn remembered() -> (RememberedPapers, Array2<f32>) {
        let (vectors, theme_of) = papers();
        let centroids = array![[1.0_f32, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let cosines = vectors.dot(&centroids.t());
        (RememberedPapers::learn(&["t-1", "t-2"], 0, vectors.view(), &theme_of, cosines.view()), cosines)
    }

    fn nearest(cosines: &Array2<f32>) -> Vec<u32> {
        cosines.rows().into_iter().map(|cosines| u32::from(cosines[1] > cosines[0])).collect()
    }

    #[test]
    fn papers_in_doubt_get_their_themes_again() {
        let (remembered, mut cosines) = remembered();
        let (vectors, theme_of) = papers();
        assert_ne!(nearest(&cosines), theme_of);
        let clear = cosines.row(0).to_owned();
        remembered.correct(&["t-1", "t-2"], vectors.view(), &mut cosines);
        assert_eq!(nearest(&cosines), theme_of);
        assert_eq!(cosines.row(0), clear, "beyond doubt nothing is asked");
    }

    #[test]
    fn a_newborn_theme_has_votes_too() {
        let (mut remembered, _) = remembered();
        let ids = ["t-1", "t-2", "t-3"];
        // The newborn theme's own papers lie between its centroid and that of the first theme.
        let centroids = array![[1.0_f32, 0.0, 0.0], [0.0, 1.0, 0.0], [0.8, 0.0, 0.6]];
        let mut vectors = array![[0.93_f32, -0.2, 0.32], [0.92, -0.22, 0.31], [0.6, 0.62, 0.5]];
        vectors.rows_mut().into_iter().for_each(rounded);
        let cosines = vectors.dot(&centroids.t());
        let founder = Candidate { theme: Some(2), of_run: false };
        let mut votes = cosines.clone();
        remembered.correct(&ids, vectors.view(), &mut votes);
        assert!(votes[[0, 0]] > votes[[0, 2]], "all votes are against it: {votes}");

        let of_run = Candidate { theme: Some(0), of_run: true };
        remembered.extend((&ids, 2), vectors.view(), &[founder, founder, of_run], cosines.view());
        let numbers: Vec<usize> = remembered.themes.iter().map(|theme| theme.papers.nrows()).collect();
        assert_eq!(numbers, [2, 2, 2], "what the run remembers is not remembered again");
        let mut votes = cosines.clone();
        remembered.correct(&ids, vectors.view(), &mut votes);
        assert!(votes[[0, 2]] > votes[[0, 0]] && votes[[1, 2]] > votes[[1, 0]], "{votes}");
        assert_eq!(remembered.number("t-3"), Some(2));
    }

    #[test]
    fn themes_are_found_by_their_ids() {
        let (remembered, cosines) = remembered();
        let (vectors, _) = papers();
        let mut gone = cosines.clone();
        remembered.correct(&["t-8", "t-9"], vectors.view(), &mut gone);
        assert_eq!(gone, cosines);
        assert_eq!((remembered.number("t-2"), remembered.number("t-9")), (Some(1), None));
    }

    #[test]
    fn what_is_remembered_is_stored_as_it_is() {
        let (remembered, _) = remembered();
        let text = serde_json::to_string(&remembered).unwrap();
        let read: RememberedPapers = serde_json::from_str(&text).unwrap();
        assert_eq!(read, remembered);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert!(serde_json::from_str::<RememberedPapers>(&text.replace("[3,", "[5,")).is_err());
    }
}
