//! Map and network of themes for `VOSviewer` (van Eck and Waltman, "`VOSviewer` Manual", sections on map and network files).

use std::io::{self, Write};

use super::links::links;
use crate::csv_cell::text;
use crate::{MapPlaces, Report, TrendReport};

/// Writes the map file: one row per theme, tabs between columns. The position of a theme is the mean of its
/// papers' positions.
pub(crate) fn write_map(report: &Report, map: &MapPlaces, out: &mut dyn Write) -> io::Result<()> {
    let places = map.places.as_deref().map(|places| centres(report.themes.len(), &map.themes, places));
    let mut rows = tabbed(out);
    let mut header = vec!["id", "label", "description"];
    if places.is_some() {
        header.extend(["x", "y"]);
    }
    header.extend(["cluster", "weight<Papers>", "score<Change in points>"]);
    rows.write_record(header)?;
    for (at, theme) in report.themes.iter().enumerate() {
        let terms: Vec<&str> = theme.terms.iter().map(|term| term.text.as_str()).collect();
        let mut row = vec![(at + 1).to_string(), one_line(&theme.name), one_line(&terms.join("; "))];
        if let Some(places) = &places {
            row.extend(places[at].map(|axis| format!("{axis:.6}")));
        }
        row.push(group(report, at).to_string());
        row.push(theme.size.to_string());
        let points = |trend: &TrendReport| format!("{:.4}", trend.change.difference * 100.0);
        row.push(theme.trend.as_ref().map_or_else(|| "0".to_owned(), points));
        rows.write_record(row)?;
    }
    rows.flush()
}

/// Writes the network file without a header: the numbers of two themes in the map file and the strength of
/// their link. A strength is (1 + cosine) / 2, because it must not be negative.
pub(crate) fn write_network(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = tabbed(out);
    for (a, b, strength) in links(report) {
        rows.write_record([(a + 1).to_string(), (b + 1).to_string(), format!("{strength:.6}")])?;
    }
    rows.flush()
}

fn tabbed(out: &mut dyn Write) -> csv::Writer<&mut dyn Write> {
    csv::WriterBuilder::new().delimiter(b'\t').from_writer(out)
}

/// A text cell without tabs, line breaks or double quotes, because `VOSviewer` does not unquote.
fn one_line(value: &str) -> String {
    text(&value.split_whitespace().collect::<Vec<_>>().join(" ").replace('"', "'")).into_owned()
}

/// Mean position of every theme's papers; the middle of the map for a theme without a positioned paper.
fn centres(themes: usize, theme_of: &[u32], positions: &[[f32; 2]]) -> Vec<[f64; 2]> {
    let mut sums = vec![([0.0_f64; 2], 0_u64); themes];
    for (&theme, place) in theme_of.iter().zip(positions) {
        if place.iter().all(|axis| axis.is_finite()) {
            let (sum, count) = &mut sums[theme as usize];
            *sum = [sum[0] + f64::from(place[0]), sum[1] + f64::from(place[1])];
            *count += 1;
        }
    }
    sums.into_iter().map(|(sum, count)| sum.map(|axis| axis / count.max(1) as f64 + 0.0)).collect()
}

/// Number, from 1, of the top group of the hierarchy that contains the theme's largest
/// cluster; 1 if there is none.
fn group(report: &Report, theme: usize) -> usize {
    let of_theme = report.group_of(&report.themes[theme]);
    report.hierarchy.iter().position(|group| Some(group) == of_theme).unwrap_or(0) + 1
}
