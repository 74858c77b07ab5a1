//! `trends.csv`: one row per theme and period, themes in the order of the report, periods in order of time.

use std::io::{self, Write};

use crate::csv_cell::{number, text};
use crate::{Report, names};

/// Header of `trends.csv`.
pub(crate) const COLUMNS: [&str; 11] =
    ["id", "theme", "unit", "start", "papers", "total", "share", "low", "high", "partial", "thin"];

/// Writes `trends.csv`; only the header if no theme has a trend.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for theme in &report.themes {
        let Some(trend) = &theme.trend else { continue };
        for period in &trend.periods {
            csv.write_record([
                &*text(&theme.id),
                &*text(&theme.key),
                names::period(trend.unit),
                &period.start,
                &period.papers.to_string(),
                &period.total.to_string(),
                &number(period.share),
                &number(period.low),
                &number(period.high),
                if period.partial { "true" } else { "false" },
                if period.thin { "true" } else { "false" },
            ])?;
        }
    }
    csv.flush()
}
