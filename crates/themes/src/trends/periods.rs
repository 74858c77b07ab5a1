//! The periods that a span of days is divided into.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::trend::PeriodUnit;

/// First and last day of the supported calendar, 1000-01-01 and 9998-12-31; other
/// days are not dates of papers.
const CALENDAR: std::ops::RangeInclusive<i32> = -354_285..=2_932_531;

/// The first or last period is partial if more than one part in this many of it has no papers; see
/// [`Periods::is_partial`].
const UNCOVERED: i32 = 20;

/// Periods of one length that cover a span of days without gaps. The first and the last
/// may be covered only in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periods {
    unit: PeriodUnit,
    /// First day of every period, and of the one after the last.
    starts: Vec<i32>,
    first_day: i32,
    last_day: i32,
    slack: i32,
}

/// Whether a day, in days since 1970-01-01, can be the date of a paper.
pub(super) fn in_calendar(day: i32) -> bool {
    CALENDAR.contains(&day)
}

fn civil(day: i32) -> Option<Date> {
    date(1970, 1, 1).checked_add(i64::from(day).days()).ok()
}

fn day_of(date_: Date) -> i32 {
    date(1970, 1, 1).duration_until(date_).as_hours().div_euclid(24) as i32
}

impl Periods {
    /// Divides the span from `first_day` to `last_day`, in days since 1970-01-01 and within the calendar,
    /// into periods of `unit`. `papers` is the number of papers in it, at least 1.
    pub(super) fn cover(unit: PeriodUnit, first_day: i32, last_day: i32, papers: u64) -> Option<Self> {
        let mut starts = vec![start_of(unit, first_day)?];
        while starts.last().is_some_and(|&start| start <= last_day) {
            starts.push(next(unit, *starts.last()?)?);
        }
        let span = (last_day - first_day + 1) as u64;
        let longest = starts[1] - starts[0];
        let slack = 2.max((span / papers.max(1)) as i32).max(longest / UNCOVERED);
        Some(Self { unit, starts, first_day, last_day, slack })
    }

    /// The same span in periods of another length.
    pub(super) fn divided(&self, unit: PeriodUnit) -> Option<Self> {
        Self::cover(unit, self.first_day, self.last_day, 1)
    }

    /// Length of the periods.
    #[must_use]
    pub fn unit(&self) -> PeriodUnit {
        self.unit
    }

    /// Number of periods, at least 1.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// First day of a period.
    ///
    /// # Panics
    /// If `period` is not below [`Periods::count`].
    #[must_use]
    pub fn start(&self, period: usize) -> i32 {
        self.starts[..self.count()][period]
    }

    /// Middle of a period, in years since the start of the first period.
    pub(super) fn years(&self, period: usize) -> f64 {
        let middle = f64::from(self.starts[period]) / 2.0 + f64::from(self.starts[period + 1]) / 2.0;
        (middle - f64::from(self.starts[0])) / 365.25
    }

    /// The period of a day; `None` outside the span.
    #[must_use]
    pub fn of(&self, day: i32) -> Option<usize> {
        (self.first_day..=self.last_day)
            .contains(&day)
            .then(|| self.starts.partition_point(|&start| start <= day) - 1)
    }

    /// Whether the papers cover only a part of a period: the first one if its first days are missing, the
    /// last one if its last days are. Two days, a twentieth of the period or the mean distance between two
    /// papers, whichever is most, may be missing by chance or because of a weekend.
    #[must_use]
    pub fn is_partial(&self, period: usize) -> bool {
        let missing_first = self.first_day - self.starts[0];
        let missing_last = self.starts[self.count()] - 1 - self.last_day;
        (period == 0 && missing_first > self.slack)
            || (period + 1 == self.count() && missing_last > self.slack)
    }
}

/// First day of the period of `unit` that contains `day`.
fn start_of(unit: PeriodUnit, day: i32) -> Option<i32> {
    let civil = civil(day)?;
    Some(match unit {
        PeriodUnit::Week => day - (day + 3).rem_euclid(7),
        PeriodUnit::Month => day_of(civil.first_of_month()),
        PeriodUnit::Quarter => day_of(date(civil.year(), (civil.month() - 1) / 3 * 3 + 1, 1)),
        PeriodUnit::Year => day_of(civil.first_of_year()),
    })
}

/// First day of the period after the one that begins on `start`.
pub(crate) fn next(unit: PeriodUnit, start: i32) -> Option<i32> {
    let civil = civil(start)?;
    let span = match unit {
        PeriodUnit::Week => return Some(start + 7),
        PeriodUnit::Month => 1.months(),
        PeriodUnit::Quarter => 3.months(),
        PeriodUnit::Year => 1.years(),
    };
    civil.checked_add(span).ok().map(day_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    const JAN_2019: i32 = 17_897;

    fn cover(unit: PeriodUnit, days: std::ops::Range<i32>) -> Periods {
        let papers = days.len() as u64;
        Periods::cover(unit, days.start, days.end - 1, papers).unwrap()
    }

    #[test]
    fn months_are_calendar_months_and_the_last_is_partial() {
        let periods = cover(PeriodUnit::Month, JAN_2019 + 1..JAN_2019 + 401);
        assert_eq!(periods.start(0), JAN_2019);
        assert_eq!(periods.start(1), JAN_2019 + 31);
        assert_eq!(periods.of(JAN_2019 + 30), Some(0));
        assert_eq!(periods.of(JAN_2019 + 31), Some(1));
        assert_eq!(periods.of(JAN_2019), None);
        assert_eq!(periods.count(), 14);
        assert!(periods.is_partial(13) && !periods.is_partial(1) && !periods.is_partial(0));
    }

    #[test]
    fn weeks_start_on_monday_and_a_weekend_may_be_missing() {
        // 2019-01-07 was a Monday.
        let monday = JAN_2019 + 6;
        let periods = cover(PeriodUnit::Week, monday..monday + 12);
        assert_eq!((periods.count(), periods.start(0)), (2, monday));
        assert!(!periods.is_partial(1), "Saturday and Sunday may be missing");
        assert!(cover(PeriodUnit::Week, monday..monday + 9).is_partial(1));
    }

    #[test]
    fn a_year_without_its_last_week_is_whole() {
        assert!(!cover(PeriodUnit::Year, JAN_2019..JAN_2019 + 358).is_partial(0));
        assert!(cover(PeriodUnit::Year, JAN_2019..JAN_2019 + 330).is_partial(0));
    }

    #[test]
    fn quarters_and_years_start_where_they_should() {
        let start = |unit| cover(unit, JAN_2019 + 100..JAN_2019 + 500).start(0);
        assert_eq!(start(PeriodUnit::Quarter), JAN_2019 + 90);
        assert_eq!(start(PeriodUnit::Year), JAN_2019);
    }
}
