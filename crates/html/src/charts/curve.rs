//! How a criterion changes with the number of clusters.

use maud::{Markup, html};

use super::scale::{Scale, tenth};

/// Stability by number of clusters, with the chosen number and its interval marked. `points` holds at least two
/// numbers of clusters, in ascending order, and their stability between 0 and 1. They are drawn evenly spaced;
/// a number between two of them is marked between them.
pub(crate) fn count_curve(points: &[(u64, f64)], chosen: u64, low: u64, high: u64) -> Markup {
    let scale =
        Scale { left: 34.0, right: 350.0, top: 10.0, bottom: 110.0, highest: 1.0, count: points.len() };
    let line: Vec<(usize, f64)> = points.iter().enumerate().map(|(at, point)| (at, point.1)).collect();
    let label = format!("Stability by number of clusters; {chosen} chosen, {low} to {high} plausible");
    let every = points.len().div_ceil(8).max(1);
    let (from, to) = (place(&scale, points, low)[0], place(&scale, points, high)[0]);
    let [across, down] = place(&scale, points, chosen);
    html! {
        svg.chart.c0 viewBox="0 0 360 134" role="img" aria-label=(label) {
            @for tick in [0.0, 0.5, 1.0] {
                @let y = tenth(scale.y(tick));
                line.grid x1=(scale.left) x2=(scale.right) y1=(y) y2=(y) {}
                text.tick x=(scale.left - 6.0) y=(y) dy="0.32em" text-anchor="end" { (tick) }
            }
            rect.band x=(tenth(from)) y=(scale.top) width=(tenth((to - from).max(1.0))) height=(scale.bottom - scale.top) {}
            path.line d=(scale.line(&line)) {}
            circle.dot cx=(tenth(across)) cy=(tenth(down)) r="4" {}
            @for (at, point) in points.iter().enumerate().step_by(every) {
                text.tick x=(tenth(scale.x(at))) y="128" text-anchor="middle" { (point.0) }
            }
        }
    }
}

/// Where the line is at `number` clusters; beyond its ends, at the nearer one.
fn place(scale: &Scale, points: &[(u64, f64)], number: u64) -> [f64; 2] {
    let next = points.partition_point(|point| point.0 < number).clamp(1, points.len() - 1);
    let (before, after) = (points[next - 1], points[next]);
    let number = number.clamp(before.0, after.0);
    let part = (number - before.0) as f64 / (after.0 - before.0).max(1) as f64;
    let between = |from: f64, to: f64| from + part * (to - from);
    [between(scale.x(next - 1), scale.x(next)), scale.y(between(before.1, after.1))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_between_two_points_is_marked_between_them() {
        let points = [(10, 0.4), (20, 0.8), (40, 0.6)];
        let scale = Scale { left: 0.0, right: 200.0, top: 0.0, bottom: 100.0, highest: 1.0, count: 3 };
        for (number, x, y) in [(10, 0.0, 60.0), (15, 50.0, 40.0), (20, 100.0, 20.0), (30, 150.0, 30.0)] {
            let [across, down] = place(&scale, &points, number);
            assert!((across - x).abs() < 1e-9 && (down - y).abs() < 1e-9, "{number}: {across} {down}");
        }
        let drawn = |number| place(&scale, &points, number).map(f64::to_bits);
        assert_eq!((drawn(2), drawn(99)), (drawn(10), drawn(40)));
    }
}
