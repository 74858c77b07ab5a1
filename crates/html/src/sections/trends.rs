//! How shares changed.

use maud::{Markup, html};
use thema_report::{Report, TrendReport, counted};

use super::themes::{figures, verdict};
use crate::charts::{DrawnPeriods, field_chart, trend_chart};
use crate::excerpt;

/// Maximum number of themes with their own chart in this section.
const CHARTS: usize = 12;

/// The chart of all themes over time, and those of the largest themes; empty without dates.
pub(crate) fn trends(report: &Report, colors: &[usize]) -> Markup {
    let dated = || {
        let with_index = report.themes.iter().zip(colors).enumerate();
        with_index
            .filter_map(|(at, (theme, &color))| theme.trend.as_ref().map(|trend| (at, theme, trend, color)))
    };
    let Some(length) = dated().map(|(_, _, trend, _)| DrawnPeriods::of(trend).length()).next() else {
        return html! {};
    };
    // Themes that moved before the others, those that moved most first; the others in the order of the report.
    let mut charted: Vec<_> = dated().collect();
    let moved =
        |trend: &TrendReport| if trend.verdict.is_change() { trend.change.difference.abs() } else { 0.0 };
    charted.sort_by(|(_, _, a, _), (_, _, b, _)| moved(b).total_cmp(&moved(a)));
    let movers = charted.iter().filter(|(_, _, trend, _)| trend.verdict.is_change()).count();
    let is_partial = charted.iter().any(|(_, _, trend, _)| trend.plotted().any(|period| period.partial));
    let left_out = charted.len().saturating_sub(CHARTS);
    charted.truncate(CHARTS);
    html! {
        section #trends aria-labelledby="trends-title" {
            div.heading {
                h2 #trends-title { "Trends" }
                p {
                    "Share of papers per " (length) ", by date of first version. Bands are 95 % confidence intervals of each point on its own"
                    @if is_partial { "; a hollow point marks a time that the corpus covers only in part" }
                    ". "
                    "Periods with too few papers are left out. Arrow keys move through the values of a chart. "
                    @if let Some((.., trend, _)) = dated().next() {
                        "“Rising” and “falling” compare " (trend.change.recent.name) " with " (trend.change.before.name) ". q is the false discovery rate: of changes at least as clear, about this share would be chance. "
                    }
                    @if left_out > 0 {
                        @if movers >= CHARTS { "The largest changes have charts of their own; " }
                        @else if movers > 0 { "Rising and falling themes have charts of their own, then the largest others; " }
                        @else { "The largest themes have charts of their own; " }
                        (counted(left_out as u64, "other theme")) @if left_out == 1 { " is in " } @else { " are in " } code { "trends.csv" } "."
                    }
                }
            }
            div.fieldchart tabindex="0" role="region" aria-label="Shares of the largest themes" { (field_chart(&report.themes, colors)) }
            div.multiples {
                @for (at, theme, trend, color) in charted {
                    figure {
                        figcaption {
                            span.swatch.{ "c" (color) } aria-hidden="true" {}
                            a href={ "#" (theme.id) } { (excerpt::name(&theme.name)) }
                            (verdict(trend))
                        }
                        (trend_chart(theme, trend, color, at))
                        p.hint { (figures(trend)) }
                        @if let Some(peaked) = trend.peaked() { p.hint { (peaked) } }
                    }
                }
            }
        }
    }
}
