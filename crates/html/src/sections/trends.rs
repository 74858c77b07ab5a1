//! How shares changed.

use maud::{Markup, html};
use thema_report::{Report, counted, names};

use super::themes::{figures, verdict};
use crate::charts::{field_chart, trend_chart};
use crate::excerpt::excerpt;

/// Maximum number of themes with their own chart in this section.
const CHARTS: usize = 12;
/// Maximum length of a name, in characters.
const NAME: usize = 120;

/// The chart of all themes over time, and those of the largest themes; empty without dates.
pub(crate) fn trends(report: &Report, colors: &[usize]) -> Markup {
    let dated = || {
        let with_index = report.themes.iter().zip(colors).enumerate();
        with_index
            .filter_map(|(at, (theme, &color))| theme.trend.as_ref().map(|trend| (at, theme, trend, color)))
    };
    let Some(unit) = dated().map(|(_, _, trend, _)| names::period(trend.unit)).next() else {
        return html! {};
    };
    // Themes that moved before the others, each in the order of the report.
    let mut charted: Vec<_> = dated().collect();
    charted.sort_by_key(|(_, _, trend, _)| !trend.verdict.is_change());
    let has_moved = charted.first().is_some_and(|(_, _, trend, _)| trend.verdict.is_change());
    let is_partial = charted.iter().any(|(_, _, trend, _)| trend.plotted().any(|period| period.partial));
    let left_out = charted.len().saturating_sub(CHARTS);
    charted.truncate(CHARTS);
    html! {
        section #trends aria-labelledby="trends-title" {
            div.heading {
                h2 #trends-title { "Trends" }
                p {
                    "Share of papers per " (unit) ", by date of first version. Bands are 95 % confidence intervals"
                    @if is_partial { "; a hollow point marks a period that the corpus covers only in part" }
                    ". "
                    "Periods with too few papers are left out. "
                    @if let Some((.., trend, _)) = dated().next() {
                        "“Rising” and “falling” compare " (trend.change.recent.name) " with " (trend.change.before.name) ". q is the false discovery rate: of changes at least as clear, about this share would be chance. "
                    }
                    @if left_out > 0 {
                        @if has_moved { "Rising and falling themes come first, then the largest others; " } @else { "The largest themes have charts; " }
                        (counted(left_out as u64, "theme")) @if left_out == 1 { " has none." } @else { " have none." }
                    }
                }
            }
            div.fieldchart tabindex="0" role="region" aria-label="Shares of the largest themes" { (field_chart(&report.themes, colors)) }
            div.multiples {
                @for (at, theme, trend, color) in charted {
                    figure {
                        figcaption {
                            span.swatch.{ "c" (color) } aria-hidden="true" {}
                            a href={ "#" (theme.id) } { (excerpt(&theme.name, NAME)) }
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
