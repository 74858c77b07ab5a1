//! What a word may be in a phrase.

use thema_features::analysis::{Analyzer, is_unspaced};

/// Length of the longest word, in bytes.
const LONGEST_WORD: usize = 40;

/// What a word may be in a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels::naming) enum Kind {
    /// Any word of a phrase, and a phrase on its own unless everyday.
    Content,
    /// The last word of a phrase, after two others: the "method" of "finite element method".
    Tail,
    /// An inner word: the "of" of "quality of service".
    Link,
    /// Not part of a phrase.
    Stop,
    /// Not a word but a number, a single letter or encoded data. No phrase extends over it.
    Other,
}

/// Nouns of research that say nothing on their own but end phrases.
const TAILS: [&str; 12] = [
    "application",
    "applications",
    "approach",
    "approaches",
    "experiment",
    "experiments",
    "method",
    "methods",
    "studies",
    "study",
    "technique",
    "techniques",
];

/// Function words that begin terms of many fields: "first principles", "least squares", "many-body systems". Sorted.
const BEGINNINGS: [&str; 5] = ["few", "first", "least", "many", "second"];

/// Numbers written as words.
const NUMBERS: [&str; 7] =
    ["billion", "billions", "hundreds", "million", "millions", "thousands", "trillion"];

/// Whether a word in lower case is an ordinal in digits: "19th".
fn is_ordinal(lower: &str) -> bool {
    let digits = lower.trim_start_matches(|character: char| character.is_ascii_digit());
    digits.len() < lower.len() && matches!(digits, "st" | "nd" | "rd" | "th")
}

/// Whether an English word, in lower case, is a function word that begins terms.
pub(super) fn begins_terms(lower: &str) -> bool {
    BEGINNINGS.binary_search(&lower).is_ok()
}

/// The kind of a word in lower case, in another language than English. In scripts without spaces a single letter may
/// be a word of a phrase: the last of "molecular cloud" in Chinese.
pub(super) fn kind_in_other_languages(lower: &str, analyzer: &Analyzer) -> Kind {
    match lower.contains(is_unspaced) {
        true if analyzer.words(lower).is_empty() => Kind::Stop,
        true if lower.len() <= LONGEST_WORD => Kind::Content,
        _ => kind_of(lower),
    }
}

/// The kind of a word in lower case that is no stop word.
fn kind_of(lower: &str) -> Kind {
    let letters = lower.chars().filter(|character| character.is_alphabetic()).count();
    let too_short = lower.chars().count() < 2;
    if letters == 0 || too_short || lower.len() > LONGEST_WORD { Kind::Other } else { Kind::Content }
}

/// The kind of an English word in lower case.
pub(super) fn kind_in_english(lower: &str, analyzer: &Analyzer) -> Kind {
    match kind_of(lower) {
        _ if lower == "of" => Kind::Link,
        _ if NUMBERS.contains(&lower) || is_ordinal(lower) => Kind::Other,
        _ if TAILS.binary_search(&lower).is_ok() => Kind::Tail,
        _ if begins_terms(lower) => Kind::Content,
        Kind::Content if !lower.ends_with('*') && analyzer.words(lower).is_empty() => Kind::Stop,
        Kind::Other if matches!(lower, "a" | "i") => Kind::Stop,
        kind => kind,
    }
}
