//! Points in time as sources give them.

use std::fmt;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use crate::ParseError;

/// A moment in UTC, to the second. A source that gives only a day means its midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    seconds: i64,
}

impl Timestamp {
    /// The moment `seconds` after 1970-01-01T00:00:00Z; `None` outside the years 0 to 9999.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        let year = jiff::Timestamp::from_second(seconds).ok()?.to_zoned(TimeZone::UTC).year();
        (0..=9999).contains(&year).then_some(Self { seconds })
    }

    /// Midnight of a day of the Gregorian calendar; `None` when there is no such day.
    #[must_use]
    pub fn from_date(year: i16, month: i8, day: i8) -> Option<Self> {
        let midnight = Date::new(year, month, day).ok()?.to_zoned(TimeZone::UTC).ok()?;
        Self::from_unix_seconds(midnight.timestamp().as_second())
    }

    /// Reads ISO 8601 (`2026-05-27T07:52:03Z`, `2026-05-27`, with or without an offset; without one it is UTC)
    /// or RFC 2822 (`Wed, 30 Dec 2009 00:00:00 GMT`).
    ///
    /// # Errors
    /// [`ParseError`] when the text is neither.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let seconds = text
            .parse::<jiff::Timestamp>()
            .ok()
            .or_else(|| {
                text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
            })
            .or_else(|| jiff::fmt::rfc2822::parse(text).ok().map(|zoned| zoned.timestamp()))
            .map(jiff::Timestamp::as_second);
        seconds
            .and_then(Self::from_unix_seconds)
            .ok_or_else(|| ParseError { what: "date", text: text.chars().take(80).collect() })
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn unix_seconds(self) -> i64 {
        self.seconds
    }

    /// Whole days since 1970-01-01, rounded down.
    #[must_use]
    pub fn unix_days(self) -> i32 {
        self.seconds.div_euclid(86_400) as i32
    }
}

impl fmt::Display for Timestamp {
    /// ISO 8601 to the second: `2026-05-27T07:52:03Z`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_second(self.seconds) {
            Ok(timestamp) => write!(formatter, "{timestamp}"),
            Err(_) => Err(fmt::Error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_one_moment_is_that_moment() {
        let expected = Timestamp::from_unix_seconds(1_262_131_200).unwrap();
        for text in [
            "2009-12-30",
            "2009-12-30T00:00:00Z",
            "2009-12-30T01:00:00+01:00",
            "Wed, 30 Dec 2009 00:00:00 GMT",
        ] {
            assert_eq!(Timestamp::parse(text).unwrap(), expected, "{text}");
        }
        assert_eq!(expected.to_string(), "2009-12-30T00:00:00Z");
        assert_eq!(expected.unix_days(), 14_608);
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in ["", "yesterday", "2009-13-01", "20091230T"] {
            assert!(Timestamp::parse(text).is_err(), "{text}");
        }
    }
}
