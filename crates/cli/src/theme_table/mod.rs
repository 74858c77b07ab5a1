//! What the end of a run shows on a terminal: the corpus in a line, the themes in a table that fits the width.

mod bar;
mod groups;
mod layout;
mod paint;
mod summary;
#[cfg(test)]
mod tests;
mod width;

use std::fmt::Write as _;

use groups::groups;
use layout::Layout;
use paint::{DIM, Paint};
use summary::summary;
use thema::{Report, ThemeKind, ThemeReport, plain};
use width::fitted;

/// Themes shown; with the lines around them they fit one screen.
const ROWS: usize = 16;
/// Narrowest width that is laid out; narrower terminals wrap.
const NARROWEST: usize = 40;
/// Widest width that is used.
const WIDEST: usize = 160;
/// The summary and the table, every line at most `width` columns wide (never laid out for fewer than 40),
/// with a newline at the end. Control characters of titles and terms are not passed on.
pub(crate) fn theme_table(report: &Report, width: usize, color: bool) -> String {
    let width = width.clamp(NARROWEST, WIDEST);
    let paint = Paint { color };
    let mut out = summary(report, width, paint);
    out.push('\n');
    let layout = Layout::new(report, width);
    layout.header(&mut out, paint);
    let groups = if report.themes.len() > ROWS { groups(report) } else { Vec::new() };
    for group in &groups {
        layout.group(group, &mut out, paint);
    }
    if groups.is_empty() {
        let (rest, named): (Vec<&ThemeReport>, Vec<&ThemeReport>) = report
            .themes
            .iter()
            .filter(|theme| theme.nearest.is_none())
            .partition(|theme| theme.kind == ThemeKind::Other);
        let (of_taxonomy, discovered): (Vec<&ThemeReport>, Vec<&ThemeReport>) =
            named.iter().partition(|theme| theme.kind == ThemeKind::Taxonomy);
        let mut shown: Vec<&ThemeReport> = of_taxonomy.into_iter().chain(discovered).take(ROWS).collect();
        shown.sort_by_key(|theme| theme.rank);
        for theme in &shown {
            layout.row(theme, "", &mut out, paint);
        }
        if named.len() > shown.len() {
            let more = format!("{} more themes in themes.csv", named.len() - shown.len());
            let _ = writeln!(out, "{}", paint.with(DIM, &fitted(&more, width)));
        }
        for theme in rest {
            layout.row(theme, "", &mut out, paint);
        }
    }
    let found = |theme: &ThemeReport| theme.kind != ThemeKind::Other && theme.size > 0;
    if !report.themes.is_empty() && !report.themes.iter().any(found) {
        let none =
            "No themes: no paper could be placed with confidence; the column outlier of papers.csv says why";
        let _ = writeln!(out, "\n{}", fitted(none, width));
    }
    if layout.marked.is_some() {
        let _ =
            writeln!(out, "\n{}", fitted("+ discovered: the taxonomy has no theme for these papers", width));
    }
    if groups.is_empty() {
        levels(report, width, &mut out);
    }
    let absent = report.themes.iter().filter(|theme| theme.nearest.is_some());
    let absent: Vec<&str> = absent.map(|theme| theme.name.as_str()).collect();
    if !absent.is_empty() {
        let _ = writeln!(out, "\n{}", fitted(&format!("Not found: {}", absent.join(", ")), width));
    }
    out
}

/// The groups of the clusters, where they are a level of their own and the table does not show them.
fn levels(report: &Report, width: usize, out: &mut String) {
    let named: Vec<String> = report
        .groups()
        .iter()
        .map(|group| format!("  {:>5.1} %  {}", group.share * 100.0, plain(&group.name)))
        .collect();
    if !named.is_empty() {
        let _ = writeln!(out, "\nIn {} groups", named.len());
    }
    for line in named {
        let _ = writeln!(out, "{}", fitted(&line, width));
    }
}
