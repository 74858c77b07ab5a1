//! Finds the seed entries of a taxonomy in texts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use thema_features::Document;
use thema_features::analysis::Analyzer;

use crate::taxonomy::Taxonomy;

/// Documents matched by one task. Fixed, so that results do not depend on the number of threads.
const CHUNK: usize = 512;
/// A word that is in no entry.
const NONE: u32 = u32::MAX;

/// One seed entry of one theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedEntry {
    /// Index of the theme in the taxonomy.
    pub theme: u32,
    /// The entry as written in the file.
    pub text: String,
    /// Whether the entry speaks against the theme.
    pub excluded: bool,
    /// Whether a paper must hold this entry, or another required one, to belong to the
    /// theme. It is no other evidence.
    #[serde(default)]
    pub required: bool,
    /// Whether this stands for the other word forms of the preceding entry.
    #[serde(default)]
    pub forms: bool,
}

impl SeedEntry {
    /// Whether the entry speaks for its theme.
    #[must_use]
    pub fn speaks(&self) -> bool {
        !self.excluded && !self.required
    }
}

/// The seed entries of a taxonomy, ready to be found in texts.
///
/// Entries are found as sequences of stems. A hyphen is a space (`pre-training` and `pre training` are the
/// same), and an entry of two words is also found written as one (`pretraining`). Every word counts,
/// including stop words. Entries of one theme that are word forms of each other count once, under the first.
/// For a single word that speaks for a theme, the word itself, singular or plural, is counted separately from
/// its other forms, which may mean something else: a `force` is not a `forcing`. An excluded word that is a form of such a
/// word excludes only itself, singular or plural. An excluded phrase that is a form of a term or phrase is ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedMatcher {
    themes: usize,
    entries: Vec<SeedEntry>,
    /// Themes with required entries, ascending.
    #[serde(default)]
    requiring: Vec<u32>,
    /// Distinct stems of the entries, ascending.
    stems: Vec<String>,
    /// `(stem numbers, entry)`, ascending.
    sequences: Vec<(Vec<u32>, u32)>,
    /// Entries that stand for one word and not for its other forms, with that word in the singular, ascending.
    #[serde(default)]
    words: Vec<(u32, String)>,
}

/// How often documents hold the seed entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeedCounts {
    offsets: Vec<usize>,
    /// `(entry, occurrences)`, by entry within a document; an occurrence in a title counts three times.
    entries: Vec<(u32, f32)>,
    /// Number of words of every document.
    lengths: Vec<u32>,
}

/// Weight of an occurrence in a title, relative to one in a body.
pub(super) const TITLE_WEIGHT: f32 = 3.0;

/// The entries of a document with their occurrences, and its number of words.
type DocumentSeeds = (Vec<(u32, f32)>, u32);

impl SeedMatcher {
    /// Takes the entries of `taxonomy`, except those that are reduced to one word because a single letter is
    /// lost, such as `L-function`. The analyzer should not remove stop words.
    #[must_use]
    pub fn new(taxonomy: &Taxonomy, analyzer: &Analyzer) -> Self {
        let mut entries = Vec::new();
        let mut forms: Vec<(Vec<String>, u32)> = Vec::new();
        let mut words = Vec::new();
        for (theme, table) in taxonomy.themes.iter().enumerate() {
            let mut seen: BTreeMap<(bool, bool, Vec<String>), u32> = BTreeMap::new();
            let own = table.terms.iter().chain(&table.phrases).map(|text| (text, false, false));
            let excluded = table.excluded.iter().map(|text| (text, true, false));
            let required = table.required.iter().map(|text| (text, false, true));
            for (text, excluded, required) in own.chain(excluded).chain(required) {
                let stems = analyzer.stems(&spaced(text));
                if stems.is_empty() || is_remnant(text, &stems) {
                    continue;
                }
                let joined = analyzer.words(&spaced(text)).concat();
                let speaks = !excluded && !required;
                let is_form = excluded && seen.contains_key(&(false, false, stems.clone()));
                if is_form && stems.len() > 1 {
                    continue;
                }
                let is_exact = speaks || is_form;
                let word = (stems.len() == 1 && is_exact).then(|| singular(&joined).into_owned());
                if let Some(&known) = seen.get(&(excluded, required, stems.clone())) {
                    words.extend(word.map(|word| (known, word)));
                    continue;
                }
                let entry = entries.len() as u32;
                seen.insert((excluded, required, stems.clone()), entry);
                if stems.len() == 2 {
                    let joined = analyzer.stems(&joined);
                    let is_own = excluded && seen.contains_key(&(false, false, joined.clone()));
                    if !is_own && let Entry::Vacant(place) = seen.entry((excluded, required, joined.clone()))
                    {
                        place.insert(entry);
                        forms.push((joined, entry));
                    }
                }
                let found =
                    SeedEntry { theme: theme as u32, text: text.clone(), excluded, required, forms: false };
                entries.push(found.clone());
                words.extend(word.iter().map(|word| (entry, word.clone())));
                if word.is_some() && speaks {
                    entries.push(SeedEntry { forms: true, ..found });
                }
                forms.push((stems, entry));
            }
        }
        // Phrases have no entry for other forms, even where they are written as one word.
        words.retain(|&(entry, _): &(u32, String)| {
            entries[entry as usize].excluded || has_forms(&entries, entry)
        });
        words.sort_unstable();
        let mut stems: Vec<String> = forms.iter().flat_map(|(stems, _)| stems.iter().cloned()).collect();
        stems.sort_unstable();
        stems.dedup();
        let number = |stem: &String| stems.binary_search(stem).map_or(NONE, |at| at as u32);
        let mut sequences: Vec<(Vec<u32>, u32)> =
            forms.iter().map(|(form, entry)| (form.iter().map(number).collect(), *entry)).collect();
        sequences.sort_unstable();
        let mut requiring: Vec<u32> =
            entries.iter().filter(|entry| entry.required).map(|entry| entry.theme).collect();
        requiring.dedup();
        Self { themes: taxonomy.themes.len(), entries, requiring, stems, sequences, words }
    }

    /// The entries, theme by theme.
    #[must_use]
    pub fn entries(&self) -> &[SeedEntry] {
        &self.entries
    }

    /// Number of themes.
    #[must_use]
    pub fn themes(&self) -> usize {
        self.themes
    }

    /// The themes with required entries, none of which is among the entries `held` by a document.
    pub(super) fn refused<'a>(&'a self, held: &'a [(u32, f32)]) -> impl Iterator<Item = usize> + 'a {
        let entry = |&(entry, _): &(u32, f32)| &self.entries[entry as usize];
        let meets =
            move |theme: u32| held.iter().map(entry).any(|entry| entry.required && entry.theme == theme);
        self.requiring.iter().filter(move |&&theme| !meets(theme)).map(|&theme| theme as usize)
    }

    /// The entry that `word` in a text stands for, if any; it has the stem of entry `entry`.
    fn entry_of(&self, entry: u32, word: &str) -> Option<u32> {
        let first = self.words.partition_point(|(of, _)| *of < entry);
        let mut own = self.words[first..].iter().take_while(|(of, _)| *of == entry).peekable();
        if own.peek().is_none() || own.any(|(_, known)| *known == singular(word)) {
            return Some(entry);
        }
        has_forms(&self.entries, entry).then_some(entry + 1)
    }

    /// Counts the entries in documents. `analyzer` must be the one that the matcher was made with.
    #[must_use]
    pub fn count(&self, documents: &[Document<'_>], analyzer: &Analyzer) -> SeedCounts {
        let words = || WordNumbers { matcher: self, analyzer, known: FxHashMap::default() };
        let parts: Vec<Vec<DocumentSeeds>> = documents
            .par_chunks(CHUNK)
            .map_init(words, |words, documents| {
                documents.iter().map(|document| words.document(document)).collect()
            })
            .collect();
        let mut counts = SeedCounts { offsets: vec![0], ..SeedCounts::default() };
        for (entries, length) in parts.into_iter().flatten() {
            counts.entries.extend(entries);
            counts.offsets.push(counts.entries.len());
            counts.lengths.push(length);
        }
        counts
    }

    /// Entries found at the start of `words`.
    fn starting<'a>(&'a self, words: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        let first = self.sequences.partition_point(|(sequence, _)| sequence[0] < words[0]);
        self.sequences[first..]
            .iter()
            .take_while(|(sequence, _)| sequence[0] == words[0])
            .filter(|(sequence, _)| words.starts_with(sequence))
            .map(|&(_, entry)| entry)
    }
}

impl SeedCounts {
    /// Number of documents.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.lengths.len()
    }

    /// The entries of one document and how often it holds them, by entry.
    ///
    /// # Panics
    /// If `document` is not below [`SeedCounts::documents`].
    #[must_use]
    pub fn document(&self, document: usize) -> &[(u32, f32)] {
        &self.entries[self.offsets[document]..self.offsets[document + 1]]
    }

    /// Number of words of one document.
    ///
    /// # Panics
    /// If `document` is not below [`SeedCounts::documents`].
    #[must_use]
    pub fn length(&self, document: usize) -> u32 {
        self.lengths[document]
    }

    /// Number of documents that hold each of `entries` entries.
    pub(super) fn document_frequencies(&self, entries: usize) -> Vec<u32> {
        let mut frequencies = vec![0; entries];
        for &(entry, _) in &self.entries {
            frequencies[entry as usize] += 1;
        }
        frequencies
    }

    /// Mean number of words; 1 if there are none.
    pub(super) fn mean_length(&self) -> f32 {
        let words: u64 = self.lengths.iter().map(|&length| u64::from(length)).sum();
        if words == 0 { 1.0 } else { (words as f64 / self.lengths.len() as f64) as f32 }
    }
}

/// Stem numbers of words; each distinct word is stemmed once.
struct WordNumbers<'a> {
    matcher: &'a SeedMatcher,
    analyzer: &'a Analyzer,
    known: FxHashMap<String, u32>,
}

impl WordNumbers<'_> {
    fn document(&mut self, document: &Document<'_>) -> (Vec<(u32, f32)>, u32) {
        let mut hits: Vec<(u32, f32)> = Vec::new();
        let mut length = 0;
        for (text, weight) in [(document.title, TITLE_WEIGHT), (document.body, 1.0)] {
            let words = self.analyzer.words(&spaced(text));
            let numbers: Vec<u32> = words.iter().map(|word| self.number(word)).collect();
            length += words.len();
            for start in (0..words.len()).filter(|&start| numbers[start] != NONE) {
                let found = self.matcher.starting(&numbers[start..]);
                let entries = found.filter_map(|entry| self.matcher.entry_of(entry, &words[start]));
                hits.extend(entries.map(|entry| (entry, weight)));
            }
        }
        hits.sort_by_key(|&(entry, _)| entry);
        let counts = hits
            .chunk_by(|a, b| a.0 == b.0)
            .map(|group| (group[0].0, group.iter().map(|&(_, weight)| weight).sum()))
            .collect();
        (counts, length as u32)
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.known.get(word) {
            return number;
        }
        let stem = self.analyzer.stems(word).pop();
        let number = stem.and_then(|stem| self.matcher.stems.binary_search(&stem).ok());
        let number = number.map_or(NONE, |number| number as u32);
        self.known.insert(word.to_owned(), number);
        number
    }
}

/// Whether the entry after `entry` stands for its other word forms.
fn has_forms(entries: &[SeedEntry], entry: u32) -> bool {
    entries.get(entry as usize + 1).is_some_and(|next| next.forms)
}

/// Replaces hyphens in `text` by spaces.
pub(super) fn spaced(text: &str) -> String {
    text.replace(['-', '\u{2010}', '\u{2011}'], " ")
}

/// A form that the singular and the plural of an English word have in common, for comparison only.
fn singular(word: &str) -> Cow<'_, str> {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y").into();
    }
    let mut rest = word;
    while let Some(shorter) = rest.strip_suffix(['s', 'e']) {
        if shorter.len() < 2 || rest.ends_with("ss") || rest.ends_with("is") {
            break;
        }
        rest = shorter;
    }
    Cow::Borrowed(rest)
}

/// Whether only one word is left of an entry that also had a single letter, such as `L-function`: `function`
/// alone is something else.
fn is_remnant(text: &str, stems: &[String]) -> bool {
    let is_letter = |part: &str| part.len() == 1 && part.as_bytes()[0].is_ascii_alphabetic();
    stems.len() == 1 && spaced(text).split_whitespace().any(is_letter)
}

#[cfg(test)]
mod tests {
    use thema_features::analysis::{Language, StopWords};

    use super::*;

    fn analyzer() -> Analyzer {
        Analyzer::builder(Language::English).stop_words(StopWords::none()).build()
    }

    fn counts(entries: &str, title: &str, body: &str) -> Vec<(String, f32)> {
        let source = format!("name = 't'\n[[theme]]\nkey = 'a'\nname = 'A'\nterms = [{entries}]\n");
        let taxonomy = Taxonomy::parse(&source).unwrap();
        let matcher = SeedMatcher::new(&taxonomy, &analyzer());
        let counts = matcher.count(&[Document::new(title, body)], &analyzer());
        let named = |&(entry, count): &(u32, f32)| (matcher.entries()[entry as usize].text.clone(), count);
        counts.document(0).iter().map(named).collect()
    }

    #[test]
    fn word_forms_hyphens_and_joined_words_are_one() {
        let found = counts("'pre training', 'caches'", "", "Pre-training; pretrained, pre training. Cached!");
        assert_eq!(found, [("pre training".into(), 3.0), ("caches".into(), 1.0)]);
    }

    #[test]
    fn phrases_need_their_words_in_order_and_titles_weigh_more() {
        let found =
            counts("'time to first token', 'kv cache'", "Time to First Token", "a cache of KV, first token");
        assert_eq!(found, [("time to first token".into(), TITLE_WEIGHT)]);
    }

    #[test]
    fn a_word_is_told_from_its_other_forms() {
        let found = counts("'forcing', 'axes'", "", "Forcings and a forcing; forces, forced. An axe.");
        assert_eq!(found, [("forcing".into(), 2.0), ("forcing".into(), 2.0), ("axes".into(), 1.0)]);
        for (one, many) in [
            ("cache", "caches"),
            ("study", "studies"),
            ("church", "churches"),
            ("box", "boxes"),
            ("gpu", "gpus"),
            ("virus", "viruses"),
            ("mass", "masses"),
        ] {
            assert_eq!(singular(one), singular(many));
        }
        assert_ne!(singular("axis"), singular("axe"));
    }

    #[test]
    fn a_form_of_a_term_can_be_excluded() {
        let source = "name = 't'\n[[theme]]\nkey = 'a'\nname = 'A'\nterms = ['organ', 'web']\n\
                      excluded = ['organization', 'spiders']\n";
        let matcher = SeedMatcher::new(&Taxonomy::parse(source).unwrap(), &analyzer());
        let text = Document::new("", "Organs, organizations; an organized web of spiders and a spider.");
        let counts = matcher.count(&[text], &analyzer());
        let named = |&(entry, count): &(u32, f32)| {
            let SeedEntry { text, excluded, forms, .. } = &matcher.entries()[entry as usize];
            (text.as_str(), *excluded, *forms, count)
        };
        let found: Vec<_> = counts.document(0).iter().map(named).collect();
        let expected = [
            ("organ", false, false, 1.0),
            ("organ", false, true, 2.0),
            ("web", false, false, 1.0),
            ("organization", true, false, 1.0),
            ("spiders", true, false, 2.0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn forms_of_one_entry_count_once() {
        assert_eq!(counts("'solver', 'solvers'", "", "solvers and a solver"), [("solver".into(), 2.0)]);
        assert!(counts("'a'", "", "").is_empty());
    }

    #[test]
    fn what_a_lost_letter_leaves_is_no_entry() {
        assert!(counts("'L-function'", "", "a function of an L-function").is_empty());
        assert_eq!(counts("'C++'", "", "a C++ compiler"), [("C++".into(), 1.0)]);
    }
}
