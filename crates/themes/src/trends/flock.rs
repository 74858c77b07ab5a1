//! Changes that one month makes.

use super::periods::next;
use super::trend::{BusiestMonth, Change, PeriodUnit, Window};
use super::usable::Usable;
use super::{DateTally, PeriodCounts, Periods};

/// Minimum share of a window's papers that came in its busiest month, and minimum ratio of that share to the corpus's, for
/// the month to be told.
const CROWDED: (f64, f64) = (0.25, 2.0);

/// Papers by month, or by week where the periods are weeks. One author's old papers, posted on a day, or the papers of one
/// conference are no trend.
pub(super) struct Months {
    calendar: Periods,
    counts: PeriodCounts,
    /// Months of periods that are not thin, of which alone windows consist.
    compared: Vec<usize>,
    /// Length of the periods that windows consist of.
    unit: PeriodUnit,
}

impl Months {
    /// The months of the span of `periods`. Papers whose date says only the year are in none.
    pub(super) fn of(dates: &DateTally, periods: &Periods, usable: &Usable) -> Option<Self> {
        let unit = periods.unit();
        let finer = if unit == PeriodUnit::Week { unit } else { PeriodUnit::Month };
        let calendar = periods.divided(finer)?;
        let counts = PeriodCounts::count(dates, &calendar);
        let is_compared =
            |&month: &usize| periods.of(calendar.start(month)).is_some_and(|period| !usable.is_thin(period));
        let compared = (0..calendar.count()).filter(is_compared).collect();
        Some(Self { calendar, counts, compared, unit })
    }

    /// Whether less than half of a theme's change is left without the month that holds most papers of the theme in the
    /// window with the larger share.
    pub(super) fn make(&self, theme: usize, change: &Change) -> bool {
        let [larger, smaller] = by_share(change);
        let share = self.without_busiest(theme, larger).share();
        change.is_made_by_what_leaves(share - smaller.share())
    }

    /// The month that holds most papers of the theme in the window with the larger share, if it holds a quarter of them and
    /// twice its part of the corpus or more.
    pub(super) fn busiest(&self, theme: usize, change: &Change) -> Option<BusiestMonth> {
        let [window, _] = by_share(change);
        let month = self.busiest_of(theme, window)?;
        let papers = self.counts.of_theme(theme)[month];
        let share = papers as f64 / window.papers.max(1) as f64;
        let usual = self.counts.totals()[month] as f64 / window.total.max(1) as f64;
        (share >= CROWDED.0 && share >= CROWDED.1 * usual)
            .then(|| BusiestMonth { start: self.calendar.start(month), papers })
    }

    /// A window without the papers of the month in which the theme has most.
    fn without_busiest(&self, theme: usize, window: Window) -> Window {
        self.busiest_of(theme, window).map_or(window, |month| Window {
            papers: window.papers - self.counts.of_theme(theme)[month],
            total: window.total - self.counts.totals()[month],
            ..window
        })
    }

    fn busiest_of(&self, theme: usize, window: Window) -> Option<usize> {
        let end = next(self.unit, window.end).unwrap_or(i32::MAX);
        let within = self.compared.iter().copied().filter(|&month| {
            let start = self.calendar.start(month);
            window.start <= start && start < end
        });
        let papers = self.counts.of_theme(theme);
        // Of equal ones, the earliest.
        within.max_by_key(|&month| (papers[month], std::cmp::Reverse(month)))
    }
}

/// The window with the larger share, and the other.
fn by_share(change: &Change) -> [Window; 2] {
    if change.difference() > 0.0 { [change.recent, change.before] } else { [change.before, change.recent] }
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
        let counts = PeriodCounts::count(&dates, &periods);
        let usable = Usable::of(&periods, counts.totals());
        let months = Months::of(&dates, &periods, &usable).unwrap();
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
        let busiest = months.busiest(0, &change(0)).unwrap();
        assert!(busiest.papers >= 60 && (14_670..=14_700).contains(&busiest.start), "{busiest:?}");
        assert_eq!(months.busiest(1, &change(1)), None, "five a month are no crowd");
    }

    #[test]
    fn months_of_thin_periods_are_in_no_window() {
        // 2010 to 2013; 2011 is thin, and nearly all of its papers are of theme 0 and of one month.
        let mut dates = DateTally::empty(1);
        for (year, papers) in [(0, 10_000), (1, 40), (2, 10_000), (3, 10_000)] {
            for paper in 0..papers {
                let day = 14_610 + year * 365 + if year == 1 { 40 } else { paper % 360 };
                let theme = (year == 1 || paper % 400 == 0).then_some(0);
                dates.add(theme, PaperDate::from(day));
            }
        }
        let periods = Periods::cover(PeriodUnit::Year, 14_610, 16_070, 1_000).unwrap();
        let counts = PeriodCounts::count(&dates, &periods);
        let usable = Usable::of(&periods, counts.totals());
        assert!(usable.is_thin(1));
        let months = Months::of(&dates, &periods, &usable).unwrap();
        let window = Window { start: periods.start(0), end: periods.start(2), papers: 50, total: 20_000 };
        let change = Change { recent: window, ..Change::default() };
        assert!(!months.make(0, &change));
    }
}
