//! Texts in another language than the corpus.

use thema_features::Document;
use thema_features::analysis::Language;
use whatlang::{Lang, Script};

/// Minimum length, in bytes, of a text whose language can be detected.
const LEAST_BYTES: usize = 40;

/// The ISO 639-3 code of a text's language if it is clearly not `expected`: the text is in another script, or
/// `whatlang` is certain (trigrams; Cavnar and Trenkle, "N-gram-based text categorization", 1994).
pub(super) fn other_language(document: &Document<'_>, expected: Language) -> Option<&'static str> {
    // Includes the title, because one of the two is in the language of the corpus in a bilingual record.
    let text = format!("{}\n{}", document.title, document.body);
    if text.len() < LEAST_BYTES {
        return None;
    }
    let found = whatlang::detect(&text)?;
    let expected = lang(expected);
    let foreign_script = !scripts(expected).contains(&found.script());
    (found.lang() != expected && (foreign_script || found.is_reliable())).then(|| found.lang().code())
}

/// The language in `whatlang`.
fn lang(language: Language) -> Lang {
    match language.code() {
        "ar" => Lang::Ara,
        "da" => Lang::Dan,
        "nl" => Lang::Nld,
        "fi" => Lang::Fin,
        "fr" => Lang::Fra,
        "de" => Lang::Deu,
        "el" => Lang::Ell,
        "hu" => Lang::Hun,
        "it" => Lang::Ita,
        "no" => Lang::Nob,
        "pt" => Lang::Por,
        "ro" => Lang::Ron,
        "ru" => Lang::Rus,
        "es" => Lang::Spa,
        "sv" => Lang::Swe,
        "ta" => Lang::Tam,
        "tr" => Lang::Tur,
        _ => Lang::Eng,
    }
}

fn scripts(language: Lang) -> &'static [Script] {
    match language {
        Lang::Ara => &[Script::Arabic],
        Lang::Ell => &[Script::Greek],
        Lang::Rus => &[Script::Cyrillic],
        Lang::Tam => &[Script::Tamil],
        _ => &[Script::Latin],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(body: &str) -> Option<&'static str> {
        other_language(&Document::new("", body), Language::English)
    }

    #[test]
    fn other_languages_are_named() {
        let german = "Wir untersuchen die Verteilung von Aufgaben auf viele Rechner und zeigen, dass eine \
                      einfache Regel genügt, um die Wartezeit zu halbieren.";
        assert_eq!(other(german), Some("deu"));
        assert_eq!(other("Снег падал весь день, и к вечеру дорога совсем исчезла."), Some("rus"));
        assert_eq!(
            other("星期天早上，我和妈妈一起去市场买菜。市场里人很多，卖鱼的老人跟我们打招呼。"),
            Some("cmn")
        );
    }

    #[test]
    fn what_is_not_clear_is_not_named() {
        assert_eq!(other("We study how tasks are spread over many machines and show a simple rule."), None);
        assert_eq!(other("Hallo"), None);
        assert_eq!(other(""), None);
    }

    #[test]
    fn every_language_of_the_analysis_has_its_name() {
        for language in Language::ALL {
            let english = language == Language::English;
            assert_eq!(lang(language) == Lang::Eng, english, "{}", language.code());
        }
    }
}
