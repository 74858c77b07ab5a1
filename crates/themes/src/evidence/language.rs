//! The language of a corpus, and texts in another one.

use rayon::prelude::*;
use thema_features::Document;
use thema_features::analysis::{Language, StopWords};
use whatlang::{Lang, Script};

/// Minimum length, in bytes, of a text whose language can be detected.
const LEAST_BYTES: usize = 40;
/// Minimum share of stop words among the words of a corpus in sentences.
const LEAST_STOP_SHARE: f64 = 0.05;
/// Maximum number of texts by which the language of a corpus is detected.
const MOST_TEXTS: usize = 500;

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

/// The language that more than half of the texts are in, if it is one that texts are analysed in. Texts without
/// a clear language do not count.
///
/// Letters alone mislead where no sentences are written: English keywords may look like another language. So a
/// language in Latin script also shows in its stop words.
#[must_use]
pub fn language_of(documents: &[Document<'_>]) -> Option<Language> {
    let step = documents.len().div_ceil(MOST_TEXTS).max(1);
    let sample: Vec<&Document<'_>> = documents.iter().step_by(step).collect();
    let found: Vec<Lang> = sample
        .par_iter()
        .filter_map(|document| whatlang::detect(&format!("{}\n{}", document.title, document.body)))
        .filter(whatlang::Info::is_reliable)
        .map(|found| found.lang())
        .collect();
    let texts_in = |language: &Language| found.iter().filter(|&&other| other == lang(*language)).count();
    let most = Language::ALL.into_iter().find(|language| 2 * texts_in(language) > found.len())?;
    let is_written = scripts(lang(most)) != [Script::Latin] || is_in_sentences(&sample, most);
    is_written.then_some(most)
}

/// Whether enough words are stop words of the language, and more than are stop words of English.
fn is_in_sentences(texts: &[&Document<'_>], language: Language) -> bool {
    let stop_words = [language, Language::English].map(StopWords::of);
    let (mut words, mut found) = (0, [0, 0]);
    for word in texts.iter().flat_map(|text| [text.title, text.body]).flat_map(str::split_whitespace) {
        let lower = word.to_lowercase();
        words += 1;
        for (count, list) in found.iter_mut().zip(&stop_words) {
            *count += usize::from(list.contains(&lower));
        }
    }
    let [own, english] = found;
    own as f64 >= LEAST_STOP_SHARE * f64::from(words) && (language == Language::English || own > english)
}

/// The language in `whatlang`.
fn lang(language: Language) -> Lang {
    match language.code() {
        "ar" => Lang::Ara,
        "zh" => Lang::Cmn,
        "da" => Lang::Dan,
        "nl" => Lang::Nld,
        "fi" => Lang::Fin,
        "fr" => Lang::Fra,
        "de" => Lang::Deu,
        "el" => Lang::Ell,
        "hu" => Lang::Hun,
        "it" => Lang::Ita,
        "ja" => Lang::Jpn,
        "no" => Lang::Nob,
        "pt" => Lang::Por,
        "ro" => Lang::Ron,
        "ru" => Lang::Rus,
        "es" => Lang::Spa,
        "sv" => Lang::Swe,
        "ta" => Lang::Tam,
        "th" => Lang::Tha,
        "tr" => Lang::Tur,
        _ => Lang::Eng,
    }
}

fn scripts(language: Lang) -> &'static [Script] {
    match language {
        Lang::Ara => &[Script::Arabic],
        Lang::Cmn => &[Script::Mandarin],
        Lang::Ell => &[Script::Greek],
        Lang::Jpn => &[Script::Hiragana, Script::Katakana, Script::Mandarin],
        Lang::Rus => &[Script::Cyrillic],
        Lang::Tam => &[Script::Tamil],
        Lang::Tha => &[Script::Thai],
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
    fn the_language_of_a_corpus_is_that_of_most_texts() {
        let german =
            "Wir untersuchen, wie sich Aufgaben auf viele Rechner verteilen und wie lange sie warten.";
        let japanese = "本研究では、深層学習を用いた画像認識の手法を提案し、その性能を評価した。";
        let english = "We study how tasks are spread over many machines and for how long they wait there.";
        let corpus = |bodies: &[&'static str]| -> Vec<Document<'static>> {
            bodies.iter().map(|body| Document::new("", body)).collect()
        };
        assert_eq!(language_of(&corpus(&[german, german, english])), Some(Language::German));
        assert_eq!(language_of(&corpus(&[japanese, japanese, "?"])), Some(Language::Japanese));
        assert_eq!(language_of(&corpus(&[german, japanese, english])), None);
        assert_eq!(language_of(&[]), None);
        let keywords = "protein enzyme folding membrane residue ligand peptide binding cell kinase";
        assert_eq!(language_of(&corpus(&[keywords; 3])), None);
    }

    #[test]
    fn every_language_of_the_analysis_has_its_name() {
        for language in Language::ALL {
            let english = language == Language::English;
            assert_eq!(lang(language) == Lang::Eng, english, "{}", language.code());
        }
    }
}
