//! The words and numbers that a date consists of.

use crate::Timestamp;

/// Longest text of a date, in bytes.
pub(super) const MOST_BYTES: usize = 64;

/// The words and numbers of a text. Chinese and Japanese dates are written `2013年5月3日`.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_between =
        |character: char| !character.is_alphanumeric() || matches!(character, '年' | '月' | '日');
    text.split(is_between).filter(|part| !part.is_empty())
}

/// Two numbers as (month, day); `None` if each could be either.
pub(super) fn month_and_day(first: i8, second: i8) -> Option<(i8, i8)> {
    match (first, second) {
        (first, second) if first > 12 => Some((second, first)),
        (first, second) if second > 12 || first == second => Some((first, second)),
        _ => None,
    }
}

/// The date; a zero month or day is unknown.
pub(super) fn date_of(year: i16, month: i8, day: i8) -> Option<Timestamp> {
    match (month, day) {
        (0, _) => Timestamp::from_year(year),
        (month, 0) => Timestamp::from_month(year, month),
        (month, day) => Timestamp::from_date(year, month, day),
    }
}
