//! Accented letters in LaTeX.

use unicode_normalization::UnicodeNormalization;

/// The combining mark that an accent command adds to the letter after it.
pub(super) fn combining_mark(command: &str) -> Option<char> {
    Some(match command {
        "`" => '\u{300}',
        "'" => '\u{301}',
        "^" => '\u{302}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "u" => '\u{306}',
        "." => '\u{307}',
        "\"" => '\u{308}',
        "r" => '\u{30a}',
        "H" => '\u{30b}',
        "v" => '\u{30c}',
        "d" => '\u{323}',
        "c" => '\u{327}',
        "k" => '\u{328}',
        "b" => '\u{331}',
        _ => return None,
    })
}

/// Adds `mark` to the letter that `text` begins with, in braces or not, and appends it to `decoded`; returns
/// the rest of `text`.
pub(super) fn decode_accent<'t>(mark: char, command: &str, text: &'t str, decoded: &mut String) -> &'t str {
    let inner = text.trim_start();
    let (inner, in_braces) = match inner.strip_prefix('{') {
        Some(inner) => (inner.trim_start(), true),
        None => (inner, false),
    };
    let (letter, mut behind) =
        if let Some(dotless) = inner.strip_prefix("\\i").or_else(|| inner.strip_prefix("\\j")) {
            (if inner.starts_with("\\i") { 'i' } else { 'j' }, dotless)
        } else {
            let Some(letter) = inner.chars().next().filter(|letter| letter.is_alphabetic()) else {
                decoded.push('\\');
                decoded.push_str(command);
                return text;
            };
            (letter, &inner[letter.len_utf8()..])
        };
    if in_braces {
        behind = behind.trim_start();
        behind = behind.strip_prefix('}').unwrap_or(behind);
    }
    decoded.extend([letter, mark].into_iter().nfc());
    behind
}
