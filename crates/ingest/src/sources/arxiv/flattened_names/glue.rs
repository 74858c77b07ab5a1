//! Finds the ends of fields that are glued together.

use super::person::{Word, classify};

/// Prefixes of family names after which a capital continues the word.
const PREFIXES: [&str; 9] = ["Mc", "Mac", "Fitz", "O'", "D'", "L'", "O’", "D’", "L’"];

/// Such prefixes that are also words of their own: `LeCun`, but `Quoc Le` and `Maria`.
const DOUBTFUL_PREFIXES: [&str; 14] =
    ["De", "Di", "Da", "Du", "Del", "Della", "La", "Le", "Van", "Von", "El", "Al", "Ben", "Dos"];

/// Longest word after the end of a field that is looked at, in bytes.
const LONGEST_WORD: usize = 64;

/// Splits `text` before every capital that cannot continue the word before it.
pub(super) fn chunks(text: &str) -> Vec<&str> {
    let mut chunks = Vec::new();
    let (mut chunk_start, mut piece_start) = (0, 0);
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for (index, &(at, current)) in characters.iter().enumerate().skip(1) {
        let previous = characters[index - 1].1;
        if previous.is_whitespace() || matches!(previous, '-' | '/' | '(' | '[') {
            piece_start = at;
            continue;
        }
        let rest = &text[at..];
        if current.is_uppercase() && is_end(&text[chunk_start..piece_start], &text[piece_start..at], rest) {
            chunks.push(&text[chunk_start..at]);
            (chunk_start, piece_start) = (at, at);
        }
    }
    chunks.push(&text[chunk_start..]);
    chunks.retain(|chunk| !chunk.trim().is_empty());
    chunks
}

/// Whether a field ends between `piece`, the current word so far, and `rest`, which begins with a capital.
/// `before` is the field up to the word.
fn is_end(before: &str, piece: &str, rest: &str) -> bool {
    let rest = &rest[..rest.floor_char_boundary(LONGEST_WORD)];
    let next_word =
        rest.split(|c: char| !c.is_alphabetic() && !matches!(c, '-' | '\'' | '’')).next().unwrap_or(rest);
    let Some(last) = piece.chars().next_back() else { return false };
    match last {
        ')' | ']' | '"' | '”' | ';' | ':' | '!' | '?' | ',' | '%' | '}' | '$' => true,
        // `2026Rob`, but not the word `3D`.
        _ if last.is_ascii_digit() => next_word.chars().nth(1).is_some_and(char::is_lowercase),
        '.' => {
            let stem = piece.trim_end_matches('.');
            matches!(stem, "Jr" | "Sr")
                || (stem.chars().nth(2).is_some() && stem.chars().all(char::is_alphanumeric))
        }
        _ if last.is_lowercase() => {
            if PREFIXES.contains(&piece) {
                return false;
            }
            if DOUBTFUL_PREFIXES.contains(&piece) {
                // A name cannot end with its first word.
                let is_given = first_hump(next_word).is_some_and(|hump| classify(hump) == Some(Word::Given));
                return is_given && before.split_whitespace().next().is_some();
            }
            true
        }
        // `TMLRYujia`, `IIIRob`: the last of several capitals begins the next word.
        _ if last.is_uppercase() => {
            let before_last = piece.chars().rev().nth(1);
            before_last.is_some_and(char::is_uppercase)
                && next_word.chars().nth(1).is_some_and(char::is_lowercase)
        }
        _ => false,
    }
}

/// The beginning of `word` up to its second capital.
fn first_hump(word: &str) -> Option<&str> {
    let end = word.char_indices().skip(1).find(|(_, c)| c.is_uppercase()).map_or(word.len(), |(at, _)| at);
    word.get(..end).filter(|hump| !hump.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_where_a_capital_cannot_go_on() {
        let cases: [(&str, &[&str]); 8] = [
            (
                "4 pages, 2 figuresAda OneBo de TwoCy Three",
                &["4 pages, 2 figures", "Ada One", "Bo de Two", "Cy Three"],
            ),
            ("Published by ABCDAda One", &["Published by ABCD", "Ada One"]),
            ("In LOGS 2026Ada OneBo McTwo", &["In LOGS 2026", "Ada One", "Bo McTwo"]),
            ("(LOGS)Ada X. OneBo Jean-Two", &["(LOGS)", "Ada X. One", "Bo Jean-Two"]),
            ("for 3D logs.Ada One", &["for 3D logs.", "Ada One"]),
            ("Ada One Jr.J. TwoO'Three Cy", &["Ada One Jr.", "J. Two", "O'Three Cy"]),
            ("Quoc LeMaria DeOne", &["Quoc Le", "Maria DeOne"]),
            ("Élise OneÁlvaro Two", &["Élise One", "Álvaro Two"]),
        ];
        for (text, expected) in cases {
            assert_eq!(chunks(text), expected, "{text}");
        }
    }

    #[test]
    fn long_words_stay_whole() {
        for word in ["A", "A.", "É"] {
            assert_eq!(chunks(&word.repeat(200_000)).len(), 1, "{word}");
        }
    }
}
