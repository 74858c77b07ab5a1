//! Coherence of the top terms: normalised pointwise mutual information and `C_v`.
//!
//! Each document is one boolean window: a term counts once in it, and two terms co-occur if both are in it.
//! The values equal gensim's `c_npmi` and `c_v` with a window longer than any document.
//!
//! Source: M. Röder, A. Both, A. Hinneburg, "Exploring the space of topic coherence measures", WSDM 2015; the
//! smoothing constant is gensim's.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thema_features::CsrMatrix;

/// Added to the joint probability of two terms.
const EPSILON: f64 = 1e-12;

/// Most terms of a theme that are used.
const MOST_TERMS: usize = 64;

/// Coherence of a set of themes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coherence {
    /// Mean normalised pointwise mutual information over the pairs of a theme's terms, by theme; in [-1, 1].
    pub npmi_by_theme: Vec<f64>,
    /// Their mean over the themes of at least two terms.
    pub npmi: f64,
    /// `C_v` by theme: how similar the contexts of its terms are; in [0, 1] except for rounding.
    pub c_v_by_theme: Vec<f64>,
    /// Their mean over the themes of at least two terms.
    pub c_v: f64,
}

/// Document counts of the top terms of themes, alone and together; can be merged.
#[derive(Clone, Debug, PartialEq)]
pub struct Occurrences {
    themes: Vec<Vec<u32>>,
    documents: u64,
    together: Vec<Vec<u64>>,
}

impl Occurrences {
    /// No documents yet. At most 64 terms per theme are used; a repeated term counts once.
    #[must_use]
    pub fn new(top_terms: &[Vec<u32>]) -> Self {
        let themes: Vec<Vec<u32>> = top_terms
            .iter()
            .map(|terms| {
                let mut kept: Vec<u32> = Vec::new();
                for &term in terms {
                    if kept.len() < MOST_TERMS && !kept.contains(&term) {
                        kept.push(term);
                    }
                }
                kept
            })
            .collect();
        let together = themes.iter().map(|terms| vec![0; terms.len() * terms.len()]).collect();
        Self { themes, documents: 0, together }
    }

    /// Counts the rows of `documents`: a document contains a term if its column is stored.
    pub fn count(&mut self, documents: &CsrMatrix) {
        let mut places: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
        for (theme, terms) in self.themes.iter().enumerate() {
            for (place, &term) in terms.iter().enumerate() {
                places.entry(term).or_default().push((theme, place));
            }
        }
        let mut lookup: Vec<Option<&[(usize, usize)]>> = vec![None; documents.columns()];
        for (&term, found) in &places {
            if let Some(entry) = lookup.get_mut(term as usize) {
                *entry = Some(found);
            }
        }
        let mut present: Vec<u64> = vec![0; self.themes.len()];
        let mut touched: Vec<usize> = Vec::new();
        for row in 0..documents.rows() {
            for &index in documents.row(row).indices {
                for &(theme, place) in lookup[index as usize].unwrap_or_default() {
                    if present[theme] == 0 {
                        touched.push(theme);
                    }
                    present[theme] |= 1 << place;
                }
            }
            for theme in touched.drain(..) {
                let width = self.themes[theme].len();
                let mask = std::mem::take(&mut present[theme]);
                for first in places_of(mask) {
                    for second in places_of(mask) {
                        self.together[theme][first * width + second] += 1;
                    }
                }
            }
            self.documents += 1;
        }
    }

    /// Adds the counts of other documents; associative and commutative.
    ///
    /// # Panics
    /// If `other` was made for other terms.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.themes, other.themes, "counts of the same terms");
        self.documents += other.documents;
        for (counts, more) in self.together.iter_mut().zip(&other.together) {
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
    }

    /// Coherence of the themes. A theme of fewer than two terms has 0 and is left out of the means, which are
    /// 0 if no theme is left.
    #[must_use]
    pub fn coherence(&self) -> Coherence {
        let (mut npmi_by_theme, mut c_v_by_theme) = (Vec::new(), Vec::new());
        for theme in 0..self.themes.len() {
            let vectors = self.context_vectors(theme);
            npmi_by_theme.push(mean_of_pairs(&vectors));
            c_v_by_theme.push(mean_similarity_to_sum(&vectors));
        }
        let measured = self.themes.iter().filter(|terms| terms.len() > 1).count().max(1) as f64;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / measured;
        Coherence { npmi: mean(&npmi_by_theme), c_v: mean(&c_v_by_theme), npmi_by_theme, c_v_by_theme }
    }

    /// Normalised pointwise mutual information of every term with every term of the theme, one row per term.
    fn context_vectors(&self, theme: usize) -> Vec<Vec<f64>> {
        let width = self.themes[theme].len();
        let total = self.documents as f64;
        let count = |first: usize, second: usize| self.together[theme][first * width + second] as f64;
        (0..width)
            .map(|first| {
                (0..width)
                    .map(|second| {
                        let (alone, other) = (count(first, first), count(second, second));
                        if alone == 0.0 || other == 0.0 {
                            return 0.0;
                        }
                        let joint = count(first, second) / total + EPSILON;
                        if joint >= 1.0 {
                            return 0.0;
                        }
                        let ratio = joint / (alone / total * (other / total));
                        ratio.ln() / -joint.ln()
                    })
                    .collect()
            })
            .collect()
    }
}

/// The places of the bits that are set, ascending.
fn places_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            place
        })
    })
}

fn mean_of_pairs(vectors: &[Vec<f64>]) -> f64 {
    let width = vectors.len();
    if width < 2 {
        return 0.0;
    }
    let sum: f64 = (0..width)
        .flat_map(|first| {
            (0..width).filter(move |&second| second != first).map(move |second| (first, second))
        })
        .map(|(first, second)| vectors[first][second])
        .sum();
    sum / (width * (width - 1)) as f64
}

fn mean_similarity_to_sum(vectors: &[Vec<f64>]) -> f64 {
    let width = vectors.len();
    if width < 2 {
        return 0.0;
    }
    let all: Vec<f64> = (0..width).map(|at| vectors.iter().map(|vector| vector[at]).sum()).collect();
    let norm = |vector: &[f64]| vector.iter().map(|value| value * value).sum::<f64>().sqrt();
    let similarities: f64 = vectors
        .iter()
        .map(|vector| {
            let product: f64 = vector.iter().zip(&all).map(|(a, b)| a * b).sum();
            let lengths = norm(vector) * norm(&all);
            if lengths > 0.0 { product / lengths } else { 0.0 }
        })
        .sum();
    similarities / width as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(columns: usize, documents: &[Vec<u32>]) -> CsrMatrix {
        let mut offsets = vec![0];
        offsets.extend(documents.iter().scan(0, |end, document| {
            *end += document.len();
            Some(*end)
        }));
        let indices = documents.concat();
        let values = vec![1.0; indices.len()];
        CsrMatrix::new(columns, offsets, indices, values).unwrap()
    }

    #[derive(Deserialize)]
    struct Expected {
        terms: usize,
        documents: Vec<Vec<u32>>,
        topics: Vec<Vec<u32>>,
        c_npmi: Vec<f64>,
        c_v: Vec<f64>,
    }

    #[test]
    fn both_measures_agree_with_gensim() {
        let expected: Expected =
            serde_json::from_str(include_str!("../../tests/data/coherence.json")).unwrap();
        let (left, right) = expected.documents.split_at(30);
        let mut counts = Occurrences::new(&expected.topics);
        counts.count(&matrix(expected.terms, left));
        let mut others = Occurrences::new(&expected.topics);
        others.count(&matrix(expected.terms, right));
        counts.merge(&others);
        let found = counts.coherence();
        for (found, expected) in
            [(&found.npmi_by_theme, &expected.c_npmi), (&found.c_v_by_theme, &expected.c_v)]
        {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6, "{found} {expected}");
            }
        }
    }

    #[test]
    fn terms_that_never_occur_and_themes_of_one_term_have_none() {
        let mut counts = Occurrences::new(&[vec![0, 9], vec![1], vec![]]);
        counts.count(&matrix(3, &[vec![0, 1], vec![0, 2]]));
        let found = counts.coherence();
        assert!(found.npmi_by_theme.iter().all(|value| value.abs() < 1e-12), "{found:?}");
        assert!(found.c_v_by_theme.iter().all(|value| value.is_finite()), "{found:?}");
        assert!(Occurrences::new(&[]).coherence().npmi.abs() < 1e-12);
    }

    #[test]
    fn themes_without_pairs_of_terms_do_not_lower_the_means() {
        let of = |themes: &[Vec<u32>]| {
            let mut counts = Occurrences::new(themes);
            counts.count(&matrix(4, &[vec![0, 1], vec![0, 1], vec![2], vec![2, 3]]));
            counts.coherence()
        };
        let (with, without) = (of(&[vec![0, 1], vec![2], vec![], vec![3, 3]]), of(&[vec![0, 1]]));
        assert!(without.npmi > 0.9 && without.c_v > 0.9, "{without:?}");
        assert!((with.npmi - without.npmi).abs() < 1e-12, "{with:?}");
        assert!((with.c_v - without.c_v).abs() < 1e-12, "{with:?}");
        assert!(
            with.npmi_by_theme[1..].iter().chain(&with.c_v_by_theme[1..]).all(|value| value.abs() < 1e-12)
        );
    }
}
