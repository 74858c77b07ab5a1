//! Who wrote the papers that themes are learned from.

use thema_ingest::Corpus;

/// A number for each author of every paper. Unlike the names, it is small enough to be kept for a whole draw.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AuthorMarks {
    marks: Vec<u64>,
    /// Where the marks of each paper end.
    ends: Vec<usize>,
}

impl AuthorMarks {
    pub(crate) fn of(corpus: &Corpus) -> Self {
        let mut authors = Self::default();
        for row in 0..corpus.len() {
            authors.marks.extend(corpus.author_marks(row));
            authors.ends.push(authors.marks.len());
        }
        authors
    }

    /// The authors of the paper in a row; empty if they are not known.
    pub(crate) fn of_row(&self, row: usize) -> &[u64] {
        let Some(&end) = self.ends.get(row) else { return &[] };
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.marks[start..end]
    }
}
