//! Positions in a chart.

use std::fmt::Write as _;

/// Maps values to pixels of the view box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) highest: f64,
    pub(super) count: usize,
}

impl Scale {
    /// Horizontal position of the `at`th of `count` values.
    pub(super) fn x(&self, at: usize) -> f64 {
        let steps = self.count.saturating_sub(1).max(1) as f64;
        self.left + (self.right - self.left) * at as f64 / steps
    }

    /// Vertical position of a value between 0 and `highest`.
    pub(super) fn y(&self, value: f64) -> f64 {
        let part = (value / self.highest.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        self.bottom - (self.bottom - self.top) * part
    }

    /// A line through values at their positions, in order.
    pub(super) fn line(&self, values: &[(usize, f64)]) -> String {
        path(values.iter().map(|&(at, value)| (self.x(at), self.y(value))))
    }

    /// The area between a low and a high line through values at their positions.
    pub(super) fn band(&self, low: &[(usize, f64)], high: &[(usize, f64)]) -> String {
        let forth = high.iter().map(|&(at, value)| (self.x(at), self.y(value)));
        let back = low.iter().rev().map(|&(at, value)| (self.x(at), self.y(value)));
        let mut path = path(forth.chain(back));
        path.push('Z');
        path
    }
}

/// A path through points, with coordinates rounded to a tenth of a pixel.
fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (at, (x, y)) in points.enumerate() {
        let _ = write!(path, "{}{} {}", if at == 0 { 'M' } else { 'L' }, tenth(x), tenth(y));
    }
    path
}

/// A number with at most one decimal.
pub(super) fn tenth(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `value`, capped at 1.
pub(super) fn ceiling(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 1.0;
    }
    let power = 10f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0];
    let step = steps.into_iter().find(|step| step * power >= value * 0.999_999).unwrap_or(10.0);
    (step * power).min(1.0)
}

/// A share on an axis: a percentage without unnecessary digits.
pub(super) fn axis_percent(share: f64) -> String {
    let percent = share * 100.0;
    let digits = if percent >= 2.0 || percent == 0.0 {
        0
    } else if percent >= 0.2 {
        1
    } else {
        2
    };
    let digits = if (percent - percent.round()).abs() < 1e-9 { 0 } else { digits.max(1) };
    format!("{percent:.digits$} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_a_round_number() {
        for (value, end) in [(0.31, 0.5), (0.02, 0.02), (0.0213, 0.025), (0.9, 1.0), (0.0, 1.0), (1.0, 1.0)] {
            assert!((ceiling(value) - end).abs() < 1e-12, "{value}: {}", ceiling(value));
        }
        assert_eq!(axis_percent(0.025), "2.5 %");
        assert_eq!(axis_percent(0.5), "50 %");
    }

    #[test]
    fn a_band_goes_there_and_back() {
        let scale = Scale { left: 0.0, right: 10.0, top: 0.0, bottom: 10.0, highest: 1.0, count: 2 };
        assert_eq!(scale.band(&[(0, 0.0), (1, 0.25)], &[(0, 1.0), (1, 0.5)]), "M0 0L10 5L10 7.5L0 10Z");
    }
}
