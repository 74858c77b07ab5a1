//! Finds which papers of a corpus are near-duplicates of others that pass by once and are not held in memory.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Corpus;
use crate::reconcile::near_duplicates::{ALONE, Document, are_close, band_keys};
use crate::reconcile::normal_form;

/// Papers of a corpus by what they have in common with their near-duplicates.
pub struct NearIndex<'a> {
    papers: &'a Corpus,
    /// The first and the last paper with each key of a band.
    ends: FxHashMap<(usize, u32), [u32; 2]>,
    least: f64,
}

impl<'a> NearIndex<'a> {
    /// Indexes the papers in `rows`. The shingles of near-duplicates have a Jaccard similarity of at least `least`, from 0.5
    /// to 1, as in [`IngestParams::near_duplicates`](crate::IngestParams::near_duplicates).
    ///
    /// # Panics
    /// When a row is not in the corpus.
    #[must_use]
    pub fn of(papers: &'a Corpus, rows: &[u32], least: f64) -> Self {
        let mut ends = FxHashMap::default();
        for (keys, &row) in band_keys(rows.len(), |at| papers.document(rows[at] as usize)).iter().zip(rows) {
            for band in keys.iter().copied().enumerate().filter(|&(_, key)| key != ALONE) {
                ends.entry(band).or_insert([row; 2])[1] = row;
            }
        }
        Self { papers, ends, least }
    }

    /// Pairs of a place in `documents` and the row of a near-duplicate, ascending. Of indexed papers with the same key, the first
    /// and the last are compared.
    #[must_use]
    pub fn find(&self, documents: &[Document<'_>]) -> Vec<[u32; 2]> {
        let keys = band_keys(documents.len(), |at| documents[at]);
        let pairs = keys.par_iter().enumerate().flat_map_iter(|(at, keys)| {
            let keys = keys.iter().copied().enumerate();
            let mut rows: Vec<u32> =
                keys.filter_map(|band| self.ends.get(&band)).flatten().copied().collect();
            rows.sort_unstable();
            rows.dedup();
            let document = documents[at];
            rows.retain(|&row| are_close(self.papers.document(row as usize), document, self.least));
            rows.into_iter().map(move |row| [at as u32, row])
        });
        pairs.collect()
    }

    /// Whether a document has the title and the abstract of the paper in `row` up to spelling, so that reading both at once
    /// would join them.
    #[must_use]
    pub fn is_same(&self, document: Document<'_>, row: u32) -> bool {
        let [first, second] =
            [document, self.papers.document(row as usize)].map(|document| document.texts.map(normal_form));
        first == second && !first[1].is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IngestParams;

    #[test]
    fn a_paper_is_found_by_its_words_and_authors() {
        let words = |kind: &str| (0..40).map(|at| format!("{kind}{at}")).collect::<Vec<_>>().join(" ");
        let line = |id: &str, kind: &str, start: &str, authors: &str| {
            let text = start.to_owned() + &words(kind);
            format!(
                "{{\"id\":\"{id}\",\"title\":\"On {kind}\",\"abstract\":\"{text}\",\"authors\":\"{authors}\"}}\n"
            )
        };
        let file = tempfile::NamedTempFile::new().unwrap();
        let lines = [
            line("x:1", "queue", "", "Ada Ash"),
            line("x:2", "log", "", "Ben Birch"),
            line("x:3", "log", "Again, ", "Ben Birch"),
            line("x:4", "tree", "", ""),
            line("x:5", "queue", "Here, ", "Dan Dogwood"),
        ];
        std::fs::write(file.path(), lines.concat()).unwrap();
        let papers = IngestParams::new().run(&[file.path().to_owned()]).unwrap().corpus;
        let [queues, logs, trees, sorting] = ["queue", "log", "tree", "sorting"].map(words);
        let document = |title, text, authors| Document { texts: [title, text], authors };
        let documents = [
            document("On sorting", &sorting, "Ada Ash"),
            document("on TREE", &trees, "Cem Cedar"),
            document("On queue", &queues, "Cem Cedar"),
            document("On queue", &queues, "Ash, A."),
            document("On log", &logs, ""),
            document("On queue", &queues, "Dan Dogwood"),
        ];
        let found = [[1, 3], [3, 0], [4, 1], [4, 2], [5, 4]];
        assert_eq!(NearIndex::of(&papers, &[0, 1, 2, 3, 4], 0.8).find(&documents), found);
        let index = NearIndex::of(&papers, &[1], 0.8);
        assert_eq!(index.find(&documents), [[4, 1]]);
        assert!(index.is_same(documents[4], 1) && !index.is_same(documents[4], 2));
        assert!(index.is_same(document("On  tree!", &trees, ""), 3));
    }
}
