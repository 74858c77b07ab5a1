//! Points in time as sources give them.

use std::fmt;
use std::num::NonZeroU64;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::months::MONTHS;
use crate::{ParseError, Precision};

const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Parses one to four digits.
fn number(text: &[u8]) -> Option<i64> {
    let is_number = (1..=4).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
}

/// 1 to 12 for an English month name or its first three letters.
fn month_number(name: &str) -> Option<i8> {
    let name = name.trim_end_matches('.').as_bytes();
    let mut start: [u8; 3] = name.get(..3)?.try_into().ok()?;
    start.make_ascii_lowercase();
    let at = MONTHS.iter().position(|month| month.as_bytes().starts_with(&start))?;
    let is_named = name.len() == 3 || name.eq_ignore_ascii_case(MONTHS[at].as_bytes());
    is_named.then_some(at as i8 + 1)
}

/// Days from 1970-01-01 to a day of the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", `days_from_civil`).
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// A moment in UTC, to the second, with its precision. If a source gives only a day, it is the midnight that
/// begins the day; if only a month or a year, the first moment of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    /// Seconds since [`FIRST_SECOND`], from 1, times [`PRECISIONS`], plus the number of the precision. This
    /// sorts by time, and an `Option` takes no extra memory.
    ordinal: NonZeroU64,
}

/// Values reserved for the precision in an ordinal.
const PRECISIONS: u64 = 4;

/// The first second of the year 1000 and the last of the year 9998, in seconds since 1970.
const FIRST_SECOND: i64 = -30_610_224_000;
const LAST_SECOND: i64 = 253_370_764_799;

impl Timestamp {
    /// The moment `seconds` after 1970-01-01T00:00:00Z; `None` outside the years 1000 to 9998.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        let ordinal = |seconds: i64| NonZeroU64::new(PRECISIONS * (1 + seconds.abs_diff(FIRST_SECOND)));
        let ordinal = (FIRST_SECOND..=LAST_SECOND).contains(&seconds).then(|| ordinal(seconds));
        ordinal.flatten().map(|ordinal| Self { ordinal })
    }

    /// A number for storage, never 0.
    pub(crate) fn to_bits(self) -> u64 {
        self.ordinal.get()
    }

    /// The moment with a number from [`to_bits`](Self::to_bits); `None` for 0.
    pub(crate) fn from_bits(bits: u64) -> Option<Self> {
        NonZeroU64::new(bits).map(|ordinal| Self { ordinal })
    }

    /// A year, with nothing finer known.
    #[must_use]
    pub fn from_year(year: i16) -> Option<Self> {
        Some(Self::from_date(year, 1, 1)?.known_to(Precision::Year))
    }

    /// A month, with nothing finer known.
    #[must_use]
    pub fn from_month(year: i16, month: i8) -> Option<Self> {
        Some(Self::from_date(year, month, 1)?.known_to(Precision::Month))
    }

    /// The same moment with another precision; the beginning of a month or year stands for all of it.
    #[must_use]
    pub fn known_to(self, precision: Precision) -> Self {
        let bare = self.ordinal.get() / PRECISIONS * PRECISIONS;
        Self { ordinal: NonZeroU64::MIN.saturating_add(bare + precision as u64 - 1) }
    }

    /// The precision.
    #[must_use]
    pub fn precision(self) -> Precision {
        let place = self.ordinal.get() % PRECISIONS;
        Precision::ALL.into_iter().find(|precision| *precision as u64 == place).unwrap_or_default()
    }

    /// Midnight on a day of the Gregorian calendar; `None` if the day does not exist, and outside the years
    /// 1000 to 9998.
    #[must_use]
    pub fn from_date(year: i16, month: i8, day: i8) -> Option<Self> {
        Date::new(year, month, day).ok()?;
        Self::from_unix_seconds(days_from_civil(i64::from(year), i64::from(month), i64::from(day)) * 86_400)
    }

    /// Parses ISO 8601 (`2026-05-27T07:52:03Z`, `2026-05-27`; without an offset it is UTC), RFC 2822
    /// (`Wed, 30 Dec 2009 00:00:00 GMT`) or an English date (`May 14, 2026`, `Monday, 2 March 2026`).
    ///
    /// # Errors
    /// [`ParseError`] when the text is none of these.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        if let Some(moment) = Self::from_fixed_columns(text.as_bytes()) {
            return Ok(moment);
        }
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
            .or_else(|| Self::from_english_day(text))
            .ok_or_else(|| ParseError { what: "date", text: text.chars().take(80).collect() })
    }

    /// Parses the three forms most common in dumps: `2026-05-27`, `2026-05-27T07:52:03Z` and
    /// `Wed, 27 May 2026 07:52:03 GMT`.
    fn from_fixed_columns(text: &[u8]) -> Option<Self> {
        let (year, month, day, time) = match text {
            [year @ .., b'-', _, _, b'-', _, _] if year.len() == 4 => (year, &text[5..7], &text[8..10], None),
            [_, _, _, _, b'-', _, _, b'-', _, _, b'T', time @ .., b'Z'] => {
                (&text[..4], &text[5..7], &text[8..10], Some(time))
            }
            [_, _, _, b',', b' ', rest @ .., b' ', b'G', b'M', b'T'] => {
                let day = rest.iter().position(|&byte| byte == b' ')?;
                let (month, year, time) =
                    (rest.get(day + 1..day + 4)?, rest.get(day + 5..day + 9)?, rest.get(day + 10..)?);
                if rest[day + 4] != b' ' || rest[day + 9] != b' ' {
                    return None;
                }
                (year, month, &rest[..day], Some(time))
            }
            _ => return None,
        };
        let month = match number(month) {
            Some(month) => month,
            None => i64::from(month_number(std::str::from_utf8(month).ok()?)?),
        };
        let midnight = Self::from_date(number(year)? as i16, month as i8, number(day)? as i8)?;
        let seconds = match time {
            None => 0,
            Some([h1, h2, b':', m1, m2, b':', s1, s2]) => {
                let [hours, minutes, seconds] =
                    [[*h1, *h2], [*m1, *m2], [*s1, *s2]].map(|pair| number(&pair));
                let (hours, minutes, seconds) = (hours?, minutes?, seconds?);
                if hours > 23 || minutes > 59 || seconds > 59 {
                    return None;
                }
                hours * 3600 + minutes * 60 + seconds
            }
            Some(_) => return None,
        };
        Self::from_unix_seconds(midnight.unix_seconds() + seconds)
    }

    /// Parses day, month and year with day and month in either order. The month is an English name or its
    /// first three letters; a day of the week may come first.
    fn from_english_day(text: &str) -> Option<Self> {
        let mut words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let (mut first, mut second) = (words.next()?, words.next()?);
        if first.get(..3).is_some_and(|start| WEEKDAYS.contains(&start.to_ascii_lowercase().as_str())) {
            (first, second) = (second, words.next()?);
        }
        let year = words.next().filter(|year| year.len() == 4)?.parse().ok()?;
        let (month, day) = match month_number(first) {
            Some(month) => (month, second),
            None => (month_number(second)?, first),
        };
        words.next().is_none().then_some(())?;
        Self::from_date(year, month, day.parse().ok()?)
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn unix_seconds(self) -> i64 {
        FIRST_SECOND + (self.ordinal.get() / PRECISIONS - 1) as i64
    }

    /// Whole days since 1970-01-01, rounded down.
    #[must_use]
    pub fn unix_days(self) -> i32 {
        self.unix_seconds().div_euclid(86_400) as i32
    }
}

impl fmt::Display for Timestamp {
    /// ISO 8601 to the second, `2026-05-27T07:52:03Z`, or to the precision known, `2026-05` or `2026`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = jiff::Timestamp::from_second(self.unix_seconds()).map_err(|_| fmt::Error)?;
        match self.precision() {
            Precision::Day => write!(formatter, "{moment}"),
            Precision::Month => write!(formatter, "{}", moment.strftime("%Y-%m")),
            Precision::Year => write!(formatter, "{}", moment.strftime("%Y")),
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
            "Wednesday, 30 December 2009",
            "December 30, 2009",
            "30 Dec 2009",
        ] {
            assert_eq!(Timestamp::parse(text).unwrap(), expected, "{text}");
        }
        assert_eq!(expected.to_string(), "2009-12-30T00:00:00Z");
        assert_eq!(expected.unix_days(), 14_608);
    }

    #[test]
    fn every_day_has_its_number() {
        let mut expected = FIRST_SECOND;
        let mut day = Date::constant(1000, 1, 1);
        while day.year() < 9999 {
            let moment = Timestamp::from_date(day.year(), day.month(), day.day()).unwrap();
            assert_eq!(moment.unix_seconds(), expected, "{day}");
            expected += 86_400;
            day = day.tomorrow().unwrap();
        }
        assert_eq!(expected, LAST_SECOND + 1);
        assert_eq!(Timestamp::from_unix_seconds(expected), None);
        assert_eq!(Timestamp::from_unix_seconds(FIRST_SECOND - 1), None);
        assert_eq!(size_of::<Option<Timestamp>>(), 8);
    }

    #[test]
    fn what_is_known_is_part_of_the_moment() {
        let cases = [
            (Timestamp::from_year(2020), Precision::Year, "2020"),
            (Timestamp::from_month(2020, 1), Precision::Month, "2020-01"),
            (Timestamp::from_date(2020, 1, 1), Precision::Day, "2020-01-01T00:00:00Z"),
        ];
        for (moment, precision, text) in cases {
            let moment = moment.unwrap();
            assert_eq!((moment.precision(), moment.to_string().as_str()), (precision, text));
            assert_eq!(moment.unix_seconds(), 1_577_836_800);
            for other in Precision::ALL {
                assert_eq!(moment.known_to(other).known_to(precision), moment);
                assert!(moment.known_to(other) < Timestamp::from_date(2020, 1, 2).unwrap());
                assert!(moment.known_to(other) > Timestamp::from_year(2019).unwrap());
            }
        }
        assert_eq!(Timestamp::from_month(2020, 13), None);
        for year in [-1, 0, 999, 9999, 10_000] {
            assert_eq!(Timestamp::from_year(year), None, "{year}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "yesterday",
            "2009-13-01",
            "20091230T",
            "May 2009",
            "May 32, 2009",
            "Sun",
            "日 May 2009",
            "0000-00-00",
            "0999-12-31",
        ] {
            assert!(Timestamp::parse(text).is_err(), "{text}");
        }
    }
}
