//! Splits texts into words as written.

use std::borrow::Cow;

use thema_features::analysis::{latex_to_words, normalise, spaced};
use unicode_normalization::char::is_combining_mark;

/// What precedes a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Before {
    /// A space: the word may continue a phrase.
    Blank,
    /// Punctuation, which no phrase extends over.
    Mark,
    /// The end of a sentence or the start of the text: a capital means nothing.
    Sentence,
}

/// A text with its LaTeX converted, its Unicode normalised and its words separated, keeping case and accents;
/// `spell_greek` as in [`normalise`].
///
/// The star of an operator algebra (`$C^*$`) stays with its letter.
pub(super) fn readable(text: &str, spell_greek: bool) -> Cow<'_, str> {
    let text = if text.contains('^') {
        let starred = ["^{*}", "^{\\ast}", "^\\ast", "^*"]
            .iter()
            .fold(text.to_owned(), |text, star| text.replace(star, "*"));
        Cow::Owned(latex_to_words(&starred).into_owned())
    } else {
        latex_to_words(text)
    };
    match normalise(&text, spell_greek) {
        Cow::Borrowed(_) => text,
        Cow::Owned(normalised) => Cow::Owned(spaced(&normalised).into_owned()),
    }
}

/// Calls `emit` with every word of a [`readable`] text and what precedes it. A word is a run of letters,
/// digits and combining marks. A hyphen, dash or apostrophe between two of them is part of the word, and so
/// is a star after a single letter, and an argument in parentheses after capitals ("CAT(0)"). Dashes become hyphens.
pub(super) fn for_each_word(text: &str, mut emit: impl FnMut(&str, Before)) {
    let mut before = Before::Sentence;
    let mut word = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if is_part(character) {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            let next = characters.peek().copied();
            let dashes = is_dash(character) && next.is_some_and(is_part);
            let apostrophe = matches!(character, '\'' | '’') && next.is_some_and(char::is_alphabetic);
            let star = character == '*' && word.chars().count() == 1;
            if dashes || apostrophe || star {
                word.push(if is_dash(character) { '-' } else { character });
                continue;
            }
            if character == '('
                && let Some(argument) = argument(&word, characters.clone())
            {
                word.extend(['(', argument, ')']);
                characters.nth(1);
                continue;
            }
            emit(&word, before);
            word.clear();
            before = Before::Blank;
        }
        let ends_sentence = matches!(character, '.' | '!' | '?' | ':' | '。')
            && characters.peek().is_none_or(|next| next.is_whitespace());
        if ends_sentence {
            before = Before::Sentence;
        } else if !character.is_whitespace() {
            before = before.max(Before::Mark);
        }
    }
    if !word.is_empty() {
        emit(&word, before);
    }
}

/// The argument of a group or space named in capitals, if it is one letter or digit: the "0" of "CAT(0)".
fn argument(word: &str, mut rest: impl Iterator<Item = char>) -> Option<char> {
    let in_capitals = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
    let argument = rest.next().filter(|character| character.is_alphanumeric())?;
    (in_capitals && rest.next() == Some(')')).then_some(argument)
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || is_combining_mark(character)
}

fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}' | '\u{2011}' | '–')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(String, Before)> {
        let mut words = Vec::new();
        for_each_word(&readable(text, true), |word, before| words.push((word.to_owned(), before)));
        words
    }

    fn texts(text: &str) -> Vec<String> {
        words(text).into_iter().map(|(word, _)| word).collect()
    }

    #[test]
    fn accents_and_compounds_stay_whole() {
        assert_eq!(texts(r#"Gr\"obner bases, Erd\H{o}s–Rényi"#), ["Gröbner", "bases", "Erdős-Rényi"]);
        assert_eq!(
            texts(r"$p$-adic $C^*$-algebras and $W^{*}$ Parkinson's"),
            ["p-adic", "C*-algebras", "and", "W*", "Parkinson's"]
        );
    }

    #[test]
    fn arguments_stay_with_their_groups() {
        assert_eq!(texts("CAT(0)-spaces, SU(2) and O(n)"), ["CAT(0)-spaces", "SU(2)", "and", "O", "n"]);
        assert_eq!(texts("by GPU(s), SAT(see below) SL("), ["by", "GPU(s)", "SAT", "see", "below", "SL"]);
    }

    #[test]
    fn marks_part_phrases_and_full_stops_sentences() {
        use Before::{Blank, Mark, Sentence};
        let before: Vec<Before> =
            words("Deep nets (GPU). They, e.g. learn").into_iter().map(|(_, before)| before).collect();
        assert_eq!(before, [Sentence, Blank, Mark, Sentence, Mark, Mark, Sentence]);
    }
}
