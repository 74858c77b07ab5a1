//! Dates as people and libraries write them, down to a bare year.

use crate::Timestamp;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads what [`Timestamp::parse`] reads, and dates in other orders and of less precision: `2021/03/04`,
/// `2021-03`, `4 March 2021`, `Mar 4, 2021`, `2021 Mar-Apr`, `25.03.2021`, `c1998`, `2021` (also as a number of a table,
/// `2021.0`). What is left out or zero is the first: a bare year is its first of January. Where day and month could be
/// either, as in `05.03.2021`, the year alone is taken.
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
        (Some(month), []) => (month, 1),
        (Some(month), [day, ..]) => (month, *day),
        (None, [month]) => (*month, 1),
        (None, [month, day, ..]) if is_year_first => (*month, *day),
        (None, [day, month, ..] | [month, day, ..]) if *day > 12 => (*month, *day),
        (None, [first, second, ..]) if first == second => (*first, *second),
        (None, _) => (1, 1),
    };
    Timestamp::from_date(year?, month.max(1), day.max(1))
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
            ("2021-03", (2021, 3, 1)),
            ("2021///", (2021, 1, 1)),
            ("4 March 2021", (2021, 3, 4)),
            ("Thursday, 4 March 2021", (2021, 3, 4)),
            ("Mar 4, 2021", (2021, 3, 4)),
            ("2021 Mar 4", (2021, 3, 4)),
            ("2021 Mar-Apr", (2021, 3, 1)),
            ("2021", (2021, 1, 1)),
            ("2021.0", (2021, 1, 1)),
            ("2021.00", (2021, 1, 1)),
            ("c1998", (1998, 1, 1)),
            ("2003-00-00", (2003, 1, 1)),
            ("25.03.2013", (2013, 3, 25)),
            ("03/25/2013", (2013, 3, 25)),
            ("05.05.2013", (2013, 5, 5)),
            ("05.03.2013", (2013, 1, 1)),
            ("03/2013", (2013, 3, 1)),
            ("2019 Nov-Dec", (2019, 11, 1)),
            ("Winter 2019", (2019, 1, 1)),
        ];
        for (text, (year, month, day)) in cases {
            assert_eq!(parse_partial_date(text), Timestamp::from_date(year, month, day), "{text}");
        }
        for text in ["", "soon", "March", "2021-13", "2021-02-30", "21-02-03"] {
            assert_eq!(parse_partial_date(text), None, "{text}");
        }
    }
}
