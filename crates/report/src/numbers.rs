//! Numbers as a reader sees them.

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

/// A share as percent with one digit; `< 0.1 %` where that would read 0.
#[must_use]
pub fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.0005 { "< 0.1 %".to_owned() } else { format!("{:.1} %", share * 100.0) }
}

/// A probability with three digits after the point, down to `< 0.001`.
#[must_use]
pub fn probability(value: f64) -> String {
    if value < 0.001 { "< 0.001".to_owned() } else { format!("{value:.3}") }
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
        assert_eq!(probability(0.0), "< 0.001");
        assert_eq!(probability(0.0123), "0.012");
    }
}
