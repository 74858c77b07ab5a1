//! What the seed terms and phrases of a taxonomy say of a paper.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use thema_features::{CsrMatrix, SparseRow};

use crate::taxonomy::Taxonomy;

/// One seed entry of one theme, resolved to term ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedEntry {
    /// Index of the theme in the taxonomy.
    pub theme: u32,
    /// The entry as the file has it.
    pub text: String,
    /// Term ids, ascending; a paper holds the entry when it holds all of them.
    pub ids: Vec<u32>,
    /// Smoothed inverse document frequency of the rarest id, negative and scaled for an excluded entry.
    pub weight: f32,
}

/// The resolved entries of a taxonomy, with an index from terms to entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedEvidence {
    themes: usize,
    entries: Vec<SeedEntry>,
    /// `(term id, entry index)`, ascending.
    postings: Vec<(u32, u32)>,
    /// Square root of the Euclidean norm of the weights of a theme's own entries; 1 where that is 0.
    scales: Vec<f32>,
}

/// An entry that a paper holds, and what it adds to the evidence for its theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeedMatch {
    /// Index in [`SeedEvidence::entries`].
    pub entry: u32,
    /// Summand of the evidence; negative for an excluded entry.
    pub evidence: f32,
}

/// Smoothed inverse document frequency of every column: `ln((1 + rows) / (1 + df)) + 1`.
pub(super) fn inverse_document_frequencies(rows: &CsrMatrix) -> Vec<f32> {
    let mut df = vec![0_u32; rows.columns()];
    for &column in rows.indices() {
        df[column as usize] += 1;
    }
    let papers = 1.0 + rows.rows() as f64;
    df.into_iter().map(|df| ((papers / (1.0 + f64::from(df))).ln() + 1.0) as f32).collect()
}

impl SeedEvidence {
    /// Resolves the entries of `taxonomy`.
    ///
    /// `resolve` gives the term ids of a text, or nothing when a word of it is unknown. Entries of one theme
    /// with the same ids (word forms of each other) count once. `exclusion` scales the weight of excluded
    /// entries. An entry that no row holds keeps its weight for papers to come but has no part in the norm.
    pub(super) fn resolve(
        taxonomy: &Taxonomy,
        idf: &[f32],
        largest_idf: f32,
        exclusion: f32,
        resolve: &dyn Fn(&str) -> Vec<u32>,
    ) -> Self {
        let themes = taxonomy.themes.len();
        let mut entries = Vec::new();
        let mut scales = vec![1.0_f32; themes];
        for (theme, table) in taxonomy.themes.iter().enumerate() {
            let mut seen = BTreeSet::new();
            let mut norm = 0.0_f64;
            let own = table.terms.iter().chain(&table.phrases).map(|text| (text, 1.0));
            for (text, sign) in own.chain(table.excluded.iter().map(|text| (text, -exclusion))) {
                let mut ids = resolve(text);
                ids.retain(|&id| (id as usize) < idf.len());
                ids.sort_unstable();
                ids.dedup();
                if ids.is_empty() || !seen.insert(ids.clone()) {
                    continue;
                }
                let rarest = ids.iter().map(|&id| idf[id as usize]).fold(0.0, f32::max);
                if sign > 0.0 && rarest < largest_idf {
                    norm += f64::from(rarest) * f64::from(rarest);
                }
                entries.push(SeedEntry {
                    theme: theme as u32,
                    text: text.clone(),
                    ids,
                    weight: sign * rarest,
                });
            }
            if norm > 0.0 {
                scales[theme] = norm.sqrt().sqrt() as f32;
            }
        }
        let mut postings: Vec<(u32, u32)> = entries
            .iter()
            .enumerate()
            .flat_map(|(entry, seed)| seed.ids.iter().map(move |&id| (id, entry as u32)))
            .collect();
        postings.sort_unstable();
        Self { themes, entries, postings, scales }
    }

    /// All resolved entries, theme by theme.
    #[must_use]
    pub fn entries(&self) -> &[SeedEntry] {
        &self.entries
    }

    /// The entries that a row holds, in the order of [`SeedEvidence::entries`].
    ///
    /// The evidence of an entry is its weight times the smallest value of its ids in the row, over the theme's
    /// scale.
    #[must_use]
    pub fn matches(&self, row: SparseRow<'_>) -> Vec<SeedMatch> {
        let mut hits: Vec<(u32, f32)> = Vec::new();
        let mut at = 0;
        for (&column, &value) in row.indices.iter().zip(row.values) {
            at += self.postings[at..].partition_point(|&(id, _)| id < column);
            let same = self.postings[at..].iter().take_while(|&&(id, _)| id == column);
            hits.extend(same.map(|&(_, entry)| (entry, value)));
        }
        hits.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        hits.chunk_by(|a, b| a.0 == b.0)
            .filter(|group| group.len() == self.entries[group[0].0 as usize].ids.len())
            .map(|group| {
                let (entry, smallest) = group[0];
                let seed = &self.entries[entry as usize];
                SeedMatch { entry, evidence: seed.weight * smallest / self.scales[seed.theme as usize] }
            })
            .collect()
    }

    /// Adds the evidence for every theme in a row to `scores`, one a theme.
    pub(super) fn add(&self, row: SparseRow<'_>, scores: &mut [f32]) {
        for hit in self.matches(row) {
            scores[self.entries[hit.entry as usize].theme as usize] += hit.evidence;
        }
    }

    /// Unit vector of a theme's own entries over `columns` terms: each entry's weight shared among its ids.
    pub(super) fn prototype(&self, theme: usize, columns: usize) -> Vec<f32> {
        let mut prototype = vec![0.0_f32; columns];
        for seed in self.entries.iter().filter(|seed| seed.theme as usize == theme && seed.weight > 0.0) {
            for &id in &seed.ids {
                prototype[id as usize] += seed.weight / seed.ids.len() as f32;
            }
        }
        super::guided_space::normalise(&mut prototype);
        prototype
    }

    /// Number of themes.
    #[must_use]
    pub fn themes(&self) -> usize {
        self.themes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taxonomy() -> Taxonomy {
        Taxonomy::parse(
            "name = 't'\n[[theme]]\nkey = 'a'\nname = 'A'\nterms = ['cache', 'caches']\nphrases = ['kv cache']\n\
             excluded = ['web']\n[[theme]]\nkey = 'b'\nname = 'B'\nterms = ['web', 'unknown']\n",
        )
        .unwrap()
    }

    fn ids(text: &str) -> Vec<u32> {
        match text {
            "cache" | "caches" => vec![0],
            "kv cache" => vec![0, 1, 2],
            "web" => vec![3],
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_phrase_counts_only_when_the_row_holds_all_of_it() {
        let evidence = SeedEvidence::resolve(&taxonomy(), &[1.0, 2.0, 3.0, 1.0], 9.0, 0.5, &ids);
        assert_eq!(evidence.entries().len(), 4, "word forms count once, unknown words not at all");
        let without = evidence.matches(SparseRow { indices: &[0, 1], values: &[0.6, 0.8] });
        assert_eq!(without.len(), 1);
        let with = evidence.matches(SparseRow { indices: &[0, 1, 2], values: &[0.5, 0.4, 0.3] });
        assert_eq!(with.len(), 2);
        let scale = 10.0_f32.sqrt().sqrt();
        assert!((with[1].evidence - 3.0 * 0.3 / scale).abs() < 1e-6);
    }

    #[test]
    fn an_excluded_term_speaks_against_its_theme() {
        let evidence = SeedEvidence::resolve(&taxonomy(), &[1.0, 2.0, 3.0, 1.0], 9.0, 0.5, &ids);
        let mut scores = [0.0; 2];
        evidence.add(SparseRow { indices: &[3], values: &[1.0] }, &mut scores);
        assert!(scores[0] < 0.0 && scores[1] > 0.0);
    }
}
