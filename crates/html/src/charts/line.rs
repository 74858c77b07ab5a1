//! The share of one theme over time.

use maud::{Markup, html};
use thema_report::{PeriodReport, ThemeReport, TrendReport};

use super::DrawnPeriods;
use super::scale::{Scale, axis_percent, ceiling, tenth};
use crate::excerpt;

/// Intervals stretch the axis up to this many times the highest share; the highest that is cut is written.
const HEADROOM: f64 = 3.0;

/// A line of the height of a text row, from 0 to the highest share, which is written beside it.
pub(crate) fn sparkline(trend: &TrendReport, color: usize) -> Markup {
    let DrawnPeriods { periods, .. } = DrawnPeriods::of(trend);
    let highest = highest(&periods, |period| period.share);
    let scale = Scale { left: 2.0, right: 96.0, top: 4.0, bottom: 24.0, highest, count: periods.len() };
    let shares = dated(&periods, |period| period.share);
    let floor: Vec<(usize, f64)> = shares.iter().map(|&(at, _)| (at, 0.0)).collect();
    html! {
        svg.spark.{ "c" (color) } viewBox="0 0 136 28" aria-hidden="true" focusable="false" {
            line.grid x1="2" x2="96" y1="24" y2="24" {}
            path.area d=(scale.band(&floor, &shares)) {}
            path.line d=(scale.line(&shares)) {}
            @if let Some(&(at, last)) = shares.last() {
                circle.dot cx=(tenth(scale.x(at))) cy=(tenth(scale.y(last))) r="2.4" {}
            }
            text.tick x="103" y="9" { (axis_percent(highest)) }
            text.tick x="103" y="27" { "0" }
        }
    }
}

/// The share with its interval over all periods. A period that the corpus covers
/// only in part is drawn hollow.
pub(crate) fn trend_chart(theme: &ThemeReport, trend: &TrendReport, color: usize, index: usize) -> Markup {
    let drawn = DrawnPeriods::of(trend);
    let Some([first, last]) = drawn.span() else { return html! {} };
    let periods = &drawn.periods;
    let peak = highest(periods, |period| period.share);
    let highest = ceiling(highest(periods, |period| period.high.min(peak * HEADROOM)));
    let scale = Scale { left: 46.0, right: 310.0, top: 12.0, bottom: 112.0, highest, count: periods.len() };
    let cut = dated(periods, |period| period.high).into_iter().filter(|&(_, high)| high > highest);
    let cut = cut.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    let shares = dated(periods, |period| period.share);
    let low = dated(periods, |period| period.low.min(period.share));
    let high = dated(periods, |period| period.high.max(period.share));
    let label = format!(
        "{}: share per {} from {first} to {last}; {}: {}.",
        excerpt::name(&theme.name),
        drawn.length(),
        trend.words,
        trend.figures
    );
    let marked = |at: usize, period: &PeriodReport| {
        period.total > 0 && (period.partial || Some(at) == shares.last().map(|&(at, _)| at))
    };
    html! {
        svg.chart.{ "c" (color) } viewBox="0 0 320 136" role="img" aria-label=(label) data-trend=(index)
            data-left=(scale.left) data-right=(scale.right) {
            @for tick in [0.0, highest / 2.0, highest] {
                @let y = tenth(scale.y(tick));
                line.grid x1=(scale.left) x2=(scale.right) y1=(y) y2=(y) {}
                text.tick x=(scale.left - 6.0) y=(y) dy="0.32em" text-anchor="end" { (axis_percent(tick)) }
            }
            text.tick x=(scale.left) y="130" { (first) }
            text.tick x=(scale.right) y="130" text-anchor="end" { (last) }
            path.band d=(scale.band(&low, &high)) {}
            @if let Some((at, high)) = cut {
                text.tick x=(tenth(scale.x(at))) y="9" text-anchor=(anchor(at, periods.len())) { "↑ " (axis_percent(high)) }
            }
            path.line d=(scale.line(&shares)) {}
            @for (at, period) in periods.iter().enumerate().filter(|&(at, period)| marked(at, period)) {
                circle.dot.hollow[period.partial] cx=(tenth(scale.x(at))) cy=(tenth(scale.y(period.share))) r="3" {}
            }
            line.cursor x1="0" x2="0" y1=(scale.top) y2=(scale.bottom) {}
        }
    }
}

/// How a text at a period is anchored to stay within the chart.
fn anchor(at: usize, periods: usize) -> &'static str {
    match 4 * at / periods.max(1) {
        0 => "start",
        3.. => "end",
        _ => "middle",
    }
}

/// A value for every period that has papers, with the period's position.
fn dated(periods: &[PeriodReport], value: impl Fn(&PeriodReport) -> f64) -> Vec<(usize, f64)> {
    let with_papers = periods.iter().enumerate().filter(|(_, period)| period.total > 0);
    with_papers.map(|(at, period)| (at, value(period))).collect()
}

/// The highest value of the periods that have papers.
fn highest(periods: &[PeriodReport], value: impl Fn(&PeriodReport) -> f64) -> f64 {
    dated(periods, value).into_iter().map(|(_, value)| value).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_that_is_drawn_is_on_the_axis() {
        let period = |papers: u64, total: u64| PeriodReport {
            start: String::new(),
            papers,
            total,
            share: papers as f64 / total.max(1) as f64,
            low: 0.0,
            high: 1.0,
            partial: false,
            thin: total == 0,
        };
        let periods = [period(150, 1_000), period(0, 0), period(900, 30_000)];
        assert_eq!(highest(&periods, |period| period.share).to_bits(), 0.15_f64.to_bits());
    }
}
