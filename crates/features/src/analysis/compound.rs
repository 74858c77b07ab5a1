//! Hyphenated compounds: one word or several.

/// Prefixes written with a hyphen, without one, or as a separate word: their compounds are one word.
const PREFIXES: [&str; 24] = [
    "anti", "auto", "bi", "co", "cross", "de", "hyper", "inter", "intra", "macro", "meta", "micro", "mis",
    "multi", "non", "over", "post", "pre", "pseudo", "quasi", "re", "semi", "sub", "un",
];

/// A part of at most this many characters keeps a compound together.
const SHORT_PART: usize = 3;

/// How a hyphenated token is interpreted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Compound {
    /// The parts are separate words: `large-scale`.
    Split,
    /// One word whose hyphen is optional: `pre-training`.
    Prefixed,
    /// One word: `k-means`, `gpt-4`, `few-shot`.
    Whole,
}

/// Interprets the compound `token`. A compound with a known prefix is one word. So is one with a part that means
/// little alone (up to three characters, with a digit, or a stop word), unless it has more than two parts.
pub(super) fn read_compound(token: &str, is_stop_word: impl Fn(&str) -> bool) -> Compound {
    let parts = token.split('-').count();
    if parts > 3 {
        return Compound::Split;
    }
    if parts == 2 && token.split('-').next().is_some_and(|first| PREFIXES.binary_search(&first).is_ok()) {
        return Compound::Prefixed;
    }
    let says_little = |part: &str| {
        part.chars().count() <= SHORT_PART
            || part.bytes().any(|byte| byte.is_ascii_digit())
            || is_stop_word(part)
    };
    if token.split('-').any(says_little) { Compound::Whole } else { Compound::Split }
}

#[cfg(test)]
mod tests {
    use super::{Compound, PREFIXES, read_compound};

    #[test]
    fn compounds_are_read_by_their_parts() {
        let read = |token| read_compound(token, |part| part == "well");
        assert_eq!(read("large-scale"), Compound::Split);
        assert_eq!(read("pre-training"), Compound::Prefixed);
        for whole in ["k-means", "gpt-4", "few-shot", "well-posed", "end-to-end", "covid-19"] {
            assert_eq!(read(whole), Compound::Whole, "{whole}");
        }
        assert_eq!(read("state-of-the-art"), Compound::Split);
    }

    #[test]
    fn prefixes_are_sorted() {
        assert!(PREFIXES.is_sorted());
    }
}
