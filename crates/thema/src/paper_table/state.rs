//! Splits the state of a run from the table of its papers, and joins them again.

use std::fs::File;
use std::path::Path;

use polars::prelude::{ParquetReader, PolarsResult, SerReader};
use thema_themes::identity::RunState;

use super::read::{assignments, counted, papers, positions};

/// The state without what the table holds.
pub(crate) fn without_papers(state: &RunState) -> RunState {
    let mut rest = RunState {
        cluster_labels: state.cluster_labels.clone(),
        hierarchy: state.hierarchy.clone(),
        faded: state.faded.clone(),
        held: state.held.clone(),
        found_later: state.found_later.clone(),
        memberships: state.memberships.clone(),
        date_counts: state.date_counts,
        first_papers: state.first_papers,
        ..RunState::default()
    };
    rest.themes.themes.clone_from(&state.themes.themes);
    rest.themes.themes.iter_mut().for_each(|theme| theme.papers.clear());
    rest.themes.subthemes.clone_from(&state.themes.subthemes);
    rest.themes.absent.clone_from(&state.themes.absent);
    rest
}

/// Adds the table at `path` back to a state from [`without_papers`].
pub(crate) fn with_papers(rest: RunState, path: &Path) -> PolarsResult<RunState> {
    let table = ParquetReader::new(File::open(path)?).finish()?;
    let mut state = rest;
    state.papers = papers(&table)?;
    state.themes.assignments = assignments(&table)?;
    state.positions = positions(&table)?;
    for (row, _) in (0_u32..).zip(counted(&table)?).filter(|(_, counted)| *counted) {
        let theme = state.themes.assignments[row as usize].theme as usize;
        if let Some(theme) = state.themes.themes.get_mut(theme) {
            theme.papers.push(row);
        }
    }
    Ok(state)
}
