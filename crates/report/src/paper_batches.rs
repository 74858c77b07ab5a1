//! The papers of a run with their assignments, wherever they are stored.

use std::collections::BTreeSet;
use std::io;

use thema_themes::{Assignment, Paper};

/// Papers per batch.
pub const BATCH: usize = 16_384;

/// Consecutive papers of a run with their assignments.
#[derive(Clone, Copy, Debug)]
pub struct PaperBatch<'a> {
    /// Row of the first paper in the run.
    pub first: u32,
    /// The papers.
    pub papers: &'a [Paper],
    /// The assignment of every paper.
    pub assignments: &'a [Assignment],
    /// Whether every paper counts for its theme. Near-duplicates and papers that edits exclude do not.
    pub counted: &'a [bool],
    /// Position of every paper on the map, NaN for a paper without one; `None` for a run without a map.
    pub positions: Option<&'a [[f32; 2]]>,
}

impl PaperBatch<'_> {
    /// A batch without papers.
    pub const EMPTY: Self = Self { first: 0, papers: &[], assignments: &[], counted: &[], positions: None };
}

/// The papers of a run with their assignments, batch by batch, so that a run may be larger than memory.
pub trait PaperBatches: Sync {
    /// Number of papers.
    fn papers(&self) -> usize;

    /// Calls `see` with every batch, in row order. Batches hold [`BATCH`] papers, the last one the remainder.
    ///
    /// # Errors
    /// Errors from `see` and from reading.
    fn each(&self, see: &mut dyn FnMut(PaperBatch<'_>) -> io::Result<()>) -> io::Result<()>;

    /// The papers in the given rows; rows that do not exist are left out.
    ///
    /// # Errors
    /// Errors from reading.
    fn in_rows(&self, rows: &BTreeSet<u32>) -> io::Result<Vec<(u32, Paper)>> {
        let mut found = Vec::with_capacity(rows.len());
        self.each(&mut |batch| {
            let end = batch.first + batch.papers.len() as u32;
            let of_batch = rows.range(batch.first..end);
            found.extend(of_batch.map(|&row| (row, batch.papers[(row - batch.first) as usize].clone())));
            Ok(())
        })?;
        Ok(found)
    }
}

/// The papers of a run that is in memory. The slices are parallel.
#[derive(Clone, Copy, Debug)]
pub struct HeldPapers<'a> {
    /// The papers.
    pub papers: &'a [Paper],
    /// The assignment of every paper.
    pub assignments: &'a [Assignment],
    /// Whether every paper counts for its theme.
    pub counted: &'a [bool],
    /// Position of every paper on the map, if one was drawn.
    pub positions: Option<&'a [[f32; 2]]>,
}

impl PaperBatches for HeldPapers<'_> {
    fn papers(&self) -> usize {
        self.papers.len()
    }

    fn each(&self, see: &mut dyn FnMut(PaperBatch<'_>) -> io::Result<()>) -> io::Result<()> {
        let Self { papers, assignments, counted, positions } = *self;
        for first in (0..papers.len()).step_by(BATCH) {
            let rows = first..papers.len().min(first + BATCH);
            see(PaperBatch {
                first: first as u32,
                papers: &papers[rows.clone()],
                assignments: &assignments[rows.clone()],
                counted: &counted[rows.clone()],
                positions: positions.map(|positions| &positions[rows]),
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assignment() -> Assignment {
        Assignment {
            theme: 0,
            score: 0.5,
            margin: 0.5,
            second_theme: None,
            cluster: 0,
            second_cluster: None,
            subtheme: None,
            outlier: None,
            probability: None,
        }
    }

    #[test]
    fn papers_are_found_by_their_rows() {
        let papers: Vec<Paper> =
            (0..BATCH + 2).map(|row| Paper { id: row.to_string(), ..Paper::default() }).collect();
        let assignments = vec![assignment(); papers.len()];
        let held = HeldPapers {
            papers: &papers,
            assignments: &assignments,
            counted: &vec![true; BATCH + 2],
            positions: None,
        };
        let last = BATCH as u32 + 1;
        let found = held.in_rows(&BTreeSet::from([0, 7, last, last + 1])).unwrap();
        let ids: Vec<(u32, &str)> = found.iter().map(|(row, paper)| (*row, paper.id.as_str())).collect();
        assert_eq!(ids, [(0, "0"), (7, "7"), (last, &last.to_string())]);
    }
}
