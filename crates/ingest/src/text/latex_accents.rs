//! Accented letters as LaTeX spells them.

use unicode_normalization::UnicodeNormalization;

/// Commands that stand for a letter or sign of their own.
const LETTERS: [(&str, &str); 26] = [
    ("aa", "å"),
    ("AA", "Å"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("ss", "ß"),
    ("i", "ı"),
    ("j", "ȷ"),
    ("dh", "ð"),
    ("DH", "Ð"),
    ("th", "þ"),
    ("TH", "Þ"),
    ("dj", "đ"),
    ("DJ", "Đ"),
    ("ng", "ŋ"),
    ("NG", "Ŋ"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("textquoteright", "’"),
    ("textquoteleft", "‘"),
    ("textasciitilde", "~"),
];

/// The combining mark that an accent command puts on the letter behind it.
fn combining_mark(command: &str) -> Option<char> {
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

/// `text` with accents and letters decoded and grouping braces dropped: `Bal{\'a}zs` and `{\AE}ther` are `Balázs`
/// and `Æther`. Mathematics between dollar signs and commands that are not letters stay as they are.
pub(crate) fn decode_latex_accents(text: &str) -> String {
    if !text.contains(['\\', '{', '}', '~', '-', '$']) {
        return text.to_owned();
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let behind = &rest[character.len_utf8()..];
        rest = match character {
            '$' => {
                let length = mathematics_length(rest);
                decoded.push_str(&rest[..length]);
                &rest[length..]
            }
            '\\' => decode_command(behind, &mut decoded),
            '{' | '}' => behind,
            '~' => {
                decoded.push(' ');
                behind
            }
            '-' if rest.starts_with("---") => {
                decoded.push('—');
                &rest[3..]
            }
            '-' if rest.starts_with("--") => {
                decoded.push('–');
                &rest[2..]
            }
            _ => {
                decoded.push(character);
                behind
            }
        };
    }
    decoded
}

/// `text` with the escaped signs `\%`, `\&` and `\#` outside formulas as themselves, and all else as it is.
pub(crate) fn decode_latex_signs(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '$']) {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let kept = match rest.as_bytes() {
            [b'$', ..] => mathematics_length(rest),
            [b'\\', b'%' | b'&' | b'#', ..] => {
                rest = &rest[1..];
                1
            }
            [b'\\', b'\\' | b'$', ..] => 2,
            _ => 1,
        };
        decoded.push_str(&rest[..kept]);
        rest = &rest[kept..];
    }
    decoded + rest
}

/// Bytes of the formula that `text` begins with, or of its dollar sign alone when none follows.
fn mathematics_length(text: &str) -> usize {
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'$' if !escaped => return offset + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    1
}

/// Decodes the command behind a backslash and gives what stands behind it.
fn decode_command<'t>(text: &'t str, decoded: &mut String) -> &'t str {
    let Some(first) = text.chars().next() else {
        decoded.push('\\');
        return text;
    };
    if !first.is_ascii_alphabetic() {
        let (command, behind) = text.split_at(first.len_utf8());
        if let Some(mark) = combining_mark(command) {
            return decode_accent(mark, command, behind, decoded);
        }
        if !matches!(first, '&' | '%' | '$' | '#' | '_' | '{' | '}' | ' ' | '/' | '-' | ',') {
            decoded.push('\\');
        }
        if !matches!(first, '/' | '-') {
            decoded.push(if first == ',' { ' ' } else { first });
        }
        return behind;
    }
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (command, behind) = text.split_at(length);
    if let Some((_, letter)) = LETTERS.iter().find(|(name, _)| *name == command) {
        decoded.push_str(letter);
        return behind.strip_prefix("{}").unwrap_or_else(|| behind.trim_start());
    }
    match combining_mark(command) {
        Some(mark) if behind.starts_with(|c: char| c == '{' || c == '\\' || c.is_whitespace()) => {
            decode_accent(mark, command, behind, decoded)
        }
        _ => {
            decoded.push('\\');
            decoded.push_str(command);
            behind
        }
    }
}

/// Puts `mark` on the letter that `text` begins with, in braces or not.
fn decode_accent<'t>(mark: char, command: &str, text: &'t str, decoded: &mut String) -> &'t str {
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

#[cfg(test)]
mod tests {
    use super::{decode_latex_accents, decode_latex_signs};

    #[test]
    fn accents_letters_and_braces() {
        let cases = [
            (r"Bal\'azs", "Balázs"),
            (r"Bal{\'a}zs and Bal\'{a}zs", "Balázs and Balázs"),
            (r#"M{\"u}ller, K\"onig"#, "Müller, König"),
            (r"Ho\v{c}evar \v Z", "Hočevar Ž"),
            (r"Fran\c{c}ois, Gar{\c c}on", "François, Garçon"),
            (r#"Na{\"\i}ve {\'\i}"#, "Naïve í"),
            (r"Erd\H{o}s, {\L}ukasz, \O rsted, Stra{\ss}e", "Erdős, Łukasz, Ørsted, Straße"),
            (r"{GPU}s for {MoE} at 50\% \& more_1", "GPUs for MoE at 50% & more_1"),
            (r"the $O(n^{2})$ and $\alpha$ bound", r"the $O(n^{2})$ and $\alpha$ bound"),
            (r"costs \$5 and $6", r"costs $5 and $6"),
            (r"\emph{fast} \unknown", r"\emphfast \unknown"),
            (r"pages 1--2 --- J.~Doe", "pages 1–2 — J. Doe"),
            ("\\", "\\"),
            (r"\'", r"\'"),
        ];
        for (text, decoded) in cases {
            assert_eq!(decode_latex_accents(text), decoded, "{text}");
        }
    }

    #[test]
    fn signs_are_decoded_outside_formulas() {
        let text = r"94\% of R\&D, $a \% b$ \$5 \\% \alpha \#1 $";
        assert_eq!(decode_latex_signs(text), r"94% of R&D, $a \% b$ \$5 \\% \alpha #1 $");
    }
}
