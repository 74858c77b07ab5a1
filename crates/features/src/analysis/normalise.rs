//! Unicode normalisation.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::latex_symbols::greek_name;

/// Unifies spellings: applies Unicode NFKC, and if `spell_greek`, replaces every Greek letter by its English
/// name, separated by a space from an adjacent letter or digit (`μs` becomes `mu s`).
///
/// ASCII text is returned unchanged. Normalising the result again changes nothing.
#[must_use]
pub fn normalise(text: &str, spell_greek: bool) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    if !spell_greek {
        return Cow::Owned(text.nfkc().collect());
    }
    let mut spelled = String::with_capacity(text.len() + text.len() / 4);
    let mut after_name = false;
    for character in text.nfkc() {
        if let Some(name) = greek_name(character) {
            if spelled.ends_with(char::is_alphanumeric) {
                spelled.push(' ');
            }
            spelled.push_str(name);
            after_name = true;
        } else {
            if after_name && character.is_alphanumeric() {
                spelled.push(' ');
            }
            spelled.push(character);
            after_name = false;
        }
    }
    // A mark on a Greek letter may compose with the last letter of its name.
    if unicode_normalization::is_nfkc(&spelled) {
        return Cow::Owned(spelled);
    }
    Cow::Owned(spelled.nfkc().collect())
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn ascii_is_borrowed() {
        assert!(matches!(normalise("plain text", true), std::borrow::Cow::Borrowed("plain text")));
    }

    #[test]
    fn compatibility_forms_and_greek_letters_come_together() {
        assert_eq!(normalise("ﬁne n² 𝛿-stable μs αβ", true), "fine n2 delta-stable mu s alpha beta");
        assert_eq!(normalise("λόγος", false), "λόγος");
    }

    #[test]
    fn every_character_reaches_a_fixed_point() {
        for character in '\u{0}'..=char::MAX {
            for text in [format!("{character}"), format!("δ{character}"), format!("e{character}δ")] {
                for spell_greek in [true, false] {
                    let once = normalise(&text, spell_greek).into_owned();
                    assert_eq!(normalise(&once, spell_greek), once, "{character:?}");
                }
            }
        }
    }
}
