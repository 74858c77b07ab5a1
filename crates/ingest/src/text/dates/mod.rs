//! Dates as people and libraries write them, down to a bare year.

mod earliest;
mod full_year;
mod months;
mod parts;
mod precision;
mod short_year;
#[cfg(test)]
mod tests;
mod timestamp;

pub(crate) use earliest::earliest;

pub use precision::Precision;
pub use timestamp::Timestamp;

use full_year::written_in_full;
use short_year::of_two_digits;

/// A date read from text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DateReading {
    /// The date, to the precision known.
    pub(crate) date: Option<Timestamp>,
    /// Whether it could be a different date: the year has two digits, day and month could be swapped, or
    /// there are digits but no date could be read.
    pub(crate) is_doubtful: bool,
}

/// Reads what [`parse_partial_date`] reads, and dates with a two-digit year: `98`, `3 Mar 98`, `31.12.98`,
/// `98-12-31`. Gives no date where those two digits could be a day or a month.
pub(crate) fn read_date(text: &str) -> DateReading {
    match written_in_full(text) {
        (Some(date), is_doubtful) => DateReading { date: Some(date), is_doubtful },
        (None, _) => DateReading {
            date: of_two_digits(text),
            is_doubtful: text.bytes().any(|byte| byte.is_ascii_digit()),
        },
    }
}

/// Reads what [`Timestamp::parse`] reads, and dates in other orders and of less precision: `2021/03/04`,
/// `2021-03`, `4 March 2021`, `Mar 4, 2021`, `2021 Mar-Apr`, `25.03.2021`, `c1998`, `2021` (also as a table's
/// number, `2021.0`). A part that is missing or zero is unknown, and the precision says so. Where day and
/// month could be swapped, as in `05.03.2021`, only the year is used.
///
/// `None` if there is no four-digit year or the rest is not a calendar date.
pub(crate) fn parse_partial_date(text: &str) -> Option<Timestamp> {
    written_in_full(text).0
}
