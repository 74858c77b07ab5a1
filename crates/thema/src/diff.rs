//! What happened to themes and papers between two runs.

use std::path::Path;

use thema_report::StoredRun;
use thema_themes::identity::{EventKind, RunDiff, RunView};
use thema_themes::{LabelTerm, ThemeKind};

use crate::Result;
use crate::editing::read_edited;

/// Two runs, and what happened to the first in the second.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The earlier run.
    pub old: StoredRun,
    /// The later run.
    pub new: StoredRun,
    /// Matched themes, events, and papers that moved.
    pub diff: RunDiff,
}

/// Compares two run directories with their edits applied. The manifests list edits that do not fit.
///
/// # Errors
/// [`Fault::Input`](crate::Fault::Input) names the run that cannot be read.
pub fn diff(old: &Path, new: &Path) -> Result<Comparison> {
    let (old, new) = (read_edited(old)?, read_edited(new)?);
    let diff = compare(&old, &new)?;
    Ok(Comparison { old, new, diff })
}

fn compare(old: &StoredRun, new: &StoredRun) -> Result<RunDiff> {
    let ((old_papers, old_theme_of), (new_papers, new_theme_of)) = (counted(old), counted(new));
    let (old_themes, new_themes) = (themes(old), themes(new));
    let mut diff = RunDiff::of(
        &RunView { papers: &old_papers, theme_of: &old_theme_of, themes: &old_themes },
        &RunView { papers: &new_papers, theme_of: &new_theme_of, themes: &new_themes },
    )?;
    diff.events.retain(|event| {
        let run = match event.event {
            EventKind::Merged | EventKind::Faded => old,
            EventKind::Born | EventKind::Split | EventKind::Returned => new,
        };
        !is_rest(run, &event.theme)
    });
    Ok(diff)
}

/// Whether `id` is what fits no theme: it neither begins nor ends.
fn is_rest(run: &StoredRun, id: &str) -> bool {
    run.report.themes.iter().any(|theme| theme.id == id && theme.kind == ThemeKind::Other)
}

/// The papers that count, by identifier, and their themes.
fn counted(run: &StoredRun) -> (Vec<&str>, Vec<u32>) {
    let papers = run.papers.iter().zip(&run.theme_of).zip(&run.counted);
    papers.filter(|(_, counted)| **counted).map(|((paper, theme), _)| (paper.id.as_str(), *theme)).unzip()
}

fn themes(run: &StoredRun) -> Vec<(&str, &[LabelTerm])> {
    run.report.themes.iter().map(|theme| (theme.id.as_str(), theme.terms.as_slice())).collect()
}
