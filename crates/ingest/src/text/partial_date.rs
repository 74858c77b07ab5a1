//! Dates as people and libraries write them, down to a bare year.

use crate::Timestamp;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads what [`Timestamp::parse`] reads, and dates in other orders and of less precision: `2021/03/04`,
/// `2021-03`, `4 March 2021`, `Mar 4, 2021`, `2021 Mar-Apr`, `2021` (also as a number of a table, `2021.0`). What is left out is the first: a bare year is
/// its first of January.
///
/// `None` when there is no year of four digits or the rest is no day of the calendar.
pub(crate) fn parse_partial_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let text = text.strip_suffix(".0").unwrap_or(text);
    if text.len() > 64 {
        return None;
    }
    if let Ok(timestamp) = Timestamp::parse(text) {
        return Some(timestamp);
    }
    let (mut year, mut month, mut day) = (None, None, None);
    let parts = text.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty());
    for part in parts {
        if let Some(named) = month_of_name(part) {
            if month.is_some_and(|_| day.is_none()) && year.is_none() {
                day = month;
            }
            month = Some(month.filter(|_| day.is_none() && year.is_some()).unwrap_or(named));
        } else if let Ok(number) = part.parse::<i16>() {
            match part.len() {
                4 if year.is_none() => year = Some(number),
                1 | 2 if month.is_none() => month = Some(i8::try_from(number).ok()?),
                1 | 2 if day.is_none() => day = Some(i8::try_from(number).ok()?),
                _ => {}
            }
        }
    }
    Timestamp::from_date(year?, month.unwrap_or(1), day.unwrap_or(1))
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
        ];
        for (text, (year, month, day)) in cases {
            assert_eq!(parse_partial_date(text), Timestamp::from_date(year, month, day), "{text}");
        }
        for text in ["", "soon", "March", "2021-13", "2021-02-30", "21-02-03"] {
            assert_eq!(parse_partial_date(text), None, "{text}");
        }
    }
}
