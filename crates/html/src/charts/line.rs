//! The share of one theme over time.

use maud::{Markup, html};
use thema_cluster::report::{PeriodReport, ThemeReport, TrendReport, names, percent};

use super::merged_periods;
use super::scale::{Scale, axis_percent, ceiling, tenth};

/// A line as high as a row of text; a picture beside words that say the same.
pub(crate) fn sparkline(trend: &TrendReport, color: usize) -> Markup {
    let periods = merged_periods(&trend.periods);
    let highest = periods.iter().map(|period| period.share).fold(0.0, f64::max);
    let scale = Scale { left: 2.0, right: 90.0, top: 3.0, bottom: 21.0, highest, count: periods.len() };
    let shares: Vec<f64> = periods.iter().map(|period| period.share).collect();
    let zeros = vec![0.0; shares.len()];
    html! {
        svg.spark.{ "c" (color) } viewBox="0 0 96 24" aria-hidden="true" focusable="false" {
            path.area d=(scale.band(&zeros, &shares)) {}
            path.line d=(scale.line(shares.iter().copied())) {}
            @if let Some(&last) = shares.last() {
                circle.dot cx=(tenth(scale.x(shares.len() - 1))) cy=(tenth(scale.y(last))) r="2.4" {}
            }
        }
    }
}

/// The share with its interval over all periods; a period that the corpus covers only in part is drawn hollow.
pub(crate) fn trend_chart(theme: &ThemeReport, trend: &TrendReport, color: usize, index: usize) -> Markup {
    let periods = merged_periods(&trend.periods);
    let (Some(first), Some(last)) = (periods.first(), periods.last()) else { return html! {} };
    let shares: Vec<f64> = periods.iter().map(|period| period.share).collect();
    let shown = |period: &&PeriodReport| period.total > 0;
    let highest = periods
        .iter()
        .filter(shown)
        .map(|period| period.high.min(period.share * 2.5 + 0.02))
        .fold(0.0, f64::max);
    let highest = ceiling(highest);
    let scale = Scale { left: 46.0, right: 310.0, top: 12.0, bottom: 112.0, highest, count: periods.len() };
    let low: Vec<f64> = periods.iter().map(|period| period.low.min(period.share)).collect();
    let high: Vec<f64> = periods.iter().map(|period| period.high.max(period.share)).collect();
    let ticks = [0.0, highest / 2.0, highest];
    let label = format!(
        "{}: share per {} from {} to {}, {} at the start and {} at the end, {}.",
        theme.name,
        names::period(trend.unit),
        first.start,
        last.start,
        percent(first.share),
        percent(last.share),
        names::verdict(trend.verdict)
    );
    html! {
        svg.chart.{ "c" (color) } viewBox="0 0 320 136" role="img" aria-label=(label) data-trend=(index)
            data-left=(scale.left) data-right=(scale.right) data-top=(scale.top) data-bottom=(scale.bottom) data-highest=(highest) {
            @for tick in ticks {
                @let y = tenth(scale.y(tick));
                line.grid x1=(scale.left) x2=(scale.right) y1=(y) y2=(y) {}
                text.tick x=(scale.left - 6.0) y=(y) dy="0.32em" text-anchor="end" { (axis_percent(tick)) }
            }
            text.tick x=(scale.left) y="130" { (first.start) }
            text.tick x=(scale.right) y="130" text-anchor="end" { (last.start) }
            path.band d=(scale.band(&low, &high)) {}
            path.line d=(scale.line(shares.iter().copied())) {}
            @for (at, period) in periods.iter().enumerate().filter(|(at, period)| period.partial || at + 1 == periods.len()) {
                circle.dot.hollow[period.partial] cx=(tenth(scale.x(at))) cy=(tenth(scale.y(period.share))) r="3" {}
            }
            line.cursor x1="0" x2="0" y1=(scale.top) y2=(scale.bottom) {}
        }
    }
}
