//! Near-duplicates counted once.
//!
//! Everything that is learned and counted (document frequencies, pairs, clusters, themes, shares, trends, quality) is
//! learned from the papers that count: of each group of near-duplicates the one that ingest chose. The others get
//! the place of the paper that counts for them, as they say nearly the same, and a row in every table of papers.

use std::borrow::Cow;

use thema_cluster::Themes;
use thema_cluster::report::ClusterLabel;
use thema_ingest::Corpus;

/// Which papers of a corpus count, and for which others.
pub(crate) struct Counting {
    /// Rows of the papers that count, in ascending order.
    rows: Vec<u32>,
    /// For every row of the corpus the place in `rows` of the paper that counts for it.
    counted_by: Vec<u32>,
}

impl Counting {
    /// What the corpus says; a paper that names one that does not count itself counts.
    pub(crate) fn of(corpus: &Corpus) -> Self {
        let other = |row: usize| {
            corpus.near_duplicate_of(row).filter(|&of| of != row && corpus.near_duplicate_of(of).is_none())
        };
        Self::new(&(0..corpus.len()).map(other).collect::<Vec<_>>())
    }

    /// `others` has for every row the row that counts for it, which counts for itself.
    fn new(others: &[Option<usize>]) -> Self {
        let mut place = Vec::with_capacity(others.len());
        let mut rows = Vec::with_capacity(others.len());
        for (row, other) in others.iter().enumerate() {
            place.push(rows.len() as u32);
            if other.is_none() {
                rows.push(row as u32);
            }
        }
        let counted_by = others.iter().enumerate().map(|(row, other)| place[other.unwrap_or(row)]).collect();
        Self { rows, counted_by }
    }

    /// Rows of the papers that count, in ascending order.
    pub(crate) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Whether every paper counts.
    pub(crate) fn is_trivial(&self) -> bool {
        self.rows.len() == self.counted_by.len()
    }

    /// What is known of the papers that count, for all papers.
    pub(crate) fn of_all<'a, T: Clone>(&self, counted: &'a [T]) -> Cow<'a, [T]> {
        if self.is_trivial() {
            return Cow::Borrowed(counted);
        }
        self.counted_by.iter().map(|&place| counted[place as usize].clone()).collect()
    }

    /// Themes that were made of the papers that count, as themes of the corpus: every paper has its assignment, and the
    /// papers of a theme are still those that count.
    pub(crate) fn themes_of_all(&self, themes: Themes) -> Themes {
        if self.is_trivial() {
            return themes;
        }
        let Themes { mut themes, assignments, mut gaps } = themes;
        for theme in &mut themes {
            self.renumber(&mut theme.papers);
            self.renumber(&mut theme.representatives);
            self.renumber(&mut theme.first_paper);
            self.renumber(theme.bridges.iter_mut().map(|bridge| &mut bridge.paper));
        }
        for gap in &mut gaps {
            self.renumber(&mut gap.papers);
            self.renumber(&mut gap.representatives);
        }
        Themes { themes, assignments: self.of_all(&assignments).into_owned(), gaps }
    }

    /// Labels whose representatives are rows of the corpus.
    pub(crate) fn labels_of_all(&self, mut labels: Vec<ClusterLabel>) -> Vec<ClusterLabel> {
        self.renumber(labels.iter_mut().flat_map(|label| &mut label.representatives));
        labels
    }

    fn renumber<'a>(&self, places: impl IntoIterator<Item = &'a mut u32>) {
        for place in places {
            *place = self.rows[*place as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_that_do_not_count_stand_where_another_does() {
        let counting = Counting::new(&[None, Some(4), None, Some(0), None]);
        assert_eq!(counting.rows(), [0, 2, 4]);
        assert_eq!(*counting.of_all(&["a", "b", "c"]), ["a", "c", "b", "a", "c"]);
        let mut rows = [2, 0, 1];
        counting.renumber(&mut rows);
        assert_eq!(rows, [4, 0, 2]);
        assert!(!counting.is_trivial() && Counting::new(&[None, None]).is_trivial());
    }
}
