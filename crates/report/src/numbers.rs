//! Numbers formatted for readers.

/// A count with commas between thousands.
#[must_use]
pub fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A share as a percentage with one decimal; `< 0.1 %` if that would read 0.
#[must_use]
pub fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.0005 { "< 0.1 %".to_owned() } else { format!("{:.1} %", share * 100.0) }
}

/// Two shares as percentages with as many decimals, one to three, as it takes to distinguish them.
#[must_use]
pub fn share_pair(a: f64, b: f64) -> (String, String) {
    let text = |share: f64, digits: usize| format!("{:.digits$} %", share * 100.0);
    let apart = |digits: &usize| text(a, *digits) != text(b, *digits);
    let hidden = |share: f64, digits: usize| share > 0.0 && share * 100.0 < 0.5 / 10_f64.powi(digits as i32);
    let shown = |digits: &usize| apart(digits) && !hidden(a, *digits) && !hidden(b, *digits);
    let digits = if (a - b).abs() < f64::EPSILON { 1 } else { (1..=3).find(shown).unwrap_or(3) };
    (text(a, digits), text(b, digits))
}

/// Two shares as in [`share_pair`], and their difference in percentage points. The difference is computed
/// from the digits shown, so that it agrees with the reader's subtraction.
#[must_use]
pub fn share_change(before: f64, recent: f64) -> (String, String, String) {
    let (before, recent) = share_pair(before, recent);
    let shown = |text: &str| text.trim_end_matches(" %").parse::<f64>().unwrap_or_default();
    let digits = before.trim_end_matches(" %").split('.').nth(1).map_or(0, str::len);
    let difference = shown(&recent) - shown(&before);
    let sign = if difference < 0.0 { '\u{2212}' } else { '+' };
    let text = format!("{:.digits$}", difference.abs());
    let is_none = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let points = if is_none { "0".to_owned() } else { format!("{sign}{text}") };
    (before, recent, points)
}

/// A difference of shares in percentage points, with its sign: `+1.4`, `−0.03`.
#[must_use]
pub fn points(difference: f64) -> String {
    let points = difference.abs() * 100.0;
    let digits = if !(5e-7..0.095).contains(&points) {
        1
    } else if points >= 0.0095 {
        2
    } else {
        3
    };
    let text = format!("{points:.digits$}");
    if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        return "0".to_owned();
    }
    format!("{}{text}", if difference < 0.0 { '\u{2212}' } else { '+' })
}

/// A probability with three decimals, down to `< 0.001`.
#[must_use]
pub fn probability(value: f64) -> String {
    if value < 0.001 { "< 0.001".to_owned() } else { format!("{value:.3}") }
}

/// `part / whole` rounded to six decimals; 0 if `whole` is 0.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { rounded(part as f64 / whole as f64) }
}

/// `value` rounded to six decimals, without a negative zero; 0 if it is not finite,
/// because JSON has no such number.
pub(crate) fn rounded(value: f64) -> f64 {
    let scaled = (value * 1e6).round() / 1e6;
    if scaled.is_finite() { scaled + 0.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(300_612), "300,612");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(999), "999");
        assert_eq!(percent(0.0), "0.0 %");
        assert_eq!(percent(0.0004), "< 0.1 %");
        assert_eq!(percent(0.3034), "30.3 %");
        assert_eq!(share_pair(0.0412, 0.0571), ("4.1 %".into(), "5.7 %".into()));
        assert_eq!(share_pair(0.00412, 0.00371), ("0.41 %".into(), "0.37 %".into()));
        assert_eq!(share_pair(0.0, 0.0002), ("0.00 %".into(), "0.02 %".into()));
        assert_eq!(share_pair(0.5, 0.5), ("50.0 %".into(), "50.0 %".into()));
        assert_eq!((points(0.0159).as_str(), points(-0.0003).as_str()), ("+1.6", "\u{2212}0.03"));
        assert_eq!(points(0.0), "0");
        let (before, recent, points) = share_change(0.0346, 0.1173);
        assert_eq!((before.as_str(), recent.as_str(), points.as_str()), ("3.5 %", "11.7 %", "+8.2"));
        assert_eq!(share_change(0.00412, 0.00371).2, "\u{2212}0.04");
        assert_eq!(share_change(0.5, 0.5).2, "0");
        assert_eq!(probability(0.0), "< 0.001");
        assert_eq!(probability(0.0123), "0.012");
    }
}
