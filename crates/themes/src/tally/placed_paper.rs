//! A paper with its assignment.

use crate::{Assignment, Paper, Themes};

/// One placed paper, as tallies count it.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPaper<'a> {
    /// Row of the paper in the corpus, whichever batch it is in; it decides between equals.
    pub row: u32,
    /// The paper.
    pub paper: &'a Paper,
    /// Its assignment.
    pub assignment: &'a Assignment,
    /// Whether it counts. A paper for which another counts is in the corpus, but not
    /// in the figures of any theme.
    pub counts: bool,
}

impl Themes {
    /// The papers of a corpus that is in memory with their assignments. Papers that
    /// no theme lists do not count.
    ///
    /// # Panics
    /// If `papers` are not those of the assignments.
    #[must_use]
    pub fn placed<'a>(&'a self, papers: &'a [Paper]) -> Vec<PlacedPaper<'a>> {
        assert_eq!(papers.len(), self.assignments.len(), "papers");
        let mut placed: Vec<PlacedPaper<'a>> = (0_u32..)
            .zip(papers)
            .zip(&self.assignments)
            .map(|((row, paper), assignment)| PlacedPaper { row, paper, assignment, counts: false })
            .collect();
        for &row in self.themes.iter().flat_map(|theme| &theme.papers) {
            placed[row as usize].counts = true;
        }
        placed
    }
}
