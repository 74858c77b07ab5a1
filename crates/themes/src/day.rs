//! Days as text.

use jiff::Span;
use jiff::civil::{Date, date};

use crate::{DatePrecision, PaperDate};

/// A day counted from 1970-01-01, as `YYYY-MM-DD`; `None` outside the years 0 to 9999.
#[must_use]
pub fn day_text(days: i32) -> Option<String> {
    let day: Date = date(1970, 1, 1).checked_add(Span::new().try_days(days).ok()?).ok()?;
    (day.year() >= 0).then(|| day.to_string())
}

/// A date as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, according to its precision; `None`
/// in the cases of [`day_text`].
#[must_use]
pub fn date_text(date: PaperDate) -> Option<String> {
    let mut text = day_text(date.day)?;
    text.truncate(match date.precision {
        DatePrecision::Day => text.len(),
        DatePrecision::Month => 7,
        DatePrecision::Year => 4,
    });
    Some(text)
}

/// The inverse of [`day_text`]; `None` for any other text.
#[must_use]
pub fn day_number(text: &str) -> Option<i32> {
    let day: Date = text.parse().ok()?;
    Some(day.since(date(1970, 1, 1)).ok()?.get_days())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(day_text(0).as_deref(), Some("1970-01-01"));
        assert_eq!(day_text(-1).as_deref(), Some("1969-12-31"));
        assert_eq!(day_text(20_600).as_deref(), Some("2026-05-27"));
        assert_eq!(day_text(11_016).as_deref(), Some("2000-02-29"));
        assert_eq!(day_text(i32::MAX), None);
        assert_eq!(day_text(i32::MIN), None);
        assert_eq!(day_number("2026-05-27"), Some(20_600));
        assert_eq!(day_number("1969-12-31"), Some(-1));
        assert_eq!(day_number("yesterday"), None);
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        let text = |precision| date_text(PaperDate { day: 20_454, precision }).unwrap();
        assert_eq!(text(DatePrecision::Day), "2026-01-01");
        assert_eq!(text(DatePrecision::Month), "2026-01");
        assert_eq!(text(DatePrecision::Year), "2026");
    }
}
