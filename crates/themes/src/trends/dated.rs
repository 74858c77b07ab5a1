//! The dated papers of a corpus by theme and period, and what is read from them for one theme.

use std::ops::Range;

use super::dispersion::{Dispersion, Observation};
use super::flock::Months;
use super::shape::shape;
use super::share_change::{difference_interval, difference_test};
use super::share_interval::share_interval;
use super::trend::{Burst, Change, Shape, TrendPeriod, Verdict, Window};
use super::usable::Usable;
use super::windows::{Windows, window};
use super::{PeriodCounts, Periods};

/// The dated papers of a corpus by theme and period.
pub(super) struct Dated {
    pub(super) periods: Periods,
    pub(super) counts: PeriodCounts,
    pub(super) usable: Usable,
    pub(super) windows: Windows,
    pub(super) months: Months,
}

impl Dated {
    /// A theme's full periods.
    pub(super) fn observations(&self, theme: usize) -> Vec<Observation> {
        let (papers, totals) = (self.counts.of_theme(theme), self.counts.totals());
        let of = |period: usize| (self.periods.years(period), papers[period] as f64, totals[period] as f64);
        self.usable.full().into_iter().map(of).collect()
    }

    /// The recent window compared with an `earlier` one; the q-value is that of this theme alone.
    pub(super) fn change(&self, theme: usize, earlier: &Range<usize>, spread: Dispersion) -> Change {
        let [before, recent] =
            [earlier, &self.windows.recent].map(|range| window(&self.counts, theme, &self.periods, range));
        let [then, now] = [before, recent].map(|window| (window.papers as f64, window.total as f64));
        let (low, high) = difference_interval(then, now, spread.factor, spread.freedom);
        let p_value = difference_test(then, now, spread.factor, spread.freedom);
        Change { before, recent, low, high, p_value, q_value: p_value }
    }

    /// The periods of a burst as the recent window, and all other plotted ones as the window before.
    pub(super) fn since_the_rest(&self, theme: usize, burst: &Burst) -> Change {
        let within = |period: usize| (burst.start..=burst.end).contains(&self.periods.start(period));
        let window = |is_within: bool| {
            let periods = self.usable.plotted().into_iter().filter(|&period| within(period) == is_within);
            let (papers, total) = periods.fold((0, 0), |(papers, total), period| {
                (papers + self.counts.of_theme(theme)[period], total + self.counts.totals()[period])
            });
            Window { start: burst.start, end: burst.end, papers, total }
        };
        Change { before: window(false), recent: window(true), ..Change::default() }
    }

    /// The windows before the two compared, from when the corpus had grown.
    pub(super) fn earlier_windows(&self) -> Vec<Range<usize>> {
        let run = self.usable.last_run();
        let grown = run.iter().position(|&period| self.usable.is_grown(period)).unwrap_or(run.len());
        self.windows.earlier(&run[grown..])
    }

    /// The first periods of a corpus that grew a lot show what it began to collect, so they are left out.
    pub(super) fn shape(&self, theme: usize, spread: Dispersion, verdict: Verdict) -> Option<Shape> {
        let observations = self.observations(theme);
        let full = self.usable.full();
        let grown = full.iter().position(|&period| self.usable.is_grown(period))?;
        let bends = shape(&observations[grown..], spread, verdict)?;
        let start = |at: usize| self.periods.start(full[grown + at]);
        Some(Shape { since: start(bends.since), past: bends.past, turn: bends.turn.map(start) })
    }

    pub(super) fn trend_periods(&self, theme: usize) -> Vec<TrendPeriod> {
        let (papers, totals) = (self.counts.of_theme(theme), self.counts.totals());
        let of = |period: usize| {
            let (papers, total) = (papers[period], totals[period]);
            let (low, high) = share_interval(papers as f64, total as f64);
            TrendPeriod {
                start: self.periods.start(period),
                papers,
                total,
                share: if total == 0 { 0.0 } else { papers as f64 / total as f64 },
                low,
                high,
                partial: self.usable.is_partial(period),
                thin: self.usable.is_thin(period),
            }
        };
        (0..self.periods.count()).map(of).collect()
    }
}
