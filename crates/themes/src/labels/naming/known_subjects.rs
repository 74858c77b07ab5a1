//! English phrases that are known to name subjects of research.

use rustc_hash::FxHashMap;

/// One phrase a line, singular, with the capitals that it has within a sentence; lines that begin with `#` name fields.
const ENGLISH: &str = include_str!("../../../data/subjects_en.txt");
/// Letters at the end of a word that may differ in its plural.
const ENDING: usize = 2;

/// Phrases that are known to name subjects of research.
#[derive(Debug, Default)]
pub(super) struct KnownSubjects {
    by_stems: FxHashMap<u128, &'static str>,
}

impl KnownSubjects {
    /// English subjects; `stems_of` gives the stems of a phrase in lower case if papers write all its words.
    pub(super) fn in_english(stems_of: impl Fn(&str) -> Option<u128>) -> Self {
        let phrases = ENGLISH.lines().filter(|line| !line.starts_with('#'));
        Self {
            by_stems: phrases
                .filter_map(|phrase| Some((stems_of(&phrase.to_lowercase())?, phrase)))
                .collect(),
        }
    }

    /// If the phrase with these stems, written as `text`, names a subject: the text with the capitals of the subject.
    pub(super) fn written(&self, stems: u128, text: &str) -> Option<String> {
        let known = self.by_stems.get(&stems)?;
        // Single words of one stem may have different meanings: "universality", "university".
        if !known.contains(' ') && !is_form_of(text, known) {
            return None;
        }
        if known.split(' ').count() != text.split(' ').count() {
            return Some(text.to_owned());
        }
        let words = text.split(' ').zip(known.split(' '));
        let words = words.map(|(word, known)| with_capitals_of(known, word));
        Some(words.collect::<Vec<_>>().join(" "))
    }
}

/// Whether a phrase is a known subject that has a capital at its beginning within a sentence, too.
pub(super) fn begins_with_a_name(phrase: &str) -> bool {
    let mut subjects = ENGLISH.lines().filter(|line| !line.starts_with('#'));
    subjects
        .any(|known| known.starts_with(char::is_uppercase) && known.to_lowercase() == phrase.to_lowercase())
}

fn is_form_of(word: &str, known: &str) -> bool {
    let (word, known) = (word.to_lowercase(), known.to_lowercase());
    let kept = known.chars().count().saturating_sub(ENDING);
    word.chars().take(kept).eq(known.chars().take(kept))
}

/// A word with the capitals of `known`, as far as their letters are the same: "dna", "DNA".
fn with_capitals_of(known: &str, word: &str) -> String {
    let mut known = known.chars();
    let mut same = true;
    let with_capital = |letter: char| {
        let other = known.next().filter(|other| same && other.to_lowercase().eq(letter.to_lowercase()));
        same = other.is_some();
        other.unwrap_or(letter)
    };
    word.chars().map(with_capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_subject_once() {
        let mut subjects: Vec<String> =
            ENGLISH.lines().filter(|line| !line.starts_with('#')).map(str::to_lowercase).collect();
        let all = subjects.len();
        subjects.sort_unstable();
        subjects.dedup();
        assert_eq!(subjects.len(), all);
        assert!(ENGLISH.lines().all(|line| line == line.trim() && !line.is_empty() && !line.contains("  ")));
    }

    #[test]
    fn a_name_keeps_its_capital() {
        assert!(begins_with_a_name("Escherichia coli") && begins_with_a_name("markov chain"));
        assert!(!begins_with_a_name("Neural networks") && !begins_with_a_name("Lungs"));
    }

    #[test]
    fn a_subject_has_its_capitals_and_the_ending_of_the_papers() {
        let subjects = KnownSubjects {
            by_stems: [(1, "DNA repair"), (2, "Markov chain"), (3, "ontology")].into_iter().collect(),
        };
        let written = |stems, text| subjects.written(stems, text);
        assert_eq!(written(1, "dna repair").unwrap(), "DNA repair");
        assert_eq!(written(2, "Markov Chains").unwrap(), "Markov chains");
        assert_eq!(written(3, "ontologies").unwrap(), "ontologies");
        assert_eq!(written(3, "on"), None, "another word of the same stem");
        assert_eq!(written(4, "ontology"), None);
    }
}
