//! Dates with a four-digit year.

use super::months::month_of_name;
use super::parts::{MOST_BYTES, date_of, month_and_day, parts};
use super::{Clue, DateOrder};
use crate::Timestamp;

/// The date in `text`, if it has a four-digit year, and its clue. `order` decides where day and month could
/// be swapped.
pub(super) fn written_in_full(text: &str, order: Option<DateOrder>) -> (Option<Timestamp>, Clue) {
    let text = text.trim();
    let text = text.split_once('.').filter(|(_, behind)| is_zero(behind)).map_or(text, |(whole, _)| whole);
    if text.len() > MOST_BYTES {
        return (None, Clue::None);
    }
    if let Ok(timestamp) = Timestamp::parse(text) {
        return (Some(timestamp), Clue::None);
    }
    let (mut year, mut named, mut numbers) = (None, None, Vec::new());
    let (mut is_year_first, mut is_behind_number, mut is_behind_word) = (false, false, false);
    for part in parts(text) {
        // Library catalogues write a copyright year as `c1998`.
        let digits = part.strip_prefix('c').filter(|digits| digits.len() == 4).unwrap_or(part);
        if let Some(month) = month_of_name(part) {
            named = named.or(Some(month));
        } else if let Ok(number) = digits.parse::<i16>() {
            if is_behind_word && named.is_none() {
                // A number before an unknown word is not part of the date: `vol. 3 of 2013`.
                numbers.clear();
            }
            (is_behind_number, is_behind_word) = (true, false);
            match digits.len() {
                4 if year.is_none() => (year, is_year_first) = (Some(number), numbers.is_empty()),
                // The end of a range: `2020-05/2020-06`.
                4 => break,
                1 | 2 if numbers.len() < 2 => numbers.push(number as i8),
                _ => {}
            }
        } else {
            is_behind_word = is_behind_number;
        }
    }
    // `1998-99` is a range of years.
    if let (Some(first), None, [last], true) = (year, named, numbers.as_slice(), is_year_first)
        && *last > 12
        && i16::from(*last) == (first + 1) % 100
    {
        numbers.clear();
    }
    let (month, day, clue) = match (named, numbers.as_slice()) {
        (Some(month), []) => (month, 0, Clue::None),
        (Some(month), [day, ..]) => (month, *day, Clue::None),
        (None, []) => (0, 0, Clue::None),
        (None, [month]) => (*month, 0, Clue::None),
        (None, [month, day, ..]) if is_year_first => (*month, *day, Clue::None),
        (None, [first, second, ..]) => month_and_day(*first, *second, text, order),
    };
    (year.and_then(|year| date_of(year, month, day)), clue)
}

/// Whether `digits` are all zero: the fraction of a whole number in a table.
fn is_zero(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|digit| digit == b'0')
}
