//! Dates as people and libraries write them, down to a bare year.

mod counted;
mod earliest;
mod full_year;
mod months;
mod order;
mod parts;
mod precision;
mod short_year;
#[cfg(test)]
mod tests;
mod timestamp;

pub(crate) use counted::{Counted, begins_like_a_year};
pub(crate) use earliest::earliest;
pub use order::DateOrder;
pub(crate) use order::{Clue, Convention};
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
    pub(crate) clue: Clue,
}

/// Reads what [`parse_partial_date`] reads, and dates with a two-digit year: `98`, `3 Mar 98`, `31.12.98`,
/// `98-12-31`. Gives no date where those two digits could be a day or a month.
pub(crate) fn read_date(text: &str) -> DateReading {
    read_by(text, None)
}

/// As [`read_date`]; `order` decides where day and month could be swapped.
fn read_by(text: &str, order: Option<DateOrder>) -> DateReading {
    let (full, clue) = written_in_full(text, order);
    let (date, clue) = if full.is_some() { (full, clue) } else { of_two_digits(text, order) };
    let counts = || Counted::of(text).map_or(Clue::None, Clue::Counts);
    DateReading {
        date,
        is_doubtful: match full {
            Some(_) => clue == Clue::Swappable,
            None => text.bytes().any(|byte| byte.is_ascii_digit()),
        },
        clue: if date.is_some() { clue } else { counts() },
    }
}

/// Reads what [`Timestamp::parse`] reads, and dates in other orders and of less precision: `2021/03/04`,
/// `2021-03`, `4 March 2021`, `Mar 4, 2021`, `2021 Mar-Apr`, `25.03.2021`, `c1998`, `2021` (also as a table's
/// number, `2021.0`). A part that is missing or zero is unknown, and the precision says so. With dots the day
/// is first, `05.03.2021`; where day and month could be swapped, as in `05/03/2021`, only the year is used.
///
/// `None` if there is no four-digit year or the rest is not a calendar date.
pub(crate) fn parse_partial_date(text: &str) -> Option<Timestamp> {
    written_in_full(text, None).0
}
