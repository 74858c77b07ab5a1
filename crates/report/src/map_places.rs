//! Positions of papers on the map.

use std::collections::BTreeSet;
use std::io;

use crate::{PaperBatches, Report, StoredRun};

/// Up to this many papers, all are listed; beyond it, only those with a position.
const LISTED: usize = 20_000;

/// The papers that a map can show, with theme and position. A run of more than 20,000 papers lists only
/// papers with a position, which are at most those that its themes were learned from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapPlaces {
    /// Number of papers of the run, listed or not.
    pub papers: usize,
    /// Rows of the listed papers, ascending.
    pub rows: Vec<u32>,
    /// Index in the report's themes of each paper's theme.
    pub themes: Vec<u32>,
    /// Position of each paper, between -1 and 1 on both axes, NaN for a paper without one;
    /// `None` for a run without a map.
    pub places: Option<Vec<[f32; 2]>>,
    /// Indices in `rows` of the papers that themes of the report cite.
    pub cited: Vec<u32>,
}

impl MapPlaces {
    /// Takes the papers that `report` was made from. `indices` are the [`Report::indices_of`] of the themes
    /// that the papers are assigned to.
    ///
    /// # Errors
    /// Errors from reading the papers.
    pub fn of(report: &Report, indices: &[u32], papers: &dyn PaperBatches) -> io::Result<Self> {
        let cited = cited(report);
        let mut map = Self { papers: papers.papers(), ..Self::default() };
        papers.each(&mut |batch| {
            for (at, (paper, assignment)) in batch.papers.iter().zip(batch.assignments).enumerate() {
                let theme = indices[assignment.theme as usize];
                let place = batch.positions.map(|positions| positions[at]);
                map.list(batch.first + at as u32, theme, place, || cited.contains(paper.id.as_str()));
            }
            Ok(())
        })?;
        Ok(map)
    }

    /// Takes the papers of a run that was read back.
    #[must_use]
    pub fn of_stored(run: &StoredRun) -> Self {
        let cited = cited(&run.report);
        let mut map = Self { papers: run.papers.len(), ..Self::default() };
        for (row, (paper, &theme)) in run.papers.iter().zip(&run.theme_of).enumerate() {
            let place = run.positions.as_ref().map(|positions| positions[row]);
            map.list(row as u32, theme, place, || cited.contains(paper.id.as_str()));
        }
        map
    }

    fn list(&mut self, row: u32, theme: u32, place: Option<[f32; 2]>, is_cited: impl Fn() -> bool) {
        let has_place = |place: [f32; 2]| place.iter().all(|axis| axis.is_finite());
        if self.papers > LISTED && !place.is_none_or(has_place) {
            return;
        }
        if is_cited() {
            self.cited.push(self.rows.len() as u32);
        }
        self.rows.push(row);
        self.themes.push(theme);
        if let Some(place) = place {
            self.places.get_or_insert_default().push(place);
        }
    }

    /// The papers at the given indices in `rows`, which are ascending.
    #[must_use]
    pub fn at(&self, places: &[u32]) -> Self {
        fn of<T: Copy>(values: &[T], places: &[u32]) -> Vec<T> {
            places.iter().map(|&at| values[at as usize]).collect()
        }
        Self {
            papers: self.papers,
            rows: of(&self.rows, places),
            themes: of(&self.themes, places),
            places: self.places.as_deref().map(|values| of(values, places)),
            cited: (0..)
                .zip(places)
                .filter(|(_, at)| self.cited.binary_search(at).is_ok())
                .map(|(to, _)| to)
                .collect(),
        }
    }
}

/// Identifiers of the papers that themes cite.
fn cited(report: &Report) -> BTreeSet<&str> {
    let of_themes = report.themes.iter().flat_map(|theme| {
        theme.representatives.iter().chain(theme.bridges.iter().map(|bridge| &bridge.paper))
    });
    of_themes.map(|paper| paper.id.as_str()).collect()
}
