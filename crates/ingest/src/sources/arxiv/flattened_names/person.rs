//! How plausible words are as a person's name.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

type Words = LazyLock<FxHashSet<&'static str>>;

/// Frequent given names of many languages.
static GIVEN: Words = LazyLock::new(|| include_str!("given_names.txt").split_whitespace().collect());

/// Frequent family names of many languages; those that are also given names are in both lists.
static FAMILY: Words = LazyLock::new(|| include_str!("family_names.txt").split_whitespace().collect());

/// Capitalised words that occur in comments and journal references but not in names.
static VENUE: Words = LazyLock::new(|| include_str!("venue_words.txt").split_whitespace().collect());

/// Lower-case words that may precede a family name.
const PARTICLES: [&str; 30] = [
    "af", "al", "av", "bin", "bint", "da", "dal", "das", "de", "del", "della", "den", "der", "di", "do",
    "dos", "du", "el", "ibn", "la", "le", "los", "ten", "ter", "van", "vom", "von", "y", "zu", "zur",
];

const SUFFIXES: [&str; 7] = ["Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV"];

/// Longest name considered, in words.
pub(super) const MAX_NAME_WORDS: usize = 7;

/// The role of a word in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A frequent given name.
    Given,
    /// A frequent family name.
    Family,
    /// Both of these, or neither.
    Unknown,
    /// `J.`, `J.-P.` or a single capital.
    Initial,
    /// `de`, `van`.
    Particle,
    /// `Jr.`, `III`.
    Suffix,
    /// All capitals: more likely an acronym than a name.
    Capitals,
    /// A word typical of comments and journal references.
    Venue,
}

/// The role of `word` in a name; `None` if it cannot be part of one.
pub(super) fn classify(word: &str) -> Option<Word> {
    if PARTICLES.contains(&word) {
        return Some(Word::Particle);
    }
    if SUFFIXES.contains(&word) {
        return Some(Word::Suffix);
    }
    let is_name_character =
        |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.' | '`' | '‐' | '·');
    let begins_small = |c: char| c.is_lowercase() && !word.contains(['\'', '’', '-']);
    if !word.chars().all(is_name_character)
        || word.chars().next().is_none_or(|c| !c.is_alphabetic() || begins_small(c))
    {
        return None;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let is_abbreviated = word.split('-').all(|part| part.ends_with('.'));
    if letters == 1 || (is_abbreviated && letters <= 3) {
        return Some(Word::Initial);
    }
    if word.ends_with('.') && letters > 4 {
        return None;
    }
    if VENUE.contains(word) {
        return Some(Word::Venue);
    }
    let parts = || word.split('-').filter(|part| !part.is_empty());
    Some(match (GIVEN.contains(word) || parts().all(|part| GIVEN.contains(part)), FAMILY.contains(word)) {
        (true, false) => Word::Given,
        (false, true) => Word::Family,
        _ if letters >= 3 && word.chars().all(|c| !c.is_lowercase()) => Word::Capitals,
        _ => Word::Unknown,
    })
}

/// The plausibility of `words` as one whole name: a sum of weights similar to log-odds; higher is more
/// likely.
pub(super) fn name_score(words: &[Word]) -> f32 {
    let suffixes = words.iter().rev().take_while(|&&word| word == Word::Suffix).count();
    let words = &words[..words.len() - suffixes];
    let Some((&last, front)) = words.split_last() else { return -20.0 };
    let full = words.iter().filter(|word| !matches!(word, Word::Particle | Word::Initial)).count();
    let length = match full {
        0 => -6.0,
        1 if words.len() > 1 => 0.0,
        1 => -7.0,
        2 => 0.0,
        3 => -1.6,
        4 => -4.5,
        _ => -8.0,
    };
    let last = match last {
        Word::Given => -2.5,
        Word::Family => 1.5,
        Word::Unknown => 0.3,
        Word::Initial => -4.0,
        Word::Particle => -12.0,
        Word::Suffix => -1.0,
        Word::Capitals => -1.5,
        Word::Venue => -8.0,
    };
    let first = front.first().map_or(0.0, |first| match first {
        Word::Given => 2.0,
        Word::Family => -1.0,
        Word::Unknown => 0.0,
        Word::Initial => 0.5,
        Word::Particle => -4.0,
        Word::Suffix => -6.0,
        Word::Capitals => -2.5,
        Word::Venue => -8.0,
    });
    let middle: f32 = front
        .iter()
        .skip(1)
        .map(|word| match word {
            Word::Given => 0.3,
            Word::Family => -0.7,
            Word::Unknown | Word::Particle => 0.0,
            Word::Initial => 0.6,
            Word::Suffix => -4.0,
            Word::Capitals => -2.0,
            Word::Venue => -8.0,
        })
        .sum();
    length + first + middle + last
}

/// The plausibility of a word that could be part of a name as part of a comment.
pub(super) fn comment_score(word: Word) -> f32 {
    match word {
        Word::Venue => 3.0,
        Word::Capitals => 1.0,
        Word::Particle => -0.5,
        Word::Suffix => -1.0,
        Word::Initial => -2.0,
        Word::Unknown => -2.5,
        Word::Given | Word::Family => -4.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_classified() {
        let cases = [
            ("Maria", Some(Word::Given)),
            ("Jean-Pierre", Some(Word::Given)),
            ("Zhang", Some(Word::Family)),
            ("Quxley", Some(Word::Unknown)),
            ("O'Neil", Some(Word::Unknown)),
            ("d'Amico", Some(Word::Unknown)),
            ("J.-P.", Some(Word::Initial)),
            ("van", Some(Word::Particle)),
            ("IEEE", Some(Word::Venue)),
            ("CLOUD", Some(Word::Capitals)),
            ("figures", None),
            ("2026", None),
            ("(DISC", None),
        ];
        for (word, kind) in cases {
            assert_eq!(classify(word), kind, "{word}");
        }
    }

    #[test]
    fn two_words_with_the_given_name_first_read_best() {
        let score = |name: &str| name_score(&name.split(' ').filter_map(classify).collect::<Vec<_>>());
        assert!(score("Maria Quxley") > score("Quxley Maria"));
        assert!(score("Maria Quxley") > score("Maria Quxley Bo Zhang"));
        assert!(score("Maria C. Quxley") > score("Maria C."));
        assert!(score("Ada van Quxley") > score("Ada van"));
    }
}
