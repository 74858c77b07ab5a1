//! `facets.csv`: one row per theme and facet value, themes in the order of the report.

use std::io::{self, Write};

use crate::Report;
use crate::csv_cell::{number, text};

/// Header of `facets.csv`.
pub(crate) const COLUMNS: [&str; 7] = ["id", "theme", "facet", "value", "papers", "share", "lift"];

/// Writes `facets.csv`.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for theme in &report.themes {
        for facet in &theme.facets {
            for count in &facet.values {
                csv.write_record([
                    text(&theme.id).as_ref(),
                    text(&theme.key).as_ref(),
                    facet.facet.name(),
                    text(&count.value).as_ref(),
                    &count.papers.to_string(),
                    &number(count.share),
                    &number(count.lift),
                ])?;
            }
        }
    }
    csv.flush()
}
