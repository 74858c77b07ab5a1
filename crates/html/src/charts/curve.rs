//! How a criterion changes with the number of clusters.

use maud::{Markup, html};

use super::scale::{Scale, tenth};

/// Stability by number of clusters, with the chosen number and its interval marked. `points` holds numbers of
/// clusters in ascending order and their stability between 0 and 1; they are evenly spaced.
pub(crate) fn count_curve(points: &[(u64, f64)], chosen: u64, low: u64, high: u64) -> Markup {
    let scale =
        Scale { left: 34.0, right: 350.0, top: 10.0, bottom: 110.0, highest: 1.0, count: points.len() };
    let line: Vec<(usize, f64)> = points.iter().enumerate().map(|(at, point)| (at, point.1)).collect();
    let place = |number: u64| points.iter().position(|point| point.0 >= number).unwrap_or(points.len() - 1);
    let label = format!("Stability by number of clusters; {chosen} chosen, {low} to {high} plausible");
    let every = points.len().div_ceil(8).max(1);
    html! {
        svg.chart.c0 viewBox="0 0 360 134" role="img" aria-label=(label) {
            @for tick in [0.0, 0.5, 1.0] {
                @let y = tenth(scale.y(tick));
                line.grid x1=(scale.left) x2=(scale.right) y1=(y) y2=(y) {}
                text.tick x=(scale.left - 6.0) y=(y) dy="0.32em" text-anchor="end" { (tick) }
            }
            @let (from, to) = (scale.x(place(low)), scale.x(place(high)));
            rect.band x=(tenth(from)) y=(scale.top) width=(tenth((to - from).max(1.0))) height=(scale.bottom - scale.top) {}
            path.line d=(scale.line(&line)) {}
            @if let Some(&(at, value)) = line.get(place(chosen)) {
                circle.dot cx=(tenth(scale.x(at))) cy=(tenth(scale.y(value))) r="4" {}
            }
            @for (at, point) in points.iter().enumerate().step_by(every) {
                text.tick x=(tenth(scale.x(at))) y="128" text-anchor="middle" { (point.0) }
            }
        }
    }
}
