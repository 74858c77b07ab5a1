//! The periods that a span of days is cut into.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::trend::PeriodUnit;

/// Longest span cut into weeks, in days.
const WEEKS_UP_TO: i32 = 183;
/// Longest span cut into months, in days; 50 years.
const MONTHS_UP_TO: i32 = 18_263;
/// First and last day of the calendar used, 1000-01-01 and 9998-12-31; other days are no dates of papers.
const CALENDAR: std::ops::RangeInclusive<i32> = -354_285..=2_932_531;

/// Periods of one length that cover a span of days without gaps, the first and the last perhaps only in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periods {
    unit: PeriodUnit,
    /// First day of every period, and that of the one after the last.
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
    /// Cuts the span of `days` (of papers, in days since 1970-01-01, in any order) into periods of `unit`, or, by
    /// default, into weeks up to half a year, months up to fifty years, and years beyond.
    ///
    /// Days before the year 1000 or after 9998 are left out. `None` when no day is left.
    #[must_use]
    pub fn choose(days: impl IntoIterator<Item = i32>, unit: Option<PeriodUnit>) -> Option<Self> {
        let (mut first_day, mut last_day, mut papers) = (i32::MAX, i32::MIN, 0_i64);
        for day in days.into_iter().filter(|&day| in_calendar(day)) {
            first_day = first_day.min(day);
            last_day = last_day.max(day);
            papers += 1;
        }
        if papers == 0 {
            return None;
        }
        let span = last_day - first_day + 1;
        let unit = unit.unwrap_or(if span <= WEEKS_UP_TO {
            PeriodUnit::Week
        } else if span <= MONTHS_UP_TO {
            PeriodUnit::Month
        } else {
            PeriodUnit::Year
        });
        let mut starts = vec![start_of(unit, first_day)?];
        while starts.last().is_some_and(|&start| start <= last_day) {
            starts.push(next(unit, *starts.last()?)?);
        }
        let slack = 2.max((i64::from(span) / papers) as i32);
        Some(Self { unit, starts, first_day, last_day, slack })
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

    /// Middle of a period in years since its first period's start.
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

    /// Whether the papers cover only a part of a period: the first one when its first days are missing, the last
    /// one when its last are. Up to two days, or the mean distance of two papers where that is more, may be
    /// missing by chance or for a weekend.
    #[must_use]
    pub fn is_partial(&self, period: usize) -> bool {
        let missing_first = self.first_day - self.starts[0];
        let missing_last = self.starts[self.count()] - 1 - self.last_day;
        (period == 0 && missing_first > self.slack)
            || (period + 1 == self.count() && missing_last > self.slack)
    }
}

fn start_of(unit: PeriodUnit, day: i32) -> Option<i32> {
    let civil = civil(day)?;
    Some(match unit {
        PeriodUnit::Week => day - (day + 3).rem_euclid(7),
        PeriodUnit::Month => day_of(civil.first_of_month()),
        PeriodUnit::Quarter => day_of(date(civil.year(), (civil.month() - 1) / 3 * 3 + 1, 1)),
        PeriodUnit::Year => day_of(civil.first_of_year()),
    })
}

fn next(unit: PeriodUnit, start: i32) -> Option<i32> {
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

    #[test]
    fn months_are_calendar_months_and_the_last_is_partial() {
        let days = (JAN_2019 + 3..JAN_2019 + 31 + 10).chain([JAN_2019 + 400]);
        let periods = Periods::choose(days, Some(PeriodUnit::Month)).unwrap();
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
        let periods = Periods::choose(monday..monday + 12, None).unwrap();
        assert_eq!(periods.unit(), PeriodUnit::Week);
        assert_eq!((periods.count(), periods.start(0)), (2, monday));
        assert!(!periods.is_partial(1), "Saturday and Sunday may be missing");
        let periods = Periods::choose(monday..monday + 9, None).unwrap();
        assert!(periods.is_partial(1));
    }

    #[test]
    fn spans_choose_their_unit_and_impossible_days_are_left_out() {
        let unit = |days: [i32; 2]| Periods::choose(days, None).map(|periods| periods.unit());
        assert_eq!(unit([0, 182]), Some(PeriodUnit::Week));
        assert_eq!(unit([0, 183]), Some(PeriodUnit::Month));
        assert_eq!(unit([-18_000, 18_000]), Some(PeriodUnit::Year));
        assert_eq!(unit([i32::MIN, i32::MAX]), None);
        assert!(Periods::choose([-354_285, 2_932_531], None).is_some());
    }

    #[test]
    fn quarters_and_years_start_where_they_should() {
        let start = |unit| Periods::choose([JAN_2019 + 100, JAN_2019 + 500], Some(unit)).unwrap().start(0);
        assert_eq!(start(PeriodUnit::Quarter), JAN_2019 + 90);
        assert_eq!(start(PeriodUnit::Year), JAN_2019);
    }
}
