//! A run, its themes and places for tests.

use super::RunState;
use crate::{Assignment, Paper, Theme, ThemeKind, Themes};

/// A run of two themes: the papers of the first are of the first 20 days, those of the second of 100 days
/// in steps of ten.
pub(super) fn dated() -> RunState {
    let paper = |day| Paper { submitted: Some(day), ..Paper::default() };
    let assignments = (0..120).map(|row| place(u32::from(row >= 20))).collect();
    let themes = vec![theme("t-1", 0..20), theme("t-2", 20..120)];
    RunState {
        papers: (0..20).chain((0..100).map(|step| 10 * step)).map(paper).collect(),
        positions: vec![[0.0; 2]; 120],
        themes: Themes { themes, assignments, ..Themes::default() },
        ..RunState::default()
    }
}

/// A discovered theme.
pub(super) fn theme(id: &str, papers: impl IntoIterator<Item = u32>) -> Theme {
    Theme {
        id: id.into(),
        key: id.into(),
        name: id.into(),
        kind: ThemeKind::Discovered,
        description: None,
        terms: Vec::new(),
        papers: papers.into_iter().collect(),
        representatives: Vec::new(),
        bridges: Vec::new(),
        first_paper: None,
        trend: None,
    }
}

/// A sure place in a theme.
pub(super) fn place(theme: u32) -> Assignment {
    Assignment {
        theme,
        score: 0.5,
        margin: 0.1,
        second_theme: None,
        cluster: 0,
        second_cluster: None,
        subtheme: None,
        outlier: None,
        probability: None,
    }
}
