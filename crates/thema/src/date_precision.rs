//! How much of a date is known when its source states more than it knows.

use serde::{Deserialize, Serialize};
use thema_ingest::{Precision, Timestamp};
use thema_themes::identity::{DateCounts, RunState};
use thema_themes::{DatePrecision, Paper, day_text};

/// If more than this share of the dated papers falls on midnight of 1 January, those papers are taken to have
/// only a year: 20 times the share that falls on a given day by chance.
const BARE_YEARS: f64 = 20.0 / 365.0;
/// Bare years also outnumber the papers of an average other day of January by at least this factor, so that a corpus of a few
/// weeks in January keeps its days.
const ABOVE_JANUARY: f64 = 10.0;
const OTHER_DAYS_OF_JANUARY: f64 = 30.0;
/// If more than this share of the others falls on the first of a month, those are taken to have only a month: 10 times the
/// share that falls there by chance.
const BARE_MONTHS: f64 = 10.0 / 30.4;

/// Counts the papers of a corpus dated at midnight on the first of a month or year, to judge what such a date
/// is worth. Usually the corpus records when a source gives only a year or a month. But services such as
/// OpenAlex, and corpora of earlier versions, write 1 January for a bare year. So if far more of the papers
/// with a day are at midnight on such a day than chance would put there, those papers count as known only to
/// the year (or month).
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub(crate) struct CoarseDates(DateCounts);

impl CoarseDates {
    /// Counts a paper.
    pub(crate) fn add(&mut self, date: Option<Timestamp>) {
        if let Some(date) = date.filter(|date| date.precision() == Precision::Day) {
            let coarsest = coarsest(date);
            self.0.papers[coarsest as usize] += 1;
            self.0.in_january +=
                usize::from(coarsest != DatePrecision::Year && is_in_january(date.unix_days()));
        }
    }

    /// What a run kept of its counts, or for a run of an earlier version, what the precisions of its papers tell.
    pub(crate) fn of_run(state: &RunState) -> Self {
        let guessed = || {
            let mut counts = DateCounts::default();
            for date in state.papers.iter().filter_map(Paper::date) {
                counts.papers[date.precision as usize] += 1;
                let is_bare_year = date.precision == DatePrecision::Year;
                counts.in_january += usize::from(!is_bare_year && is_in_january(date.day));
            }
            counts
        };
        Self(state.date_counts.unwrap_or_else(guessed))
    }

    /// The counts, to keep them.
    pub(crate) fn counts(self) -> DateCounts {
        self.0
    }

    /// Adds the counts of another part of the corpus.
    pub(crate) fn merge(&mut self, other: Self) {
        for (sum, papers) in self.0.papers.iter_mut().zip(other.0.papers) {
            *sum += papers;
        }
        self.0.in_january += other.0.in_january;
    }

    /// How much of a date of this corpus is known.
    pub(crate) fn precision(&self, date: Option<Timestamp>) -> DatePrecision {
        let [_, months, years] = self.0.papers;
        let dated = self.0.papers.iter().sum::<usize>() as f64;
        let of_january = self.0.in_january as f64 / OTHER_DAYS_OF_JANUARY;
        let bare_years = years > 1 && years as f64 > (BARE_YEARS * dated).max(ABOVE_JANUARY * of_january);
        let bare_months = months as f64 > BARE_MONTHS * (dated - years as f64);
        match date.map(|date| (date.precision(), coarsest(date))) {
            Some((Precision::Year, _)) => DatePrecision::Year,
            Some((Precision::Month, _)) => DatePrecision::Month,
            Some((Precision::Day, DatePrecision::Year)) if bare_years => DatePrecision::Year,
            Some((Precision::Day, DatePrecision::Month | DatePrecision::Year)) if bare_months => {
                DatePrecision::Month
            }
            _ => DatePrecision::Day,
        }
    }
}

fn is_in_january(day: i32) -> bool {
    day_text(day).is_some_and(|day| day.contains("-01-"))
}

/// The coarsest precision that this moment could start.
fn coarsest(date: Timestamp) -> DatePrecision {
    let midnight = date.unix_seconds() % 86_400 == 0;
    match day_text(date.unix_days()).filter(|_| midnight) {
        Some(day) if day.ends_with("-01-01") => DatePrecision::Year,
        Some(day) if day.ends_with("-01") => DatePrecision::Month,
        _ => DatePrecision::Day,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dates: &[&str]) -> Vec<DatePrecision> {
        of_dates(&dates.iter().map(|date| Timestamp::parse(date).ok()).collect::<Vec<_>>())
    }

    fn of_dates(dates: &[Option<Timestamp>]) -> Vec<DatePrecision> {
        let mut coarse = CoarseDates::default();
        for date in dates {
            coarse.add(*date);
        }
        dates.iter().map(|date| coarse.precision(*date)).collect()
    }

    #[test]
    fn years_that_a_run_was_told_say_nothing_of_the_days_of_an_update() {
        let mut told = CoarseDates::default();
        (0..1_000).for_each(|_| told.add(Timestamp::from_year(2019)));
        let state = RunState { date_counts: Some(told.counts()), ..RunState::default() };
        let mut dates = CoarseDates::of_run(&state);
        let mut days: Vec<_> = (1..=28).map(|day| Timestamp::from_date(2026, 2, day)).collect();
        days.push(Timestamp::from_date(2026, 1, 1));
        for &day in &days {
            dates.add(day);
        }
        assert!(days.iter().all(|&day| dates.precision(day) == DatePrecision::Day));

        let mut bare = CoarseDates::default();
        (0..100).for_each(|_| bare.add(Timestamp::from_date(2019, 1, 1)));
        let state = RunState { date_counts: Some(bare.counts()), ..RunState::default() };
        let mut dates = CoarseDates::of_run(&state);
        let one = Timestamp::from_date(2020, 1, 1);
        dates.add(one);
        assert_eq!(dates.precision(one), DatePrecision::Year);
    }

    #[test]
    fn bare_years_and_months_show_by_their_number() {
        use DatePrecision::{Day, Month, Year};
        let years = ["2019-01-01", "2020-01-01", "2019-05-04", "soon", "2018-01-01T10:00:00Z"];
        assert_eq!(of(&years), [Year, Year, Day, Day, Day]);
        let months = ["2019-03-01", "2019-04-01", "2019-05-01", "2019-05-04"];
        assert_eq!(of(&months), [Month, Month, Month, Day]);
        let said =
            [Timestamp::from_year(2019), Timestamp::from_month(2020, 1), Timestamp::from_date(2020, 5, 4)];
        assert_eq!(of_dates(&said), [Year, Month, Day], "what the corpus says counts");
        let mut days: Vec<String> = (1..=28).map(|day| format!("2019-02-{day:02}")).collect();
        days.extend((1..=31).map(|day| format!("2019-01-{day:02}")));
        let days: Vec<&str> = days.iter().map(String::as_str).collect();
        assert!(of(&days).iter().all(|&precision| precision == Day), "a day a day is what chance gives");
        assert_eq!(of(&["2020-01-01"]), [Day], "one date shows nothing");
        let mut january: Vec<String> = (1..=28).map(|day| format!("2020-01-{day:02}")).collect();
        january.push("2020-01-01".into());
        let january: Vec<&str> = january.iter().map(String::as_str).collect();
        assert!(of(&january).iter().all(|&precision| precision == Day), "two of the first among four weeks");
    }
}
