//! The order of the sections.

use std::fmt::Write as _;

use super::{leftovers, movement, opening, picture, portraits};
use crate::markdown::table;
use crate::wording::{counted, few};
use crate::{Report, names};
use crate::{percent, thousands};

/// Maximum number of themes in the table.
pub(super) const LISTED: usize = 60;

/// The digest of a report as Markdown.
#[must_use]
pub fn digest(report: &Report) -> String {
    let mut out = format!("# Themes of {}\n\n", counted(report.corpus.papers, "paper"));
    let sections = [
        Some(opening::section(report)),
        picture::section(report),
        movement::section(report),
        portraits::section(report),
        leftovers::section(report),
        all_themes(report),
    ];
    out.push_str(&sections.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    out
}

/// Every theme on one line.
fn all_themes(report: &Report) -> Option<String> {
    let moved = report.themes.iter().any(|theme| theme.trend.is_some());
    let mixed = report.is_mixed();
    let rows: Vec<Vec<String>> = report
        .themes
        .iter()
        .take(LISTED)
        .map(|theme| {
            let mut row = vec![super::quoting::name(theme), thousands(theme.size), percent(theme.share)];
            if mixed {
                row.push(names::kind(theme.kind).to_owned());
            }
            if moved {
                row.push(theme.trend.as_ref().map_or_else(String::new, |trend| trend.words.clone()));
            }
            row
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let columns = [("theme", false), ("papers", true), ("share", true)];
    let more = [(mixed, ("kind", false)), (moved, ("trend", false))];
    let more = more.into_iter().filter_map(|(shown, column)| shown.then_some(column));
    let (names, right): (Vec<&str>, Vec<bool>) = columns.into_iter().chain(more).unzip();
    let mut out = format!("## All themes\n\n{}", table(&names, &right, &rows));
    if report.themes.len() > LISTED {
        let rest = few((report.themes.len() - LISTED) as u64, "other theme");
        let _ = writeln!(out, "\n`themes.csv` also lists {rest}.");
    }
    Some(out)
}
