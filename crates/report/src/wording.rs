//! Words of a sentence.

use crate::thousands;

/// `1 paper`, `2 papers`, `300,612 papers`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count), if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn joined(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_join() {
        assert_eq!(counted(1, "paper"), "1 paper");
        assert_eq!(counted(300_612, "paper"), "300,612 papers");
        assert_eq!(joined(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }
}
