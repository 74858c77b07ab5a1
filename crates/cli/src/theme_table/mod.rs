//! What a run prints on a terminal when it ends: the corpus in a line, and the themes in a table that fits the width.

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
use thema::{Report, ThemeKind, ThemeReport, counted, plain};
use width::fitted;

/// Most themes shown; with the surrounding lines they fit one screen.
const ROWS: usize = 16;
/// Narrowest width for the layout; on narrower terminals, lines wrap.
const NARROWEST: usize = 40;
/// Widest width used.
const WIDEST: usize = 160;
/// The summary and the table, with every line at most `width` columns wide (but never laid out for fewer than
/// 40) and a newline at the end. Control characters in titles and terms are removed.
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
        let ordered: Vec<&ThemeReport> = of_taxonomy.into_iter().chain(discovered).collect();
        let (shown, hidden) = ordered.split_at(shown_of(ordered.len(), ROWS));
        let mut shown = shown.to_vec();
        shown.sort_by_key(|theme| theme.rank);
        for theme in &shown {
            layout.row(theme, "", &mut out, paint);
        }
        if let Some(more) = more(hidden) {
            let more = format!("{more}, in themes.csv");
            let _ = writeln!(out, "{}", paint.with(DIM, &fitted(&more, width)));
        }
        for theme in rest {
            layout.row(theme, "", &mut out, paint);
        }
    }
    if !report.themes.is_empty() && report.found_themes() == 0 {
        let none =
            "No themes: no paper could be placed with confidence; the column outlier of papers.csv says why";
        let _ = writeln!(out, "\n{}", fitted(none, width));
    }
    let trends = || report.themes.iter().filter_map(|theme| theme.trend.as_ref());
    if trends().next().is_some() && !trends().any(|trend| trend.verdict.is_change()) {
        let _ = writeln!(out, "\n{}", fitted("No theme clearly rises or falls", width));
    }
    if layout.marked.is_some() {
        let _ = writeln!(
            out,
            "\n{}",
            fitted("+ discovered among the papers that the taxonomy's themes leave", width)
        );
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

/// How many of `all` lines are shown where there is space for `most`: a line that tells of a single other would be no
/// shorter than that one.
fn shown_of(all: usize, most: usize) -> usize {
    if all == most + 1 { all } else { all.min(most) }
}

/// What a line says of themes that are not shown: how many they are, and how large.
fn more(hidden: &[&ThemeReport]) -> Option<String> {
    let largest = hidden.iter().map(|theme| theme.size).max()?;
    Some(format!("{} more themes, each of at most {}", hidden.len(), counted(largest, "paper")))
}

/// The groups of clusters, if they are a separate level that the table does not show.
fn levels(report: &Report, width: usize, out: &mut String) {
    let named: Vec<String> = report
        .groups()
        .iter()
        .map(|group| format!("  {:>5.1} %  {}", group.share * 100.0, plain(&group.name)))
        .collect();
    if !named.is_empty() {
        let (groups, clusters) = (named.len(), report.clusters.len());
        let heading = if report.has_taxonomy() {
            format!("Without the taxonomy, the papers form {clusters} clusters in {groups} groups")
        } else {
            format!("In {groups} groups")
        };
        let _ = writeln!(out, "\n{}", fitted(&heading, width));
    }
    for line in named {
        let _ = writeln!(out, "{}", fitted(&line, width));
    }
}
