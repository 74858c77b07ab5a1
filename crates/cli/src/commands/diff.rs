//! `thema diff`: what became of themes and papers between two runs.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use thema_report::StoredRun;
use thema_themes::LabelTerm;
use thema_themes::identity::{EventKind, RunDiff, RunView};

use crate::arguments::{DiffArguments, GlobalArguments};
use crate::exit::{Classify, Failure, Status};

/// Moved papers named on the screen; `--json` has all.
const MOVED: usize = 20;

/// Compares two runs.
pub(crate) fn diff(global: &GlobalArguments, arguments: &DiffArguments) -> anyhow::Result<Status> {
    let (old, new) = (read(&arguments.old)?, read(&arguments.new)?);
    let diff = compare(&old, &new)?;
    let print = || -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        if global.json {
            serde_json::to_writer(&mut out, &diff)?;
            writeln!(out)?;
            return Ok(());
        }
        write!(out, "{}", describe(&diff, &old, &new))?;
        Ok(())
    };
    print().context("standard output").classify(Failure::Output)?;
    Ok(Status::Done)
}

fn read(run: &Path) -> anyhow::Result<StoredRun> {
    StoredRun::read(run)
        .with_context(|| format!("{} is no run that this version can read", run.display()))
        .classify(Failure::Input)
}

fn compare(old: &StoredRun, new: &StoredRun) -> anyhow::Result<RunDiff> {
    let ids = |run: &StoredRun| -> Vec<String> { run.papers.iter().map(|paper| paper.id.clone()).collect() };
    let (old_ids, new_ids) = (ids(old), ids(new));
    let old_papers: Vec<&str> = old_ids.iter().map(String::as_str).collect();
    let new_papers: Vec<&str> = new_ids.iter().map(String::as_str).collect();
    let (old_themes, new_themes) = (themes(old), themes(new));
    Ok(RunDiff::of(
        &RunView { papers: &old_papers, theme_of: &old.theme_of, themes: &old_themes },
        &RunView { papers: &new_papers, theme_of: &new.theme_of, themes: &new_themes },
    )?)
}

fn themes(run: &StoredRun) -> Vec<(&str, &[LabelTerm])> {
    run.report.themes.iter().map(|theme| (theme.id.as_str(), theme.terms.as_slice())).collect()
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
        "{common} papers are in both runs, {only_old} in the first alone, {only_new} in the second alone."
    );
    let _ = writeln!(
        text,
        "{} of {common} moved to another theme: churn {:.1} %.\n",
        diff.moved.len(),
        100.0 * diff.churn
    );
    let _ = writeln!(text, "Themes of both runs:");
    for pair in &diff.matched {
        let overlap = pair.overlap.map_or_else(|| "-".to_owned(), |overlap| format!("{overlap:.2}"));
        let _ = writeln!(
            text,
            "  {} -> {}: {} -> {} papers, overlap {overlap}, likeness of terms {:.2}",
            name(old, &pair.old),
            name(new, &pair.new),
            pair.old_papers,
            pair.new_papers,
            pair.similarity
        );
    }
    if !diff.events.is_empty() {
        let _ = writeln!(text, "\nEvents:");
    }
    for event in &diff.events {
        let other = event.other.as_deref();
        let line = match event.event {
            EventKind::Born => format!("born: {}", name(new, &event.theme)),
            EventKind::Faded => format!("faded: {}", name(old, &event.theme)),
            EventKind::Split => format!(
                "split: {} out of {}",
                name(new, &event.theme),
                other.map_or_else(String::new, |other| name(old, other))
            ),
            EventKind::Merged => format!(
                "merged: {} into {}",
                name(old, &event.theme),
                other.map_or_else(String::new, |other| name(new, other))
            ),
        };
        let _ = writeln!(text, "  {line}, {} papers", event.papers);
    }
    if !diff.moved.is_empty() {
        let _ = writeln!(text, "\nPapers that moved:");
    }
    for paper in diff.moved.iter().take(MOVED) {
        let _ = writeln!(text, "  {}: {} -> {}", paper.paper, name(old, &paper.from), name(new, &paper.to));
    }
    if diff.moved.len() > MOVED {
        let _ = writeln!(text, "  and {} more; --json has all", diff.moved.len() - MOVED);
    }
    text
}
