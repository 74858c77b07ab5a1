//! All themes over time, stacked to the whole.

use maud::{Markup, html};
use thema_report::{PeriodReport, ThemeReport};

use super::DrawnPeriods;
use super::scale::{Scale, tenth};
use crate::excerpt::excerpt;
use crate::palette::REST;

/// Number of themes drawn separately; the others are drawn as one.
const APART: usize = 9;
/// Steps between the labels of the time axis.
const TICKS: usize = 5;

/// Shares of the largest themes stacked to the whole, the largest at the bottom; empty without trends.
pub(crate) fn field_chart(themes: &[ThemeReport], colors: &[usize]) -> Markup {
    let dated: Vec<(&ThemeReport, usize, Vec<PeriodReport>)> = themes
        .iter()
        .zip(colors)
        .filter_map(|(theme, &color)| {
            theme.trend.as_ref().map(|trend| (theme, color, filled(DrawnPeriods::of(trend).periods)))
        })
        .collect();
    let Some(count) = dated.first().map(|(_, _, periods)| periods.len()).filter(|&count| count > 1) else {
        return html! {};
    };
    let Some(drawn) = themes.iter().find_map(|theme| theme.trend.as_ref()).map(DrawnPeriods::of) else {
        return html! {};
    };
    let (Some([first, last]), names) = (drawn.span(), drawn.names()) else { return html! {} };
    let scale = Scale { left: 44.0, right: 760.0, top: 8.0, bottom: 250.0, highest: 1.0, count };
    let mut floor = vec![0.0; count];
    let mut layers: Vec<(&str, usize, String, f64)> = vec![];
    for (theme, color, periods) in dated.iter().filter(|(_, color, _)| *color != REST).take(APART) {
        if periods.len() != count {
            continue;
        }
        let top: Vec<f64> = floor.iter().zip(periods).map(|(base, period)| base + period.share).collect();
        let middle = f64::midpoint(floor[count - 1], top[count - 1]);
        layers.push((&theme.name, *color, scale.band(&placed(&floor), &placed(&top)), middle));
        floor = top;
    }
    let rest = floor.iter().zip(&dated[0].2).any(|(&top, period)| period.total > 0 && top < 0.999);
    if rest {
        let whole = vec![1.0; count];
        let middle = f64::midpoint(floor[count - 1], 1.0);
        layers.push(("All others", REST, scale.band(&placed(&floor), &placed(&whole)), middle));
    }
    let places = spread(
        layers.iter().map(|layer| scale.y(layer.3)).collect(),
        15.0,
        scale.top + 6.0,
        scale.bottom - 2.0,
    );
    html! {
        svg.field viewBox="0 0 980 276" role="img" aria-label={ "Shares of the largest themes from " (first) " to " (last) ", stacked" } {
            @for (tick, name) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
                text.tick x="38" y=(tenth(scale.y(tick))) dy="0.32em" text-anchor="end" { (name) }
            }
            @for (_, color, path, _) in &layers {
                path.layer.{ "c" (color) } d=(path) {}
            }
            @for ((name, color, _, _), y) in layers.iter().zip(&places) {
                rect.key.{ "c" (color) } x="770" y=(tenth(y - 4.5)) width="9" height="9" rx="2" {}
                text.name x="785" y=(tenth(*y)) dy="0.32em" { (excerpt(name, 25)) }
            }
            @for at in (0..=TICKS).map(|tick| tick * (count - 1) / TICKS) {
                @let anchor = if at == 0 { "start" } else if at + 1 == count { "end" } else { "middle" };
                text.tick x=(tenth(scale.x(at))) y="270" text-anchor=(anchor) { (names[at]) }
            }
        }
    }
}

/// Fills periods without papers with the previous period's share, so that the stack has no gaps.
fn filled(mut periods: Vec<PeriodReport>) -> Vec<PeriodReport> {
    for at in 1..periods.len() {
        if periods[at].total == 0 {
            periods[at].share = periods[at - 1].share;
        }
    }
    periods
}

fn placed(values: &[f64]) -> Vec<(usize, f64)> {
    values.iter().copied().enumerate().collect()
}

/// Moves heights apart so that neighbours, which are in descending order, are `gap`
/// apart and within the bounds.
fn spread(mut heights: Vec<f64>, gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut limit = bottom;
    for height in &mut heights {
        *height = height.min(limit);
        limit = *height - gap;
    }
    let mut limit = top;
    for height in heights.iter_mut().rev() {
        *height = height.max(limit);
        limit = *height + gap;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_moved_apart() {
        let places = spread(vec![90.0, 88.0, 87.0, 20.0], 15.0, 0.0, 100.0);
        assert!(places.windows(2).all(|pair| pair[0] - pair[1] >= 15.0), "{places:?}");
    }
}
