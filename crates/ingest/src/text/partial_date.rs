//! Dates as people and libraries write them, down to a bare year.

use crate::{Precision, Timestamp};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads what [`Timestamp::parse`] reads, and dates in other orders and of less precision: `2021/03/04`,
/// `2021-03`, `4 March 2021`, `Mar 4, 2021`, `2021 Mar-Apr`, `25.03.2021`, `c1998`, `2021` (also as a number of a table,
/// `2021.0`). What is left out or zero is not known, and the date says so. Where day and month could be either, as in
/// `05.03.2021`, the year alone is taken.
///
/// `None` when there is no year of four digits or the rest is no day of the calendar.
pub(crate) fn parse_partial_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let text = text.split_once('.').filter(|(_, behind)| is_zero(behind)).map_or(text, |(whole, _)| whole);
    if text.len() > 64 {
        return None;
    }
    if let Ok(timestamp) = Timestamp::parse(text) {
        return Some(timestamp);
    }
    let (mut year, mut named, mut numbers) = (None, None, Vec::new());
    let mut is_year_first = false;
    let parts = text.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty());
    for part in parts {
        // Cataloguers write the year of a copyright as `c1998`.
        let digits = part.strip_prefix('c').filter(|digits| digits.len() == 4).unwrap_or(part);
        if let Some(month) = month_of_name(part) {
            named = named.or(Some(month));
        } else if let Ok(number) = digits.parse::<i16>() {
            match digits.len() {
                4 if year.is_none() => (year, is_year_first) = (Some(number), numbers.is_empty()),
                1 | 2 if numbers.len() < 2 => numbers.push(i8::try_from(number).ok()?),
                _ => {}
            }
        }
    }
    let (month, day) = match (named, numbers.as_slice()) {
        (Some(month), []) => (month, 0),
        (Some(month), [day, ..]) => (month, *day),
        (None, [month]) => (*month, 0),
        (None, [month, day, ..]) if is_year_first => (*month, *day),
        (None, [day, month, ..] | [month, day, ..]) if *day > 12 => (*month, *day),
        (None, [first, second, ..]) if first == second => (*first, *second),
        (None, _) => (0, 0),
    };
    match (month, day) {
        (0, _) => Timestamp::from_year(year?),
        (month, 0) => Timestamp::from_month(year?, month),
        (month, day) => Timestamp::from_date(year?, month, day),
    }
}

/// The earliest of `dates`; a month or a year gives way to a finer date that lies in it.
pub(crate) fn earliest(dates: impl Iterator<Item = Timestamp> + Clone) -> Option<Timestamp> {
    let first = dates.clone().min()?;
    if first.precision() == Precision::Day {
        return Some(first);
    }
    let span = first.to_string();
    let lies_in_it =
        |date: &Timestamp| date.precision() < first.precision() && date.to_string().starts_with(&span);
    Some(dates.filter(lies_in_it).min_by_key(|date| (date.precision(), *date)).unwrap_or(first))
}

/// Whether `digits` are zeros: what stands behind the point of a whole number of a table.
fn is_zero(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|digit| digit == b'0')
}

/// The month, from 1, that an English name or its first three letters mean.
pub(crate) fn month_of_name(name: &str) -> Option<i8> {
    let first = name.get(..3)?.to_ascii_lowercase();
    let known = name.len() <= 9 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let index = MONTHS.iter().position(|month| known && *month == first)?;
    i8::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_precisions() {
        let cases = [
            ("2021-03-04", (2021, 3, 4)),
            ("2021/03/04", (2021, 3, 4)),
            ("2021/03/04/", (2021, 3, 4)),
            ("2021-03", (2021, 3, 0)),
            ("2021///", (2021, 0, 0)),
            ("4 March 2021", (2021, 3, 4)),
            ("Thursday, 4 March 2021", (2021, 3, 4)),
            ("Mar 4, 2021", (2021, 3, 4)),
            ("2021 Mar 4", (2021, 3, 4)),
            ("2021 Mar-Apr", (2021, 3, 0)),
            ("2021", (2021, 0, 0)),
            ("2021.0", (2021, 0, 0)),
            ("2021.00", (2021, 0, 0)),
            ("c1998", (1998, 0, 0)),
            ("2003-00-00", (2003, 0, 0)),
            ("2003-05-00", (2003, 5, 0)),
            ("25.03.2013", (2013, 3, 25)),
            ("03/25/2013", (2013, 3, 25)),
            ("05.05.2013", (2013, 5, 5)),
            ("05.03.2013", (2013, 0, 0)),
            ("01.01.2013", (2013, 1, 1)),
            ("03/2013", (2013, 3, 0)),
            ("2019 Nov-Dec", (2019, 11, 0)),
            ("1998 Dec-1999 Jan", (1998, 12, 0)),
            ("1998-1999", (1998, 0, 0)),
            ("Winter 2019", (2019, 0, 0)),
        ];
        for (text, known) in cases {
            let expected = match known {
                (year, 0, _) => Timestamp::from_year(year),
                (year, month, 0) => Timestamp::from_month(year, month),
                (year, month, day) => Timestamp::from_date(year, month, day),
            };
            assert_eq!(parse_partial_date(text), expected, "{text}");
        }
        for text in ["", "soon", "March", "2021-13", "2021-02-30", "21-02-03"] {
            assert_eq!(parse_partial_date(text), None, "{text}");
        }
    }

    #[test]
    fn the_earliest_date_is_the_finest_that_lies_in_it() {
        let earliest = |dates: &[&str]| earliest(dates.iter().filter_map(|date| parse_partial_date(date)));
        assert_eq!(earliest(&["2020-05-04", "2019-03", "2019-03-04"]), Timestamp::from_date(2019, 3, 4));
        assert_eq!(earliest(&["2019", "2019-12", "2019-11"]), Timestamp::from_month(2019, 11));
        assert_eq!(earliest(&["2019", "2020-05-04"]), Timestamp::from_year(2019));
        assert_eq!(earliest(&["soon"]), None);
    }
}
