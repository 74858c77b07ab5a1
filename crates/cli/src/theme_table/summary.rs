//! The summary of what was read, printed before the themes.

use std::fmt::Write as _;

use thema::{Report, counted, thousands};
use unicode_width::UnicodeWidthStr;

use super::paint::{HEADER, Paint, YELLOW};
use super::width::fitted;

/// One or two lines about what was read.
pub(super) fn summary(report: &Report, width: usize, paint: Paint) -> String {
    let corpus = &report.corpus;
    let papers = counted(corpus.papers, "paper");
    let (records, inputs) =
        (counted(corpus.records, "record"), counted(corpus.sources.len() as u64, "input"));
    let rest = format!(" from {records} in {inputs}");
    let mut out = format!("{}{}\n", paint.with(HEADER, &papers), fitted(&rest, width - papers.width()));
    let mut notes = vec![format!("{} merged", thousands(corpus.joined))];
    let rejected = format!("{} rejected", thousands(corpus.rejected));
    notes.push(rejected.clone());
    if corpus.near_duplicates > 0 {
        notes.push(format!("{} not counted", counted(corpus.near_duplicates, "near-duplicate")));
    }
    if report.outliers.papers > 0 {
        notes.push(counted(report.outliers.papers, "outlier"));
    }
    if let (Some(first), Some(last)) = (&corpus.first_submitted, &corpus.last_submitted) {
        notes.push(format!("{first} to {last}"));
    }
    if let Some(strays) = &corpus.stray_dates {
        notes.push(format!("{} years later ({})", counted(strays.papers, "paper"), strays.last));
    }
    let line = fitted(&notes.join(", "), width);
    let line =
        if corpus.rejected > 0 { line.replacen(&rejected, &paint.with(YELLOW, &rejected), 1) } else { line };
    out.push_str(&line);
    out.push('\n');
    let count = report.quality_figures().and_then(|figures| figures.cluster_count);
    if let Some(count) = count.filter(|count| count.low < count.high) {
        let interval = format!(
            "{} clusters; any number from {} to {} is plausible",
            count.clusters, count.low, count.high
        );
        let _ = writeln!(out, "{}", fitted(&interval, width));
    }
    if let Some(name) = &report.built_in_taxonomy {
        let taxonomy = format!("Built-in taxonomy {name}, for the papers' field; --no-taxonomy does without");
        let _ = writeln!(out, "{}", fitted(&taxonomy, width));
    }
    out
}
