//! Cells of the CSV files: text that no spreadsheet takes for a formula, numbers
//! with a fixed number of digits.

use std::borrow::Cow;

/// A text cell. It is prefixed by an apostrophe if its first non-white-space character is one of `= + - @ |`
/// or a full-width form of the first four, or if it starts with a tab or a line break: a spreadsheet then
/// shows the text instead of evaluating it (OWASP, "CSV Injection"). NUL characters, which CSV readers treat
/// differently, become U+FFFD. Quoting is left to the CSV writer.
#[must_use]
pub fn text(value: &str) -> Cow<'_, str> {
    let value =
        if value.contains('\0') { Cow::Owned(value.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(value) };
    let first = value.chars().find(|character| !character.is_whitespace());
    let formula = matches!(first, Some('=' | '+' | '-' | '@' | '|' | '＝' | '＋' | '－' | '＠'));
    if formula || value.starts_with(['\t', '\r', '\n']) { Cow::Owned(format!("'{value}")) } else { value }
}

/// A text cell that may be empty.
pub(super) fn optional(value: Option<&str>) -> Cow<'_, str> {
    value.map_or(Cow::Borrowed(""), text)
}

/// A number with six decimals; empty if it is not finite.
pub(super) fn number(value: f64) -> String {
    if value.is_finite() { format!("{:.6}", value + 0.0) } else { String::new() }
}

/// Several texts in one cell, separated by `; `; a semicolon inside one becomes a comma.
pub(super) fn list<'a>(values: impl IntoIterator<Item = &'a str>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.replace(';', ",")).collect();
    text(&values.join("; ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_disarmed() {
        for formula in ["=1+1", "+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "\rx", "|calc", "＝1", "\u{a0}=1"] {
            assert_eq!(text(formula), format!("'{formula}"));
        }
    }

    #[test]
    fn other_text_stays() {
        for plain in ["", "A-priori", "2605.28095", "'quoted'", "$k$-means", "f < n/3"] {
            assert_eq!(text(plain), plain);
        }
        assert_eq!(text("a\0b"), "a\u{fffd}b");
    }

    #[test]
    fn numbers_have_six_digits() {
        assert_eq!(number(0.1), "0.100000");
        assert_eq!(number(-0.0), "0.000000");
        assert_eq!(number(-1.25), "-1.250000");
        assert_eq!(number(f64::NAN), "");
    }

    #[test]
    fn a_list_is_one_cell() {
        assert_eq!(list(["a; b", "c"]), "a, b; c");
        assert_eq!(list(["=a"]), "'=a");
    }
}
