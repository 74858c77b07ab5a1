//! What an edit did, in words.

use std::collections::BTreeSet;

use thema_report::{Report, ThemeReport, counted, joined};
use thema_themes::Edit;

use crate::paper_ids::canonical_id;

/// What `edit` made of the report `before`, which is now `after`.
pub(super) fn in_words(edit: &Edit, before: &Report, after: &Report) -> String {
    let said = |named: &str| find(before, named).map_or_else(|| named.to_owned(), with_id);
    let now = |named: &str| {
        let theme =
            find(before, named).and_then(|theme| find(after, &theme.id)).or_else(|| find(after, named));
        theme.map_or_else(
            || named.to_owned(),
            |theme| format!("{}, which has {}", with_id(theme), counted(theme.size, "paper")),
        )
    };
    match edit {
        Edit::Rename { theme, name } => format!("{} is now {name}.", said(theme)),
        Edit::Merge { themes, into } => {
            let mut seen = BTreeSet::from([said(into)]);
            let taken: Vec<String> =
                themes.iter().map(|theme| said(theme)).filter(|theme| seen.insert(theme.clone())).collect();
            let are = if taken.len() == 1 { "is" } else { "are" };
            format!("{} {are} now part of {}.", joined(&taken), now(into))
        }
        Edit::Split { theme, name, .. } => {
            let papers = find(after, name).map_or(0, |made| made.size);
            let form = if papers == 1 { "forms" } else { "form" };
            let id = find(after, name).map_or_else(|| name.clone(), with_id);
            format!("{} of {} now {form} {id}.", counted(papers, "paper"), said(theme))
        }
        Edit::Move { papers, to } => format!("{} now in {}.", are(papers), now(to)),
        Edit::Exclude { papers } => format!(
            "{} now excluded from the report, which counts {} in {}.",
            are(papers),
            counted(after.themes.iter().map(|theme| theme.size).sum(), "paper"),
            counted(after.found_themes() as u64, "theme")
        ),
        Edit::Describe { theme, text } => format!("{} is now described as: {text}", said(theme)),
    }
}

/// The theme that an edit names by id, key or name.
fn find<'a>(report: &'a Report, named: &str) -> Option<&'a ThemeReport> {
    let by = |is: &dyn Fn(&ThemeReport) -> bool| report.themes.iter().find(|theme| is(theme));
    by(&|theme| theme.id == named)
        .or_else(|| by(&|theme| theme.key == named))
        .or_else(|| by(&|theme| theme.name == named))
}

fn with_id(theme: &ThemeReport) -> String {
    format!("{} ({})", theme.name, theme.id)
}

/// The number of papers with its verb.
fn are(papers: &[String]) -> String {
    let distinct: BTreeSet<String> = papers.iter().map(|id| canonical_id(id)).collect();
    let are = if distinct.len() == 1 { "is" } else { "are" };
    format!("{} {are}", counted(distinct.len() as u64, "paper"))
}
