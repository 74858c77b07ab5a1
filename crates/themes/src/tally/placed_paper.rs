//! A paper with its place.

use crate::{Assignment, Paper, Themes};

/// One placed paper, as tallies count it.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPaper<'a> {
    /// Row of the paper in the corpus, whichever batch holds it: the order that decides between equals.
    pub row: u32,
    /// What is known of it.
    pub paper: &'a Paper,
    /// Its place.
    pub assignment: &'a Assignment,
    /// Whether it counts. A paper for which another counts is of the corpus and in no theme's figures.
    pub counts: bool,
}

impl Themes {
    /// The papers of a corpus that is held in memory with their places. Those that no theme lists do not count.
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
