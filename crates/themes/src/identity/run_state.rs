//! What is kept of a run to continue it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};

use super::sealed;
use crate::{ClusterGroup, ClusterLabel, DatePrecision, Membership, Paper, ThemeError, Themes};

/// Kind of the file.
const KIND: &str = "run";

/// How many papers of a run are dated at midnight on the first of a year, on the first of a month, or otherwise. If far more
/// are at such a moment than chance puts there, no more than the year or month of their dates is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DateCounts {
    /// Papers with a day, by the coarsest precision that their date could start.
    pub papers: [usize; DatePrecision::ALL.len()],
    /// Papers of January that are not at midnight on its first day.
    pub in_january: usize,
}

/// Papers, themes and map of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// The corpus.
    pub papers: Vec<Paper>,
    /// Themes and the assignment of every paper.
    pub themes: Themes,
    /// Labels of clusters.
    pub cluster_labels: Vec<ClusterLabel>,
    /// Top of the hierarchy.
    pub hierarchy: Vec<ClusterGroup>,
    /// Position of every paper on the map; NaN for a paper without one.
    #[serde(deserialize_with = "positions")]
    pub positions: Vec<[f32; 2]>,
    /// Ids of the themes that have faded and not returned.
    #[serde(default)]
    pub faded: Vec<String>,
    /// Rows of papers that were added by updates and may still found a theme with later ones, ascending.
    #[serde(default)]
    pub held: Vec<u32>,
    /// For every theme that an update found, by its id, the first row whose paper could join it.
    #[serde(default)]
    pub found_later: BTreeMap<String, u32>,
    /// Which papers clearly belong to a theme of the run itself, by its id; not recorded by earlier versions.
    #[serde(default)]
    pub memberships: BTreeMap<String, Membership>,
    /// Counts of dates; not recorded by earlier versions.
    #[serde(default)]
    pub date_counts: Option<DateCounts>,
    /// Number of papers before the first update; `None` if there was none.
    #[serde(default)]
    pub first_papers: Option<u32>,
}

/// Positions as in JSON, where NaN is null.
fn positions<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Vec<[f32; 2]>, D::Error> {
    let places = Vec::<[Option<f32>; 2]>::deserialize(deserializer)?;
    Ok(places.into_iter().map(|place| place.map(|at| at.unwrap_or(f32::NAN))).collect())
}

impl RunState {
    /// Writes the state in a versioned, checksummed format.
    ///
    /// # Errors
    /// Errors from writing to `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        sealed::write(KIND, self, out)
    }

    /// Reads a state that [`RunState::save`] wrote.
    ///
    /// # Errors
    /// [`ThemeError::Read`], [`ThemeError::NewerModel`] or [`ThemeError::DamagedModel`].
    pub fn load(path: &Path) -> Result<Self, ThemeError> {
        sealed::read(KIND, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_without_a_place_on_the_map_comes_back_without_one() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("run.bin");
        let state = RunState { positions: vec![[0.5, -1.0], [f32::NAN; 2]], ..RunState::default() };
        state.save(&mut std::fs::File::create(&path).unwrap()).unwrap();
        let back = RunState::load(&path).unwrap();
        assert_eq!(back.positions[0].map(f32::to_bits), [0.5_f32, -1.0].map(f32::to_bits));
        assert!(back.positions[1].iter().all(|at| at.is_nan()));
    }
}
