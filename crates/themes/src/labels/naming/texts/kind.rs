//! What a word may be to a phrase.

use thema_features::analysis::Analyzer;

/// Longest word in bytes.
const LONGEST_WORD: usize = 40;

/// What a word may be to a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels::naming) enum Kind {
    /// Any word of it, and a phrase alone unless everyday.
    Content,
    /// Its last word, after two others: the "method" of "finite element method".
    Tail,
    /// A word within: the "of" of "quality of service".
    Link,
    /// No part of it.
    Stop,
    /// No word: a number, a single letter, encoded data; no phrase reaches over it.
    Other,
}

/// Nouns of research that say nothing alone but end phrases.
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

/// Numbers in words.
const NUMBERS: [&str; 7] =
    ["billion", "billions", "hundreds", "million", "millions", "thousands", "trillion"];

/// The kind of a word in lower case, in a language of which no more is known.
pub(super) fn kind_of(lower: &str) -> Kind {
    let letters = lower.chars().filter(|character| character.is_alphabetic()).count();
    let too_short = lower.chars().count() < 2;
    if letters == 0 || too_short || lower.len() > LONGEST_WORD { Kind::Other } else { Kind::Content }
}

/// The kind of an English word in lower case.
pub(super) fn kind_in_english(lower: &str, analyzer: &Analyzer) -> Kind {
    match kind_of(lower) {
        _ if lower == "of" => Kind::Link,
        _ if NUMBERS.contains(&lower) => Kind::Other,
        _ if TAILS.binary_search(&lower).is_ok() => Kind::Tail,
        Kind::Content if !lower.ends_with('*') && analyzer.words(lower).is_empty() => Kind::Stop,
        Kind::Other if matches!(lower, "a" | "i") => Kind::Stop,
        kind => kind,
    }
}
