//! Applies edits to papers placed in the themes of a run.

use std::collections::BTreeMap;

use thema_features::Document;
use thema_themes::{
    Assignment, Edit, EditScope, Edits, Located, Misfit, Paper, Phrase, Theme, ThemeKind, Themes,
};

use crate::paper_ids::rows_of;
use crate::{Placer, ThemeName};

/// Applies edits to the places of some papers, and returns the themes that places index.
pub(crate) fn edit_batch(
    edits: &Edits,
    placer: &Placer,
    (papers, documents): (&[Paper], &[Document<'_>]),
    assignments: Vec<Assignment>,
) -> (Vec<ThemeName>, Vec<Assignment>, Vec<Misfit>) {
    if edits.is_empty() {
        return (placer.themes().to_vec(), assignments, Vec::new());
    }
    let other = placer.model().other();
    let named = (0_u32..).zip(placer.themes());
    let mut themes = Themes {
        themes: named.map(|(index, name)| bare(name, Some(index) == other)).collect(),
        assignments,
        ..Themes::default()
    };
    let edited = edits.apply(&mut themes, EditScope::Batch, &located(edits, papers, documents));
    let mut misfits = edited.misfits;
    misfits.extend(edits.name_by_models(&mut themes, EditScope::Batch, &edited.named));
    let names = themes.themes.into_iter().map(|Theme { id, key, name, .. }| ThemeName { id, key, name });
    (names.collect(), themes.assignments, misfits)
}

/// A theme with nothing but a name.
fn bare(name: &ThemeName, is_rest: bool) -> Theme {
    Theme {
        id: name.id.clone(),
        key: name.key.clone(),
        name: name.name.clone(),
        kind: if is_rest { ThemeKind::Other } else { ThemeKind::Discovered },
        description: None,
        terms: Vec::new(),
        papers: Vec::new(),
        representatives: Vec::new(),
        bridges: Vec::new(),
        first_paper: None,
        trend: None,
    }
}

fn located(edits: &Edits, papers: &[Paper], documents: &[Document<'_>]) -> Located {
    let named = edits.edits.iter().flat_map(Edit::papers);
    let mut located = Located { papers: rows_of(named, papers), phrases: BTreeMap::new() };
    for text in edits.edits.iter().filter_map(|edit| edit.phrase()) {
        let Some(phrase) = Phrase::new(text) else { continue };
        let rows = (0_u32..).zip(documents);
        let held = rows.filter(|(_, document)| phrase.is_in(&[document.title, document.body]));
        located.phrases.insert(text.to_owned(), held.map(|(row, _)| row).collect());
    }
    located
}
