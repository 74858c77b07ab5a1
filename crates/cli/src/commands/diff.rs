//! `thema diff`: what happened to themes and papers between two runs.

use thema::{
    Comparison, EventKind, Result, RunDiff, StoredRun, ThemeMatch, counted, diff as compare, thousands,
};

use super::Session;
use super::misfits::warn_of;
use crate::arguments::{DiffArguments, GlobalArguments};
use crate::exit::Status;
use crate::output::{print, print_json};

/// Most moved papers printed; `--json` lists all.
const MOVED: usize = 20;

/// What to make of a comparison that rests on few papers.
const FEW: &str =
    " That is a small part of both runs, so what is born, merged or split below rests on few papers.";

/// Compares two runs.
pub(crate) fn diff(global: &GlobalArguments, arguments: &DiffArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let Comparison { old, new, diff } = session.work(|_| compare(&arguments.old, &arguments.new))?;
    for run in [&old, &new] {
        run.manifest.edits.iter().for_each(|edits| warn_of(&edits.misfits));
    }
    if global.json {
        print_json(&diff)?;
    } else {
        print(|out| write!(out, "{}", describe(&diff, &old, &new)))?;
    }
    Ok(Status::Done)
}

/// Whether the common papers are less than a tenth of each run.
fn are_few(common: u64, only_old: u64, only_new: u64) -> bool {
    10 * common < common + only_old.min(only_new)
}

/// Whether a theme has the same terms and the same of the common papers.
fn is_unchanged(pair: &ThemeMatch) -> bool {
    pair.overlap == Some(1.0) && rounded(pair.similarity) >= 1.0
}

/// Several themes of which nothing is to be told but their papers in each run.
fn in_one_line(themes: &[&ThemeMatch]) -> String {
    let before: u64 = themes.iter().map(|pair| pair.old_papers).sum();
    let now: u64 = themes.iter().map(|pair| pair.new_papers).sum();
    format!(
        "{} have the same name, terms and common papers: {} -> {}; --json lists all",
        counted(themes.len() as u64, "theme"),
        thousands(before),
        counted(now, "paper")
    )
}

/// A similarity with two decimals. Without the sum a small negative number reads "-0.00".
fn rounded(similarity: f64) -> f64 {
    (100.0 * similarity).round() / 100.0 + 0.0
}

/// The difference in words.
fn describe(diff: &RunDiff, old: &StoredRun, new: &StoredRun) -> String {
    use std::fmt::Write;
    let name = |run: &StoredRun, id: &str| {
        let theme = run.report.themes.iter().find(|theme| theme.id == id);
        theme.map_or_else(|| id.to_owned(), |theme| format!("{} ({id})", theme.name))
    };
    let mut text = String::new();
    let (common, only_old, only_new) = (diff.common_papers, diff.only_old, diff.only_new);
    let _ = writeln!(
        text,
        "{} in both runs, {} only in the first, {} only in the second.",
        counted(common, "paper"),
        thousands(only_old),
        thousands(only_new)
    );
    let _ = if common == 0 {
        writeln!(text, "No paper is in both, so themes are compared by their terms alone.\n")
    } else {
        let (moved, churn) = (diff.moved.len(), 100.0 * diff.churn);
        let caution = if are_few(common, only_old, only_new) { FEW } else { "" };
        let (moved, common) = (thousands(moved as u64), thousands(common));
        writeln!(text, "{moved} of {common} moved to another theme: churn {churn:.1} %.{caution}\n")
    };
    let _ = writeln!(text, "Themes of both runs:");
    let is_same = |pair: &&ThemeMatch| is_unchanged(pair) && name(old, &pair.old) == name(new, &pair.new);
    let (same, changed): (Vec<&ThemeMatch>, Vec<&ThemeMatch>) = diff.matched.iter().partition(is_same);
    let (same, changed) =
        if same.len() > 1 { (same, changed) } else { (Vec::new(), diff.matched.iter().collect()) };
    for pair in changed {
        let similarity = rounded(pair.similarity);
        let overlap = pair.overlap.map_or_else(|| "-".to_owned(), |overlap| format!("{overlap:.2}"));
        let _ = writeln!(
            text,
            "  {} -> {}: {} -> {}, overlap {overlap}, term similarity {similarity:.2}",
            name(old, &pair.old),
            name(new, &pair.new),
            thousands(pair.old_papers),
            counted(pair.new_papers, "paper")
        );
    }
    if !same.is_empty() {
        let _ = writeln!(text, "  {}", in_one_line(&same));
    }
    if !diff.events.is_empty() {
        let _ = writeln!(text, "\nEvents:");
    }
    for event in &diff.events {
        let other = event.other.as_deref();
        let line = match event.event {
            EventKind::Born => format!("born: {}", name(new, &event.theme)),
            EventKind::Faded => format!("without a counterpart: {}", name(old, &event.theme)),
            EventKind::Returned => format!("returned: {}", name(new, &event.theme)),
            EventKind::Split => format!(
                "split: {} from {}",
                name(new, &event.theme),
                other.map_or_else(String::new, |other| name(old, other))
            ),
            EventKind::Merged => format!(
                "merged: {} into {}",
                name(old, &event.theme),
                other.map_or_else(String::new, |other| name(new, other))
            ),
        };
        let _ = writeln!(text, "  {line}, {}", counted(event.papers, "paper"));
    }
    if !diff.moved.is_empty() {
        let _ = writeln!(text, "\nPapers that moved:");
    }
    for paper in diff.moved.iter().take(MOVED) {
        let _ = writeln!(text, "  {}: {} -> {}", paper.paper, name(old, &paper.from), name(new, &paper.to));
    }
    if diff.moved.len() > MOVED {
        let _ = writeln!(text, "  and {} more; --json lists all", diff.moved.len() - MOVED);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_papers_are_less_than_a_tenth_of_both_runs() {
        assert!(are_few(493, 11_507, 11_507));
        assert!(!are_few(493, 11_507, 507), "nearly half of the second run");
        assert!(!are_few(1_000, 9_000, 9_000));
        assert!(!are_few(10, 0, 0));
    }

    #[test]
    fn a_theme_is_unchanged_if_only_papers_of_one_run_came_or_went() {
        let theme = |overlap: Option<f64>, similarity: f64| ThemeMatch {
            old: "t-1".into(),
            new: "t-1".into(),
            old_papers: 1_200,
            new_papers: 1_300,
            overlap,
            similarity,
        };
        let same = theme(Some(1.0), 1.0 - 1e-12);
        assert!(is_unchanged(&same));
        let line =
            "2 themes have the same name, terms and common papers: 2,400 -> 2,600 papers; --json lists all";
        assert_eq!(in_one_line(&[&same, &same]), line);
        for changed in [theme(Some(0.99), 1.0), theme(Some(1.0), 0.99), theme(None, 1.0)] {
            assert!(!is_unchanged(&changed));
        }
    }
}
