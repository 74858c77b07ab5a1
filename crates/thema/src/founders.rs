//! Scores of the papers that found a theme in an update.

use std::collections::{BTreeMap, BTreeSet};

use thema_features::Document;
use thema_themes::Assignment;
use thema_themes::identity::RunState;

use crate::{Placer, Result};

/// Gives the papers that founded the themes with the identifiers `newborn` the score, margin and probability that the placer,
/// which now knows the themes, gives them. One that it would place elsewhere stays, with a margin of 0.
pub(crate) fn settle(
    placer: &Placer,
    state: &mut RunState,
    newborn: &BTreeSet<&str>,
    documents: &BTreeMap<String, Document<'_>>,
) -> Result<()> {
    if newborn.is_empty() {
        return Ok(());
    }
    let is_newborn: Vec<bool> =
        state.themes.themes.iter().map(|theme| newborn.contains(theme.id.as_str())).collect();
    let (rows, texts): (Vec<usize>, Vec<Document<'_>>) = state
        .themes
        .assignments
        .iter()
        .enumerate()
        .filter(|(_, place)| is_newborn[place.theme as usize])
        .filter_map(|(row, _)| Some((row, *documents.get(state.papers[row].id.as_str())?)))
        .unzip();
    for (row, seen) in rows.iter().zip(placer.look(&texts)?.assignments) {
        let place = &mut state.themes.assignments[*row];
        if seen.theme == place.theme {
            let Assignment { score, margin, probability, second_theme, .. } = seen;
            let second_theme = second_theme.or(place.second_theme);
            *place = Assignment { score, margin, probability, second_theme, ..place.clone() };
        }
    }
    Ok(())
}
