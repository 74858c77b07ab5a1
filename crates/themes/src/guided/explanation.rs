//! Why a paper belongs to a theme of a taxonomy: the terms of its score.

use thema_features::SparseRow;

use super::model::{GuidedThemes, PARTS};
use super::seed_matcher::SeedCounts;

/// What a summand of a score comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// A seed entry, by its index in [`SeedMatcher::entries`](super::SeedMatcher::entries).
    Seed(u32),
    /// A term of the paper, by its column; the summand is what it adds to the
    /// cosines with the theme's centroids.
    Term(u32),
    /// The preference for wanted themes.
    Preference,
}

/// A summand of one paper's score for one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// Where it comes from.
    pub evidence: Evidence,
    /// Its value.
    pub value: f32,
}

impl GuidedThemes {
    /// The summands of the score of paper `paper` of `seeds` for theme `theme`. They add up to its score in
    /// [`GuidedThemes::scores`]. `row` holds the paper's terms, and `vector` returns a term's dense vector.
    #[must_use]
    pub fn contributions(
        &self,
        row: SparseRow<'_>,
        vector: &dyn Fn(u32) -> Vec<f32>,
        (seeds, paper): (&SeedCounts, usize),
        theme: usize,
    ) -> Vec<Contribution> {
        let [seed_factor, sparse_factor, dense_factor]: [f32; PARTS] = self.factors();
        let entries = self.seeds().matcher().entries();
        let mut found: Vec<Contribution> = self
            .seeds()
            .matches(seeds, paper)
            .filter(|hit| entries[hit.entry as usize].theme as usize == theme)
            .map(|hit| Contribution {
                evidence: Evidence::Seed(hit.entry),
                value: seed_factor * hit.evidence,
            })
            .collect();
        if let Some(centroids) = self.centroids() {
            let vectors: Vec<Vec<f32>> = row.indices.iter().map(|&term| vector(term)).collect();
            let dimensions = vectors.first().map_or(0, Vec::len);
            let mut sum = vec![0.0_f32; dimensions];
            for (vector, &weight) in vectors.iter().zip(row.values) {
                sum.iter_mut().zip(vector).for_each(|(sum, value)| *sum += weight * value);
            }
            let norm = sum.iter().map(|value| value * value).sum::<f32>().sqrt();
            let centroid = centroids.dense_of(theme);
            for ((&term, &weight), vector) in row.indices.iter().zip(row.values).zip(&vectors) {
                let among_terms = centroids.of_term(term).get(theme).copied().unwrap_or(0.0);
                let dense: f32 = vector.iter().zip(centroid).map(|(a, b)| a * b).sum();
                let dense = if norm > 0.0 { dense / norm } else { 0.0 };
                let value = weight * (sparse_factor * among_terms + dense_factor * dense);
                found.push(Contribution { evidence: Evidence::Term(term), value });
            }
        }
        if self.is_wanted(theme) {
            found.push(Contribution { evidence: Evidence::Preference, value: self.preference() });
        }
        found
    }
}
