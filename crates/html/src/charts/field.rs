//! All themes over time, as parts of the whole.

use maud::{Markup, html};
use thema_cluster::report::{PeriodReport, ThemeReport};

use super::merged_periods;
use super::scale::{Scale, tenth};
use crate::palette::REST;

/// Themes drawn apart; the others are drawn as one.
const APART: usize = 9;

/// Shares of the largest themes stacked to the whole, the largest at the bottom; nothing without trends.
pub(crate) fn field_chart(themes: &[ThemeReport], colors: &[usize]) -> Markup {
    let dated: Vec<(&ThemeReport, usize, Vec<PeriodReport>)> = themes
        .iter()
        .zip(colors)
        .filter_map(|(theme, &color)| {
            theme.trend.as_ref().map(|trend| (theme, color, merged_periods(&trend.periods)))
        })
        .collect();
    let Some(count) = dated.first().map(|(_, _, periods)| periods.len()).filter(|&count| count > 1) else {
        return html! {};
    };
    let scale = Scale { left: 8.0, right: 760.0, top: 8.0, bottom: 250.0, highest: 1.0, count };
    let (first, last) = (&dated[0].2[0].start, &dated[0].2[count - 1].start);
    let mut floor = vec![0.0; count];
    let mut layers: Vec<(&str, usize, String, f64)> = vec![];
    for (theme, color, periods) in dated.iter().filter(|(_, color, _)| *color != REST).take(APART) {
        if periods.len() != count {
            continue;
        }
        let top: Vec<f64> = floor.iter().zip(periods).map(|(base, period)| base + period.share).collect();
        let middle = f64::midpoint(floor[count - 1], top[count - 1]);
        layers.push((&theme.name, *color, scale.band(&floor, &top), middle));
        floor = top;
    }
    let rest = floor.iter().zip(&dated[0].2).any(|(&top, period)| period.total > 0 && top < 0.999);
    if rest {
        let whole = vec![1.0; count];
        let middle = f64::midpoint(floor[count - 1], 1.0);
        layers.push(("All others", REST, scale.band(&floor, &whole), middle));
    }
    let places = spread(
        layers.iter().map(|layer| scale.y(layer.3)).collect(),
        15.0,
        scale.top + 6.0,
        scale.bottom - 2.0,
    );
    html! {
        svg.field viewBox="0 0 980 276" role="img" aria-label={ "Shares of the largest themes from " (first) " to " (last) ", stacked" } {
            @for (_, color, path, _) in &layers {
                path.layer.{ "c" (color) } d=(path) {}
            }
            @for ((name, color, _, _), y) in layers.iter().zip(&places) {
                rect.key.{ "c" (color) } x="770" y=(tenth(y - 4.5)) width="9" height="9" rx="2" {}
                text.name x="785" y=(tenth(*y)) dy="0.32em" { (name.chars().take(30).collect::<String>()) }
            }
            text.tick x=(scale.left) y="270" { (first) }
            text.tick x=(scale.right) y="270" text-anchor="end" { (last) }
        }
    }
}

/// Heights moved apart so that neighbours (falling in the order given) stay `gap` from each other and inside.
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
