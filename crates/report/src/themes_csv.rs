//! `themes.csv`: one row per theme, in the order of the report.

use std::io::{self, Write};

use crate::csv_cell::{list, number, optional, text};
use crate::model::ThemeReport;
use crate::{Report, names};

/// Header of `themes.csv`.
pub(crate) const COLUMNS: [&str; 25] = [
    "rank",
    "id",
    "theme",
    "name",
    "kind",
    "papers",
    "share",
    "mean_margin",
    "outliers",
    "terms",
    "representatives",
    "first_paper",
    "first_submitted",
    "trend",
    "trend_in_words",
    "before",
    "share_before",
    "recent",
    "share_recent",
    "change",
    "change_low",
    "change_high",
    "p_value",
    "q_value",
    "group",
];

/// Writes `themes.csv`.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for theme in &report.themes {
        csv.write_record(row(report, theme))?;
    }
    csv.flush()
}

fn row(report: &Report, theme: &ThemeReport) -> [String; COLUMNS.len()] {
    let trend = theme.trend.as_ref();
    let change = trend.map(|trend| &trend.change);
    let first = theme.first_paper.as_ref();
    [
        theme.rank.to_string(),
        text(&theme.id).into_owned(),
        text(&theme.key).into_owned(),
        text(&theme.name).into_owned(),
        names::kind(theme.kind).to_owned(),
        theme.size.to_string(),
        number(theme.share),
        theme.mean_margin.map_or_else(String::new, number),
        theme.outliers.to_string(),
        list(theme.terms.iter().map(|term| term.text.as_str())),
        list(theme.representatives.iter().map(|paper| paper.id.as_str())),
        optional(first.map(|paper| paper.id.as_str())).into_owned(),
        optional(first.and_then(|paper| paper.submitted.as_deref())).into_owned(),
        trend.map_or("", |trend| names::verdict(trend.verdict)).to_owned(),
        trend.map_or_else(String::new, |trend| trend.words.clone()),
        change.map_or_else(String::new, |change| change.before.name.clone()),
        change.map_or_else(String::new, |change| number(change.before.share)),
        change.map_or_else(String::new, |change| change.recent.name.clone()),
        change.map_or_else(String::new, |change| number(change.recent.share)),
        change.map_or_else(String::new, |change| number(change.difference)),
        change.map_or_else(String::new, |change| number(change.low)),
        change.map_or_else(String::new, |change| number(change.high)),
        change.map_or_else(String::new, |change| number(change.p_value)),
        change.map_or_else(String::new, |change| number(change.q_value)),
        optional(report.group_of(theme).map(|group| group.name.as_str())).into_owned(),
    ]
}
