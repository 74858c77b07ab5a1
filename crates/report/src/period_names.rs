//! Names of periods, ranges and days for readers.

use thema_themes::PeriodUnit;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The period that begins on the day `start`: `2019`, `Q2 2019`, `March 2026`, `the week of 2 March 2026`.
#[must_use]
pub fn period_name(unit: PeriodUnit, start: &str) -> String {
    let Some((year, month, _)) = parts(start) else { return start.to_owned() };
    match (unit, month) {
        (PeriodUnit::Year, _) | (_, None) => year.to_owned(),
        (PeriodUnit::Quarter, Some(month)) => format!("Q{} {year}", month / 3 + 1),
        (PeriodUnit::Month, Some(month)) => format!("{} {year}", MONTHS[month]),
        (PeriodUnit::Week, Some(_)) => format!("the week of {}", date_name(start)),
    }
}

/// The same in a few letters: `2019`, `Q2 2019`, `Mar 2026`, and the day itself if periods are weeks.
#[must_use]
pub fn short_period_name(unit: PeriodUnit, start: &str) -> String {
    match (unit, parts(start)) {
        (PeriodUnit::Month, Some((year, Some(month), _))) => format!("{} {year}", &MONTHS[month][..3]),
        (PeriodUnit::Week, _) => start.to_owned(),
        _ => period_name(unit, start),
    }
}

/// The range from the period that begins on `start` to the one that begins on `end`: `2017 to 2019`,
/// `Q3 2018 to Q2 2019`, `March to June 2026`. Whole calendar years are named by year.
#[must_use]
pub fn range_name(unit: PeriodUnit, start: &str, end: &str) -> String {
    if start == end {
        return period_name(unit, start);
    }
    let (Some((first, Some(from), _)), Some((last, Some(to), _))) = (parts(start), parts(end)) else {
        return format!("{} to {}", period_name(unit, start), period_name(unit, end));
    };
    let closing = match unit {
        PeriodUnit::Week => usize::MAX,
        PeriodUnit::Month => 11,
        PeriodUnit::Quarter => 9,
        PeriodUnit::Year => 0,
    };
    if from == 0 && to == closing {
        return if first == last { first.to_owned() } else { format!("{first} to {last}") };
    }
    match unit {
        PeriodUnit::Month if first == last => format!("{} to {} {last}", MONTHS[from], MONTHS[to]),
        PeriodUnit::Quarter if first == last => format!("Q{} to Q{} {last}", from / 3 + 1, to / 3 + 1),
        PeriodUnit::Week => format!("the weeks from {} to {}", date_name(start), date_name(end)),
        _ => format!("{} to {}", period_name(unit, start), period_name(unit, end)),
    }
}

/// A date in the form of [`date_text`](thema_themes::date_text), in words:
/// `2 March 2026`, `March 2026`, `2026`.
#[must_use]
pub fn date_name(date: &str) -> String {
    match parts(date) {
        Some((year, Some(month), Some(day))) => format!("{day} {} {year}", MONTHS[month]),
        Some((year, Some(month), None)) => format!("{} {year}", MONTHS[month]),
        Some((year, ..)) => year.to_owned(),
        None => date.to_owned(),
    }
}

/// Year, month from 0, and day, as far as given; `None` if the text is not a date.
fn parts(date: &str) -> Option<(&str, Option<usize>, Option<u8>)> {
    let mut parts = date.split('-');
    let year = parts.next().filter(|year| year.len() == 4)?;
    let month = match parts.next() {
        None => None,
        Some(month) => Some(month.parse::<usize>().ok()?.checked_sub(1).filter(|&month| month < 12)?),
    };
    Some((year, month, parts.next().and_then(|day| day.parse().ok())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_have_names() {
        assert_eq!(period_name(PeriodUnit::Year, "2019-01-01"), "2019");
        assert_eq!(period_name(PeriodUnit::Quarter, "2019-04-01"), "Q2 2019");
        assert_eq!(period_name(PeriodUnit::Month, "2026-03-01"), "March 2026");
        assert_eq!(period_name(PeriodUnit::Week, "2026-03-02"), "the week of 2 March 2026");
        assert_eq!(period_name(PeriodUnit::Week, "soon"), "soon");
        assert_eq!(short_period_name(PeriodUnit::Year, "2024-01-01"), "2024");
        assert_eq!(short_period_name(PeriodUnit::Quarter, "2024-07-01"), "Q3 2024");
        assert_eq!(short_period_name(PeriodUnit::Month, "2024-06-01"), "Jun 2024");
        assert_eq!(short_period_name(PeriodUnit::Week, "2024-03-04"), "2024-03-04");
        assert_eq!(short_period_name(PeriodUnit::Quarter, ""), "");
    }

    #[test]
    fn stretches_have_names() {
        let name = |unit, start, end| range_name(unit, start, end);
        assert_eq!(name(PeriodUnit::Year, "2017-01-01", "2019-01-01"), "2017 to 2019");
        assert_eq!(name(PeriodUnit::Year, "2017-01-01", "2017-01-01"), "2017");
        assert_eq!(name(PeriodUnit::Quarter, "2018-01-01", "2018-10-01"), "2018");
        assert_eq!(name(PeriodUnit::Quarter, "2018-04-01", "2019-01-01"), "Q2 2018 to Q1 2019");
        assert_eq!(name(PeriodUnit::Quarter, "2018-04-01", "2018-07-01"), "Q2 to Q3 2018");
        assert_eq!(name(PeriodUnit::Month, "2026-03-01", "2026-06-01"), "March to June 2026");
        assert_eq!(name(PeriodUnit::Month, "2025-09-01", "2026-02-01"), "September 2025 to February 2026");
        assert_eq!(name(PeriodUnit::Month, "2024-01-01", "2025-12-01"), "2024 to 2025");
        assert_eq!(
            name(PeriodUnit::Week, "2026-03-02", "2026-03-23"),
            "the weeks from 2 March 2026 to 23 March 2026"
        );
    }

    #[test]
    fn dates_have_names() {
        assert_eq!(date_name("2026-03-02"), "2 March 2026");
        assert_eq!(date_name("2026-03"), "March 2026");
        assert_eq!(date_name("2026"), "2026");
        assert_eq!(date_name("yesterday"), "yesterday");
    }
}
