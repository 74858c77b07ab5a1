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

/// What a text says of a date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DateReading {
    /// The date, as far as it is known.
    pub(crate) date: Option<Timestamp>,
    /// Whether it could be another one: its year has two digits, its day could be its month, or nothing is known although
    /// there are digits.
    pub(crate) is_doubtful: bool,
}

/// Reads what [`parse_partial_date`] reads, and dates with a year of two digits: `98`, `3 Mar 98`, `31.12.98`, `98-12-31`.
/// Where it could be a day or a month instead, there is no date.
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
/// `2021-03`, `4 March 2021`, `Mar 4, 2021`, `2021 Mar-Apr`, `25.03.2021`, `c1998`, `2021` (also as a number of a table,
/// `2021.0`). What is left out or zero is not known, and the date says so. Where day and month could be either, as in
/// `05.03.2021`, the year alone is taken.
///
/// `None` when there is no year of four digits or the rest is no day of the calendar.
pub(crate) fn parse_partial_date(text: &str) -> Option<Timestamp> {
    written_in_full(text).0
}
