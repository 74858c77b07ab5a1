//! Dates as people and libraries write them, down to a bare year.
//!
//! A year of two digits is one of 1930 to 2029, as spreadsheets take it, and never certain.

use crate::{Precision, Timestamp};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Names in German, French, Spanish, Portuguese and Italian that do not begin as the English ones do.
const FOREIGN_MONTHS: [&str; 12] = [
    "januar jänner janvier enero gennaio",
    "février fevrier fevereiro",
    "märz maerz",
    "avril abril avr",
    "mai maio maggio",
    "juin giugno",
    "juillet luglio",
    "août aout agosto ago",
    "settembre setembro",
    "oktober ottobre outubro okt",
    "",
    "dezember décembre diciembre dicembre dezembro dez",
];

/// A longer text is no date.
const MOST_BYTES: usize = 64;

/// Years of two digits from this one on are of the last century.
const FIRST_OF_LAST_CENTURY: i8 = 30;

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

/// A date with a year of four digits, and whether its day could be its month.
fn written_in_full(text: &str) -> (Option<Timestamp>, bool) {
    let text = text.trim();
    let text = text.split_once('.').filter(|(_, behind)| is_zero(behind)).map_or(text, |(whole, _)| whole);
    if text.len() > MOST_BYTES {
        return (None, false);
    }
    if let Ok(timestamp) = Timestamp::parse(text) {
        return (Some(timestamp), false);
    }
    let (mut year, mut named, mut numbers) = (None, None, Vec::new());
    let (mut is_year_first, mut is_behind_number, mut is_behind_word) = (false, false, false);
    for part in parts(text) {
        // Cataloguers write the year of a copyright as `c1998`.
        let digits = part.strip_prefix('c').filter(|digits| digits.len() == 4).unwrap_or(part);
        if let Some(month) = month_of_name(part) {
            named = named.or(Some(month));
        } else if let Ok(number) = digits.parse::<i16>() {
            if is_behind_word && named.is_none() {
                // A word that is no month is known parts numbers that are none either: `vol. 3 of 2013`.
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
    let parts = match (named, numbers.as_slice()) {
        (Some(month), []) => Some((month, 0)),
        (Some(month), [day, ..]) => Some((month, *day)),
        (None, []) => Some((0, 0)),
        (None, [month]) => Some((*month, 0)),
        (None, [month, day, ..]) if is_year_first => Some((*month, *day)),
        (None, [first, second, ..]) => month_and_day(*first, *second),
    };
    let (month, day) = parts.unwrap_or_default();
    (year.and_then(|year| date_of(year, month, day)), parts.is_none())
}

/// The words and numbers of a text; Chinese and Japanese write `2013年5月3日`.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_between =
        |character: char| !character.is_alphanumeric() || matches!(character, '年' | '月' | '日');
    text.split(is_between).filter(|part| !part.is_empty())
}

/// A date with a year of two digits that can be nothing else.
fn of_two_digits(text: &str) -> Option<Timestamp> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let (mut named, mut numbers) = (None, Vec::new());
    for part in parts(text) {
        match (month_of_name(part), part.parse::<i8>()) {
            (Some(month), _) if named.is_none() => named = Some(month),
            (None, Ok(number)) if part.len() <= 2 => numbers.push((number, part.len() == 2)),
            _ => return None,
        }
    }
    let year = |number: i8| i16::from(number) + if number < FIRST_OF_LAST_CENTURY { 2000 } else { 1900 };
    let is_dashed = text.contains('-');
    match (named, numbers.as_slice()) {
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
            let (month, day) = month_and_day(*first, *second).unwrap_or_default();
            date_of(year(*number), month, day)
        }
        _ => None,
    }
}

/// Two numbers as month and day; `None` where each could be either.
fn month_and_day(first: i8, second: i8) -> Option<(i8, i8)> {
    match (first, second) {
        (first, second) if first > 12 => Some((second, first)),
        (first, second) if second > 12 || first == second => Some((first, second)),
        _ => None,
    }
}

/// The date, of which zeros are not known.
fn date_of(year: i16, month: i8, day: i8) -> Option<Timestamp> {
    match (month, day) {
        (0, _) => Timestamp::from_year(year),
        (month, 0) => Timestamp::from_month(year, month),
        (month, day) => Timestamp::from_date(year, month, day),
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

/// The month, from 1, that an English name or its first three letters mean, or a name in one of five other languages.
pub(crate) fn month_of_name(name: &str) -> Option<i8> {
    let known = name.len() <= 9 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let english = name
        .get(..3)
        .filter(|_| known)
        .and_then(|first| MONTHS.iter().position(|month| month.eq_ignore_ascii_case(first)));
    let index = english.or_else(|| {
        let is_word = name.len() > 2 && name.chars().all(char::is_alphabetic);
        let name = is_word.then(|| name.to_lowercase())?;
        FOREIGN_MONTHS.iter().position(|names| names.split(' ').any(|month| month == name))
    })?;
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
            ("12 mai 2013", (2013, 5, 12)),
            ("3. März 2013", (2013, 3, 3)),
            ("12 de mayo de 2013", (2013, 5, 12)),
            ("2013年5月3日", (2013, 5, 3)),
            ("2020-05/2020-06", (2020, 5, 0)),
            ("2020-05-04/2020-06-01", (2020, 5, 4)),
            ("1998-99", (1998, 0, 0)),
            ("12 nivôse 2013", (2013, 0, 0)),
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
    fn a_year_of_two_digits_is_read_where_it_can_be_nothing_else() {
        let cases = [
            ("98", Timestamp::from_year(1998)),
            ("'98", Timestamp::from_year(1998)),
            ("29", Timestamp::from_year(2029)),
            ("30", Timestamp::from_year(1930)),
            ("Mar 98", Timestamp::from_month(1998, 3)),
            ("Mar '12", Timestamp::from_month(2012, 3)),
            ("3 Mar 98", Timestamp::from_date(1998, 3, 3)),
            ("Mar 3, 12", Timestamp::from_date(2012, 3, 3)),
            ("31.12.98", Timestamp::from_date(1998, 12, 31)),
            ("12/31/04", Timestamp::from_date(2004, 12, 31)),
            ("98-12-31", Timestamp::from_date(1998, 12, 31)),
            ("98-12", Timestamp::from_month(1998, 12)),
            ("05.03.13", Timestamp::from_year(2013)),
            ("03/98", Timestamp::from_month(1998, 3)),
            ("Mar 12", None),
            ("03/04", None),
            ("21-02-03", None),
            ("31.02.98", None),
            ("vol 98", None),
            ("2021-02-30", None),
            ("19988", None),
        ];
        for (text, date) in cases {
            assert_eq!(read_date(text), DateReading { date, is_doubtful: true }, "{text}");
        }
        for (text, is_doubtful) in
            [("2013-03-05", false), ("1998-1999", false), ("05.03.2013", true), ("2013", false)]
        {
            let reading = read_date(text);
            assert_eq!(
                (reading.date, reading.is_doubtful),
                (parse_partial_date(text), is_doubtful),
                "{text}"
            );
        }
        for text in ["", "NA", "in press", "n.d."] {
            assert_eq!(read_date(text), DateReading::default(), "{text}");
        }
        for text in ["98", "31.12.98"] {
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
