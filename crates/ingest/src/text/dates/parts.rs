//! The words and numbers that a date consists of.

use super::{Clue, DateOrder};
use crate::Timestamp;

/// Longest text of a date, in bytes.
pub(super) const MOST_BYTES: usize = 64;

/// The words and numbers of a text. Chinese and Japanese dates are written `2013年5月3日`.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_between =
        |character: char| !character.is_alphanumeric() || matches!(character, '年' | '月' | '日');
    text.split(is_between).filter(|part| !part.is_empty())
}

/// Two numbers at the beginning of `text` as month and day, and their clue. Both are 0 if each could be
/// either and neither dots between them nor `order` decide: with dots the day is first.
pub(super) fn month_and_day(first: i8, second: i8, text: &str, order: Option<DateOrder>) -> (i8, i8, Clue) {
    let order = order.or_else(|| is_dotted(text).then_some(DateOrder::DayFirst));
    match (first, second, order) {
        _ if first == second => (first, second, Clue::None),
        (13.., ..) => (second, first, Clue::Proves(DateOrder::DayFirst)),
        (_, 13.., _) => (first, second, Clue::Proves(DateOrder::MonthFirst)),
        (.., Some(DateOrder::DayFirst)) => (second, first, Clue::None),
        (.., Some(DateOrder::MonthFirst)) => (first, second, Clue::None),
        (.., None) => (0, 0, Clue::Swappable),
    }
}

/// Whether dots stand between the numbers of a date: `9.2.2017`, `9. 2. 2017`.
fn is_dotted(text: &str) -> bool {
    let mut numbers = text.split('.').map(str::trim);
    let mut is_next =
        || numbers.next().is_some_and(|part| (1..=2).contains(&part.len()) && part.parse::<u8>().is_ok());
    is_next() && is_next()
}

/// The date; a zero month or day is unknown.
pub(super) fn date_of(year: i16, month: i8, day: i8) -> Option<Timestamp> {
    match (month, day) {
        (0, _) => Timestamp::from_year(year),
        (month, 0) => Timestamp::from_month(year, month),
        (month, day) => Timestamp::from_date(year, month, day),
    }
}
