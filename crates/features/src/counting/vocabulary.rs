//! The terms of a corpus.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::interner::Interner;
use super::marks::{BREAK, LINKED};

/// No term or no word.
pub(super) const NONE: u32 = BREAK;
/// Prefix of a stem in the text of a term, if a link comes before it, as in `mixtur ~expert`.
pub(super) const LINK_MARK: char = '~';

/// A bound on document frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrequencyBound {
    /// A number of documents.
    Count(u32),
    /// A share of the documents, from 0 to 1.
    Share(f64),
}

impl FrequencyBound {
    /// The smallest number of documents that is not below the bound.
    #[must_use]
    pub fn at_least(self, documents: usize) -> u32 {
        match self {
            Self::Count(count) => count,
            Self::Share(share) => (share * documents as f64).ceil() as u32,
        }
    }

    /// The largest number of documents that is not above the bound.
    #[must_use]
    pub fn at_most(self, documents: usize) -> u32 {
        match self {
            Self::Count(count) => count,
            Self::Share(share) => (share * documents as f64).floor() as u32,
        }
    }
}

/// The terms of a corpus: stems and phrases of up to three stems, each with a form for readers.
///
/// Ids follow a total order: falling document frequency, then the text of the term. So the first `n` terms
/// are the `n` most frequent ones, and rows hold frequent terms first.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    terms: Vec<Box<str>>,
    surfaces: Vec<Box<str>>,
    /// The stems of all terms, including parts of phrases that are not terms themselves.
    stems: Interner,
    stem_terms: Vec<u32>,
    /// Numbers of the stem pairs that are phrases or begin one.
    pairs: FxHashMap<u64, u32>,
    pair_terms: Vec<u32>,
    /// Terms of three stems, by the number of their first pair and their last stem.
    triples: FxHashMap<u64, u32>,
}

/// The key of a word and the next word, or of a pair and a third word. The link flag of the first is ignored.
pub(super) fn key(first: u32, second: u32) -> u64 {
    u64::from(first & !LINKED) << 32 | u64::from(second)
}

/// The stem in the text of a term, and its link flag.
fn stem_and_link(stem: &str) -> (&[u8], u32) {
    match stem.strip_prefix(LINK_MARK) {
        Some(stem) => (stem.as_bytes(), LINKED),
        None => (stem.as_bytes(), 0),
    }
}

impl Vocabulary {
    /// A vocabulary of `terms` in order of their ids: stems, separated by one space in phrases. Every term is
    /// its own surface form; of equal terms the last one wins.
    #[must_use]
    pub fn new(terms: Vec<Box<str>>) -> Self {
        let mut vocabulary = Self { surfaces: terms.clone(), ..Self::default() };
        for (id, term) in terms.iter().enumerate() {
            vocabulary.insert(term, id as u32);
        }
        vocabulary.terms = terms;
        vocabulary
    }

    fn insert(&mut self, term: &str, id: u32) {
        let mut stems = term.split(' ');
        let first = self.insert_stem(stems.next().unwrap_or_default());
        let Some(second) = stems.next() else {
            self.stem_terms[(first & !LINKED) as usize] = id;
            return;
        };
        let second = self.insert_stem(second);
        let pairs = self.pair_terms.len() as u32;
        let pair = *self.pairs.entry(key(first, second)).or_insert(pairs);
        if pair == pairs {
            self.pair_terms.push(NONE);
        }
        match stems.next() {
            None => self.pair_terms[pair as usize] = id,
            Some(third) => {
                let third = self.insert_stem(third);
                self.triples.insert(key(pair, third), id);
            }
        }
    }

    /// The number of a stem, with its link flag.
    fn insert_stem(&mut self, stem: &str) -> u32 {
        let (stem, link) = stem_and_link(stem);
        let number = self.stems.intern(stem);
        if number as usize == self.stem_terms.len() {
            self.stem_terms.push(NONE);
        }
        number | link
    }

    pub(crate) fn set_surface(&mut self, id: u32, surface: Box<str>) {
        self.surfaces[id as usize] = surface;
    }

    /// Number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The term: its stems, separated by one space; `~` before a stem means that "of" precedes it (`mixtur ~expert`).
    ///
    /// # Panics
    /// If `id` is not below [`Vocabulary::len`].
    #[must_use]
    pub fn term(&self, id: u32) -> &str {
        &self.terms[id as usize]
    }

    /// The most frequent form of the term in the corpus; of equals, the first in alphabetical order.
    ///
    /// # Panics
    /// If `id` is not below [`Vocabulary::len`].
    #[must_use]
    pub fn surface(&self, id: u32) -> &str {
        &self.surfaces[id as usize]
    }

    /// Number of words in the term, not counting "of": 1, or 2 or 3 for a phrase.
    ///
    /// # Panics
    /// If `id` is not below [`Vocabulary::len`].
    #[must_use]
    pub fn words(&self, id: u32) -> usize {
        1 + self.terms[id as usize].bytes().filter(|&byte| byte == b' ').count()
    }

    /// The id of a term written as [`Vocabulary::term`] returns it.
    #[must_use]
    pub fn id(&self, term: &str) -> Option<u32> {
        let mut stems = term.split(' ').map(|stem| {
            let (stem, link) = stem_and_link(stem);
            self.stems.get(stem).map_or(NONE, |number| number | link)
        });
        let stems = [stems.next(), stems.next(), stems.next(), stems.next()];
        let id = match stems {
            [Some(first), None, ..] => self.stem_term(first),
            [Some(first), Some(second), None, _] => {
                self.pair(first, second).map_or(NONE, |pair| self.pair_term(pair))
            }
            [Some(first), Some(second), Some(third), None] => {
                self.pair(first, second).map_or(NONE, |pair| self.triple_term(pair, third))
            }
            _ => NONE,
        };
        (id != NONE).then_some(id)
    }

    /// The number of a stem that is a term or part of one.
    pub(super) fn stem(&self, stem: &str) -> Option<u32> {
        self.stems.get(stem.as_bytes())
    }

    /// The term of a stem, ignoring its link flag, or [`NONE`].
    pub(super) fn stem_term(&self, stem: u32) -> u32 {
        self.stem_terms.get((stem & !LINKED) as usize).copied().unwrap_or(NONE)
    }

    /// The number of a pair of stems that is a phrase or begins one.
    pub(super) fn pair(&self, first: u32, second: u32) -> Option<u32> {
        self.pairs.get(&key(first, second)).copied()
    }

    /// The term of a pair, or [`NONE`].
    pub(super) fn pair_term(&self, pair: u32) -> u32 {
        self.pair_terms[pair as usize]
    }

    /// The term of a pair and a third stem, or [`NONE`].
    pub(super) fn triple_term(&self, pair: u32, third: u32) -> u32 {
        self.triples.get(&key(pair, third)).copied().unwrap_or(NONE)
    }

    /// Whether any term has three words.
    pub(super) fn has_triples(&self) -> bool {
        !self.triples.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{FrequencyBound, Vocabulary};

    #[test]
    fn terms_are_found_by_their_stems() {
        let terms =
            ["model", "kv cach", "larg languag model", "cach", "mixtur ~expert", "mixtur ~expert model"];
        let mut vocabulary = Vocabulary::new(terms.map(Box::from).to_vec());
        vocabulary.set_surface(1, "kv cache".into());
        for (id, term) in terms.iter().enumerate() {
            assert_eq!(vocabulary.id(term), Some(id as u32));
        }
        assert_eq!(vocabulary.surface(1), "kv cache");
        assert_eq!(vocabulary.words(2), 3);
        for absent in [
            "kv",
            "larg languag",
            "languag model",
            "absent",
            "",
            "cach ",
            "a b c d",
            "mixtur expert",
            "expert model",
        ] {
            assert_eq!(vocabulary.id(absent), None, "{absent}");
        }
    }

    #[test]
    fn bounds_round_inwards() {
        assert_eq!(FrequencyBound::Share(0.1).at_least(25), 3);
        assert_eq!(FrequencyBound::Share(0.1).at_most(25), 2);
        assert_eq!(FrequencyBound::Count(7).at_least(3), 7);
    }
}
