//! Text without characters that control a terminal or a page.

use std::borrow::Cow;

/// `text` made safe to display. Control characters (which begin escape sequences) and line separators become
/// spaces. Embeddings, overrides and isolates of writing direction (Unicode 16, UAX #9) and invisible tags
/// are removed. Every text of a paper or an input that reaches a terminal, the digest or the page passes
/// through here.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(steers) {
        return Cow::Borrowed(text);
    }
    let kept = text.chars().filter_map(|character| match character {
        '\u{2028}' | '\u{2029}' => Some(' '),
        control if control.is_control() => Some(' '),
        other => (!steers(other)).then_some(other),
    });
    Cow::Owned(kept.collect())
}

fn steers(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_goes_and_the_rest_stays() {
        assert_eq!(plain("a\u{1b}[31mred\u{9b}0m\r\nb"), "a [31mred 0m  b");
        assert_eq!(plain("\u{1b}]8;;http://evil.example\u{7}click"), " ]8;;http://evil.example click");
        assert_eq!(plain("txt.\u{202e}exe\u{202c} \u{2066}x\u{2069}\u{e0041}"), "txt.exe x");
        for honest in ["naïve Bayes", "שלום עולם", "日本語", "a\u{200d}b", "x\u{200e}"] {
            assert!(matches!(plain(honest), Cow::Borrowed(_)), "{honest}");
        }
    }
}
