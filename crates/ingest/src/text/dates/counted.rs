//! Dates as numbers that count days or seconds, as spreadsheets and databases export them.

use crate::Timestamp;

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Days of a spreadsheet, in which 1970-01-01 is day 25,569.
    Days,
    /// Seconds since 1970.
    Seconds,
    /// Milliseconds since 1970.
    Milliseconds,
}

/// The spreadsheet's number of 1970-01-01, and those of the first days of 1950 and 2100.
const DAY_OF_1970: i64 = 25_569;
const DAYS: std::ops::Range<i64> = 18_264..73_051;

/// The first seconds of 1975 and 2030. Numbers of more digits than a year are common, so the range is short.
const SECONDS: std::ops::Range<i64> = 157_766_400..1_893_456_000;

impl Counted {
    pub(crate) const ALL: [Self; 3] = [Self::Days, Self::Seconds, Self::Milliseconds];

    /// What the number in `text` could count.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let number = number(text)?;
        match number {
            _ if DAYS.contains(&number) => Some(Self::Days),
            _ if SECONDS.contains(&number) => Some(Self::Seconds),
            _ if SECONDS.contains(&(number / 1000)) => Some(Self::Milliseconds),
            _ => None,
        }
    }

    /// The date in `text`, a number [of](Self::of) this kind.
    pub(crate) fn date(self, text: &str) -> Option<Timestamp> {
        let number = number(text)?;
        Timestamp::from_unix_seconds(match self {
            Self::Days => (number - DAY_OF_1970) * 86_400,
            Self::Seconds => number,
            Self::Milliseconds => number / 1000,
        })
    }
}

/// Whether a number begins like a year, so that it could also be a date without separators: `20174` is the
/// fourth quarter of 2017.
pub(crate) fn begins_like_a_year(text: &str) -> bool {
    text.starts_with("19") || text.starts_with("20")
}

/// The whole number in `text`, also as a table writes it, `43100.0`.
fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    let whole = text.split_once('.').map_or(text, |(whole, behind)| match behind.trim_matches('0') {
        "" => whole,
        _ => text,
    });
    whole.bytes().all(|byte| byte.is_ascii_digit()).then(|| whole.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_days_seconds_or_milliseconds() {
        for (text, counted, date) in [
            ("43100", Counted::Days, "2017-12-31T00:00:00Z"),
            ("43100.0", Counted::Days, "2017-12-31T00:00:00Z"),
            ("18264", Counted::Days, "1950-01-01T00:00:00Z"),
            ("1577836800", Counted::Seconds, "2020-01-01T00:00:00Z"),
            ("1577836800000", Counted::Milliseconds, "2020-01-01T00:00:00Z"),
        ] {
            assert_eq!(Counted::of(text), Some(counted), "{text}");
            assert_eq!(counted.date(text).unwrap().to_string(), date, "{text}");
        }
        for text in
            ["", "2017", "12345", "99999", "20170209", "43100.5", "-43100", "x43100", "4310000000000000"]
        {
            assert_eq!(Counted::of(text), None, "{text}");
        }
    }
}
