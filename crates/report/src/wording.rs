//! Parts of sentences.

use crate::thousands;

/// A number with its noun: `1 paper`, `2 papers`, `300,612 papers`.
#[must_use]
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count), if count == 1 { "" } else { "s" })
}

/// A number for running text, small ones as words: `no`, `one` to `nine`, `10`, `1,024`.
pub(super) fn in_words(count: u64) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(count as usize).map_or_else(|| thousands(count), |word| (*word).to_owned())
}

/// `one theme`, `seven themes`, `12 themes`.
pub(super) fn few(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", in_words(count), if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`; with semicolons if an item contains a comma.
#[must_use]
pub fn joined(items: &[String]) -> String {
    let comma = if items.iter().any(|item| item.contains(", ")) { ";" } else { "," };
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first, second] if comma == "," => format!("{first} and {second}"),
        [rest @ .., last] if comma == ";" => format!("{}; and {last}", rest.join("; ")),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// As [`joined`], but always with commas, for items whose own commas are in brackets.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// A period or range with its preposition: `in 2019`, `from 2017 to 2019`, `in the weeks from 2 March 2026 to
/// 23 March 2026`.
pub(super) fn during(name: &str) -> String {
    let preposition = if name.contains(" to ") && !name.starts_with("the weeks ") { "from" } else { "in" };
    format!("{preposition} {name}")
}

/// `text` with its first letter capitalised.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_join() {
        let all = |items: &[&str]| joined(&items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>());
        assert_eq!(all(&["a", "b"]), "a and b");
        assert_eq!(all(&["a", "b", "c"]), "a, b and c");
        assert_eq!(all(&["a, b", "c"]), "a, b; and c");
        assert_eq!(all(&["a, b", "c", "d"]), "a, b; c; and d");
        let items = ["a (1, 2)", "b (3, 4)", "c"].map(str::to_owned);
        assert_eq!(listed(&items), "a (1, 2), b (3, 4) and c");
        assert_eq!((listed(&items[..1]), listed(&[])), (items[0].clone(), String::new()));
    }

    #[test]
    fn periods_and_ranges_have_their_prepositions() {
        assert_eq!(during("2019"), "in 2019");
        assert_eq!(during("March to June 2026"), "from March to June 2026");
        assert_eq!(during("the week of 2 March 2026"), "in the week of 2 March 2026");
        let weeks = "the weeks from 2 March 2026 to 23 March 2026";
        assert_eq!(during(weeks), format!("in {weeks}"));
    }

    #[test]
    fn numbers_and_nouns_agree() {
        assert_eq!(counted(1, "paper"), "1 paper");
        assert_eq!(counted(300_612, "paper"), "300,612 papers");
        assert_eq!((few(1, "theme").as_str(), few(9, "theme").as_str()), ("one theme", "nine themes"));
        assert_eq!(few(12, "theme"), "12 themes");
        assert_eq!(capitalised(&few(3, "paper")), "Three papers");
    }
}
