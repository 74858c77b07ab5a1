//! Repairs UTF-8 that was decoded as Windows-1252 or Windows-1253, where that is certain.

use std::borrow::Cow;

/// Characters of the bytes 0x80 to 0x9F in Windows-1252. Windows-1253 has the same, with some gaps. A gap is
/// the control character with its number.
const SHARED: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Characters of the bytes 0xA0 to 0xFE in Windows-1253. Gaps are as in Latin-1.
const GREEK: [char; 95] = [
    '\u{a0}', '΅', 'Ά', '£', '¤', '¥', '¦', '§', '¨', '©', 'ª', '«', '¬', '\u{ad}', '®', '―', '°', '±', '²',
    '³', '΄', 'µ', '¶', '·', 'Έ', 'Ή', 'Ί', '»', 'Ό', '½', 'Ύ', 'Ώ', 'ΐ', 'Α', 'Β', 'Γ', 'Δ', 'Ε', 'Ζ', 'Η',
    'Θ', 'Ι', 'Κ', 'Λ', 'Μ', 'Ν', 'Ξ', 'Ο', 'Π', 'Ρ', 'Ò', 'Σ', 'Τ', 'Υ', 'Φ', 'Χ', 'Ψ', 'Ω', 'Ϊ', 'Ϋ', 'ά',
    'έ', 'ή', 'ί', 'ΰ', 'α', 'β', 'γ', 'δ', 'ε', 'ζ', 'η', 'θ', 'ι', 'κ', 'λ', 'μ', 'ν', 'ξ', 'ο', 'π', 'ρ',
    'ς', 'σ', 'τ', 'υ', 'φ', 'χ', 'ψ', 'ω', 'ϊ', 'ϋ', 'ό', 'ύ', 'ώ',
];

#[derive(Clone, Copy)]
enum CodePage {
    Western,
    Greek,
}

impl CodePage {
    /// The byte that is decoded as `character`.
    fn byte(self, character: char) -> Option<u8> {
        if let Some(at) = SHARED.iter().position(|&shared| shared == character) {
            return Some(0x80 + at as u8);
        }
        match self {
            Self::Western => matches!(character, '\u{a0}'..='\u{ff}').then_some(character as u8),
            Self::Greek => GREEK.iter().position(|&greek| greek == character).map(|at| 0xa0 + at as u8),
        }
    }
}

/// Characters that follow a letter in normal prose or mathematics, and so are no evidence after one.
const NATURAL: &str = "’‘“”„»«›‹…–—―•†‡™°²³±µ·¬\u{a0}";

/// Repairs every sequence of `text` that is certainly mojibake.
///
/// A sequence qualifies if its bytes in one of the two code pages encode one UTF-8 character. It is certain
/// if that character is general punctuation or a symbol (`â€™`, `β†’`, `Â±`), or if one of its parts never
/// follows a letter (`ι“Ύ`). Other pairs such as `Γ—` and `Ã³`, which can occur in prose, need a digit or a
/// lower-case Latin letter directly before them.
pub(crate) fn repair(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut repaired = String::new();
    let (mut at, mut copied) = (0, 0);
    let mut previous = ' ';
    while let Some(character) = text[at..].chars().next() {
        if !character.is_ascii()
            && let Some((meant, length)) = decode(&text[at..], previous)
        {
            repaired.push_str(&text[copied..at]);
            repaired.push(meant);
            at += length;
            copied = at;
            previous = meant;
        } else {
            at += character.len_utf8();
            previous = character;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    repaired.push_str(&text[copied..]);
    Cow::Owned(repaired)
}

/// The character that the beginning of `text` certainly stands for, and the bytes of `text` that encode it.
fn decode(text: &str, previous: char) -> Option<(char, usize)> {
    [CodePage::Western, CodePage::Greek].into_iter().find_map(|page| {
        let mut bytes = [0; 4];
        let mut length = 0;
        let mut characters = text.chars();
        let lead = characters.next()?;
        bytes[0] = page.byte(lead)?;
        let count = match bytes[0] {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return None,
        };
        length += lead.len_utf8();
        let mut is_unnatural = false;
        for byte in &mut bytes[1..count] {
            let part = characters.next()?;
            *byte = page.byte(part).filter(|byte| (0x80..0xc0).contains(byte))?;
            is_unnatural |= !NATURAL.contains(part);
            length += part.len_utf8();
        }
        let meant = std::str::from_utf8(&bytes[..count]).ok()?.chars().next()?;
        let is_certain = match meant {
            '\u{2000}'..='\u{2bff}' | '\u{1d400}'..='\u{1faff}' => true,
            '±' | '°' | '²' | '³' | '·' if matches!(page, CodePage::Western) => true,
            '\u{80}'..='\u{7ff}' => {
                let small_before = matches!(page, CodePage::Western) && previous.is_ascii_lowercase();
                is_unnatural || small_before || (previous.is_ascii_digit() && !meant.is_alphabetic())
            }
            _ => is_unnatural && meant.is_alphanumeric(),
        };
        (is_certain && !meant.is_control()).then_some((meant, length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` as shown by a reader that decodes UTF-8 as `page`.
    fn garble(text: &str, page: CodePage) -> String {
        let shown = |byte: u8| match byte {
            0..0x80 => char::from(byte),
            0x80..0xa0 => SHARED[usize::from(byte) - 0x80],
            _ => match page {
                CodePage::Western => char::from(byte),
                CodePage::Greek => GREEK[usize::from(byte) - 0xa0],
            },
        };
        text.bytes().map(shown).collect()
    }

    #[test]
    fn what_is_certain_is_put_right() {
        for text in
            ["it’s", "a → b – c", "1–4× faster", "32 μs", "live 链.", "Schöfmann", "10 ± 1 °C", "“so”…"]
        {
            let garbled = garble(text, CodePage::Western);
            assert_eq!(repair(&garbled), text, "{garbled}");
        }
        for text in ["it’s", "a → b", "4× faster", "32 μs", "live链.", "n ≤ 5 ∈ S"] {
            let garbled = garble(text, CodePage::Greek);
            assert_eq!(repair(&garbled), text, "{garbled}");
        }
        assert_eq!(repair("1–4Γ— under"), "1–4× under");
    }

    #[test]
    fn what_can_be_meant_is_kept() {
        for text in
            ["the group Γ—a lattice", "Γ’ and Θ²", "$Δµ$", "voilà…", "« café»…", "λ’s", "naïve", "β–γ", "Δ±1"]
        {
            assert_eq!(repair(text), text);
        }
    }
}
