//! Changes that one month makes.

use super::periods::next;
use super::trend::{Change, PeriodUnit, Window};
use super::{DateTally, PeriodCounts, Periods};

/// Minimum part of a difference that is left without the busiest month of the larger share.
const LEFT: f64 = 0.5;

/// Papers by month, or by week where the periods are weeks. One author's old papers, posted on a day, or the papers of one
/// conference are no trend.
pub(super) struct Months {
    calendar: Periods,
    counts: PeriodCounts,
    /// Length of the periods that windows consist of.
    unit: PeriodUnit,
}

impl Months {
    /// The months of the span of `periods`. Papers whose date says only the year are in none.
    pub(super) fn of(dates: &DateTally, periods: &Periods) -> Option<Self> {
        let unit = periods.unit();
        let finer = if unit == PeriodUnit::Week { unit } else { PeriodUnit::Month };
        let calendar = periods.divided(finer)?;
        let counts = PeriodCounts::count(dates, &calendar);
        Some(Self { calendar, counts, unit })
    }

    /// Whether less than half of a theme's change is left without the month that holds most papers of the theme in the
    /// window with the larger share.
    pub(super) fn make(&self, theme: usize, change: &Change) -> bool {
        let difference = change.difference();
        let (larger, smaller) =
            if difference > 0.0 { (change.recent, change.before) } else { (change.before, change.recent) };
        let share = self.without_busiest(theme, larger).share();
        share - smaller.share() < LEFT * difference.abs()
    }

    /// A window without the papers of the month in which the theme has most.
    fn without_busiest(&self, theme: usize, window: Window) -> Window {
        let end = next(self.unit, window.end).unwrap_or(i32::MAX);
        let within = (0..self.calendar.count()).filter(|&month| {
            let start = self.calendar.start(month);
            window.start <= start && start < end
        });
        let papers = self.counts.of_theme(theme);
        // Of equal ones, the earliest.
        let busiest = within.max_by_key(|&month| (papers[month], std::cmp::Reverse(month)));
        busiest.map_or(window, |month| Window {
            papers: window.papers - papers[month],
            total: window.total - self.counts.totals()[month],
            ..window
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PaperDate;

    #[test]
    fn one_conference_makes_a_change_and_a_year_of_papers_does_not() {
        // 2010 to 2013 with 20 papers a month: theme 0 has 60 of them in one month of 2010, theme 1 five a month then.
        let mut dates = DateTally::empty(2);
        let mut add = |theme: Option<u32>, day: i32, papers: usize| {
            for _ in 0..papers {
                dates.add(theme, PaperDate::from(day));
            }
        };
        for month in 0..48 {
            let day = 14_610 + month * 30 + 15;
            add(None, day, 15);
            add(Some(1), day, if month < 24 { 5 } else { 1 });
            add(Some(0), day, 1);
        }
        add(Some(0), 14_700, 60);
        let periods = Periods::cover(PeriodUnit::Year, 14_610, 16_070, 1_000).unwrap();
        let months = Months::of(&dates, &periods).unwrap();
        let counts = PeriodCounts::count(&dates, &periods);
        let window = |theme: usize, range: std::ops::Range<usize>| {
            super::super::windows::window(&counts, theme, &periods, &range)
        };
        let change = |theme: usize| Change {
            before: window(theme, 0..2),
            recent: window(theme, 2..4),
            ..Change::default()
        };
        assert!(change(0).difference() < -0.05 && months.make(0, &change(0)));
        assert!(change(1).difference() < -0.05 && !months.make(1, &change(1)));
    }
}
