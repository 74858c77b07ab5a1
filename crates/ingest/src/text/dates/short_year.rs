//! Dates with a two-digit year, read as 1930 to 2029 as spreadsheets do. They are always doubtful.

use super::months::month_of_name;
use super::parts::{MOST_BYTES, date_of, month_and_day, parts};
use super::{Clue, DateOrder};
use crate::Timestamp;

/// Two-digit years from this one on belong to the last century.
const FIRST_OF_LAST_CENTURY: i8 = 30;

/// A date with a two-digit year, if it can be nothing else, and its clue. `order` decides where day and month
/// could be swapped.
pub(super) fn of_two_digits(text: &str, order: Option<DateOrder>) -> (Option<Timestamp>, Clue) {
    if text.len() > MOST_BYTES {
        return (None, Clue::None);
    }
    let (mut named, mut numbers) = (None, Vec::new());
    for part in parts(text) {
        match (month_of_name(part), part.parse::<i8>()) {
            (Some(month), _) if named.is_none() => named = Some(month),
            (None, Ok(number)) if part.len() <= 2 => numbers.push((number, part.len() == 2)),
            _ => return (None, Clue::None),
        }
    }
    let year = |number: i8| i16::from(number) + if number < FIRST_OF_LAST_CENTURY { 2000 } else { 1900 };
    let is_dashed = text.contains('-');
    let mut clue = Clue::None;
    let date = match (named, numbers.as_slice()) {
        (None, [(number, true)]) => Timestamp::from_year(year(*number)),
        (Some(month), [(number, true)]) if *number > 31 || text.contains(['\'', '’']) => {
            Timestamp::from_month(year(*number), month)
        }
        (Some(month), [(day, _), (number, true)]) if *day <= 31 => date_of(year(*number), month, *day),
        (None, [(month, _), (number, true)]) if *number > 31 => date_of(year(*number), *month, 0),
        (None, [(number, true), (month, _)]) if *number > 31 => date_of(year(*number), *month, 0),
        (None, [(number, true), (month, _), (day, _)]) if *number > 31 => {
            date_of(year(*number), *month, *day)
        }
        (None, [(first, _), (second, _), (number, true)]) if *number > 31 || !is_dashed => {
            let (month, day, found) = month_and_day(*first, *second, text, order);
            clue = found;
            date_of(year(*number), month, day)
        }
        _ => None,
    };
    (date, clue)
}
