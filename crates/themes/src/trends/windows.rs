//! The recent periods and as many before them.

use super::trend::{PeriodUnit, Window};
use super::{PeriodCounts, Periods};

/// The two windows of a run: the periods of the one before and of the recent one, each without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    pub(super) before: std::ops::Range<usize>,
    pub(super) recent: std::ops::Range<usize>,
}

/// Maximum number of years in one window.
const MOST_YEARS: usize = 3;

/// Periods of one window over `run` periods: a quarter of them in whole years, up to three years.
/// The minimum is a year, 13 weeks if the periods are weeks, or three years if they are years;
/// the maximum is half of `run`.
fn length(unit: PeriodUnit, run: usize) -> usize {
    let (year, least) = match unit {
        PeriodUnit::Week => (52, 13),
        PeriodUnit::Month => (12, 12),
        PeriodUnit::Quarter => (4, 4),
        PeriodUnit::Year => (1, MOST_YEARS),
    };
    let years = (run / 4 / year).min(MOST_YEARS);
    (years * year).max(least).min(run / 2)
}

impl Windows {
    /// The windows from the beginning of `run`, which are consecutive periods, up to the one before the recent one, each as
    /// long as these and none overlapping another.
    pub(super) fn earlier(&self, run: &[usize]) -> Vec<std::ops::Range<usize>> {
        let length = self.recent.len();
        let starts = run.iter().copied().step_by(length);
        starts.map(|start| start..start + length).take_while(|range| range.end <= self.before.start).collect()
    }

    /// The windows at the end of `run`, which are consecutive periods; `None` if there are fewer than
    /// `least`, which is at least 2.
    pub(super) fn at_the_end(unit: PeriodUnit, run: &[usize], least: usize) -> Option<Self> {
        let length = length(unit, run.len());
        let end = run.last()? + 1;
        (run.len() >= least && length > 0)
            .then(|| Self { before: end - 2 * length..end - length, recent: end - length..end })
    }
}

/// A theme's papers in consecutive periods.
pub(super) fn window(
    counts: &PeriodCounts,
    theme: usize,
    periods: &Periods,
    range: &std::ops::Range<usize>,
) -> Window {
    Window {
        start: periods.start(range.start),
        end: periods.start(range.end - 1),
        papers: counts.of_theme(theme)[range.clone()].iter().sum(),
        total: counts.totals()[range.clone()].iter().sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_windows_are_apart_from_the_others() {
        let earlier = |run: std::ops::Range<usize>| {
            let run: Vec<usize> = run.collect();
            Windows::at_the_end(PeriodUnit::Year, &run, 4).unwrap().earlier(&run)
        };
        assert_eq!(earlier(3..23), [3..6, 6..9, 9..12, 12..15]);
        assert_eq!(earlier(3..12).len(), 1);
        assert!(earlier(3..11).is_empty());
    }

    #[test]
    fn like_is_compared_with_like() {
        let windows = |unit, run: std::ops::Range<usize>| {
            let run: Vec<usize> = run.collect();
            Windows::at_the_end(unit, &run, 4).map(|windows| (windows.before, windows.recent))
        };
        assert_eq!(windows(PeriodUnit::Year, 3..23), Some((17..20, 20..23)));
        assert_eq!(windows(PeriodUnit::Year, 0..5), Some((1..3, 3..5)));
        assert_eq!(windows(PeriodUnit::Month, 0..13), Some((1..7, 7..13)));
        assert_eq!(windows(PeriodUnit::Month, 0..40), Some((16..28, 28..40)));
        assert_eq!(windows(PeriodUnit::Quarter, 0..48), Some((24..36, 36..48)));
        assert_eq!(windows(PeriodUnit::Quarter, 0..3), None);
        assert_eq!(windows(PeriodUnit::Quarter, 0..0), None);
    }
}
