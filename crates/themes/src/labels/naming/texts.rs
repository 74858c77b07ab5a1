//! The texts that names are learned from, as numbered words.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use thema_features::Document;
use thema_features::analysis::{Analyzer, Language, StopWords};

use super::everyday::{EVERYDAY_PHRASES, is_everyday};
use super::grammar::{Marker, acronym_singular, classical_singular, sibilant_singular};
use super::words::{Before, for_each_word, readable};

/// Papers read by one task.
const CHUNK: usize = 512;
/// Longest word in bytes.
const LONGEST_WORD: usize = 40;
/// A text in which so many of the longer words have a capital is written in Title Case: its capitals say nothing.
const TITLE_CASE: f64 = 0.6;
/// Characters of a longer word.
const LONGER: usize = 4;
/// Stems of a phrase that can be told apart.
pub(super) const MOST_STEMS: usize = 5;
/// Bits of a stem's number in a phrase's key.
const STEM_BITS: u32 = 25;

/// What a word may be to a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any word of it, and a phrase alone unless everyday.
    Content,
    /// Its last word, after two others: the "method" of "finite element method".
    Tail,
    /// A word within: the "of" of "quality of service".
    Link,
    /// No part of it.
    Stop,
    /// No word: a number, a single letter, encoded data; no phrase reaches over it.
    Other,
}

/// Nouns of research that say nothing alone but end phrases.
const TAILS: [&str; 12] = [
    "application",
    "applications",
    "approach",
    "approaches",
    "experiment",
    "experiments",
    "method",
    "methods",
    "studies",
    "study",
    "technique",
    "techniques",
];

/// Numbers in words.
const NUMBERS: [&str; 7] =
    ["billion", "billions", "hundreds", "million", "millions", "thousands", "trillion"];

/// A word as it is written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) kind: Kind,
    /// Stems of its parts as a key; zero where it is no part of a phrase.
    pub(super) stems: Stems,
    /// What it says of the words beside it.
    pub(super) marker: Marker,
    /// Whether it may stand between an article and a noun.
    pub(super) modifier: bool,
    /// Whether it names nothing alone.
    pub(super) everyday: bool,
    /// In the capitals that it most often has within sentences; in lower case where that is not known.
    pub(super) cased: String,
}

impl Written {
    /// Whether a phrase that it follows may go on with it.
    pub(super) fn is_noun_like(&self) -> bool {
        matches!(self.kind, Kind::Content | Kind::Tail)
    }

    /// Whether it is a number in digits.
    pub(super) fn is_number(&self) -> bool {
        self.kind == Kind::Other && self.text.starts_with(|first: char| first.is_ascii_digit())
    }
}

/// Up to five numbered stems in a row, as one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Stems {
    pub(super) key: u128,
    count: u8,
}

impl Stems {
    /// The stems and those of the word after them, unless they are too many.
    pub(super) fn with(self, next: Self) -> Option<Self> {
        let count = self.count + next.count;
        (usize::from(count) <= MOST_STEMS)
            .then(|| Self { key: (self.key << (STEM_BITS * u32::from(next.count))) | next.key, count })
    }

    /// Numbers of the stems, the last first; the number of no stem is zero.
    pub(super) fn numbers(key: u128) -> impl Iterator<Item = u32> {
        let mask = (1 << STEM_BITS) - 1;
        (0..MOST_STEMS as u32)
            .map(move |at| ((key >> (STEM_BITS * at)) & mask) as u32)
            .filter(|&stem| stem > 0)
    }
}

/// A word in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Number of the written word.
    pub(super) word: u32,
    pub(super) before: Before,
}

/// A title or an abstract.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub(super) tokens: Vec<Token>,
    /// Capitals within it are those of the words.
    pub(super) sentence_case: bool,
}

/// A paper.
#[derive(Clone, Debug)]
pub(super) struct Paper {
    /// Row of the paper.
    pub(super) row: usize,
    /// Title and abstract.
    pub(super) texts: [Text; 2],
}

/// Papers, words as written and stems.
pub(super) struct Texts {
    pub(super) papers: Vec<Paper>,
    pub(super) words: Vec<Written>,
    /// By number less one: the stem.
    pub(super) stems: Vec<String>,
    /// Keys of the phrases that name nothing alone.
    pub(super) everyday: Vec<u128>,
}

impl Texts {
    /// Reads the papers in `rows` of `documents`, side by side.
    pub(super) fn read(documents: &[Document<'_>], rows: &[usize], analyzer: &Analyzer) -> Self {
        let greek = analyzer.language() != Language::Greek;
        let chunks: Vec<Chunk> = rows
            .par_chunks(CHUNK)
            .map(|rows| {
                let mut chunk = Chunk::default();
                for &row in rows {
                    chunk.read(row, &documents[row], greek);
                }
                chunk
            })
            .collect();
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        let mut surfaces: Vec<String> = Vec::new();
        let mut papers = Vec::with_capacity(rows.len());
        for mut chunk in chunks {
            let places: Vec<u32> = chunk
                .surfaces
                .into_iter()
                .map(|surface| {
                    *numbers.entry(surface).or_insert_with_key(|surface| {
                        surfaces.push(surface.clone());
                        surfaces.len() as u32 - 1
                    })
                })
                .collect();
            for token in
                chunk.papers.iter_mut().flat_map(|paper| &mut paper.texts).flat_map(|t| &mut t.tokens)
            {
                token.word = places[token.word as usize];
            }
            papers.append(&mut chunk.papers);
        }
        drop(numbers);
        let mut texts = Self { papers, words: Vec::new(), stems: Vec::new(), everyday: Vec::new() };
        texts.classify(surfaces, analyzer);
        texts
    }

    /// Says what every word may be to a phrase.
    fn classify(&mut self, surfaces: Vec<String>, analyzer: &Analyzer) {
        let english = analyzer.language() == Language::English;
        let function_words = if english { FxHashSet::default() } else { self.function_words(&surfaces) };
        let written = if english { self.uses_of(&surfaces) } else { FxHashMap::default() };
        let uses = |word: &str| written.get(word).copied().unwrap_or_default();
        let stem = |part: &str| {
            let singular = classical_singular(part, |word| written.contains_key(word))
                .or_else(|| sibilant_singular(part, uses));
            let part = singular.as_deref().unwrap_or(part);
            let mut stems = analyzer.stems(part);
            if stems.len() == 1 { stems.remove(0) } else { part.to_owned() }
        };
        let parts: Vec<(Kind, Vec<String>)> = surfaces
            .par_iter()
            .map(|surface| {
                let lower = surface.to_lowercase();
                let kind = if english { kind_in_english(&lower, analyzer) } else { kind_of(&lower) };
                let kind = if function_words.contains(lower.as_str()) { Kind::Link } else { kind };
                let counts = matches!(kind, Kind::Content | Kind::Tail | Kind::Link);
                let parts = if counts {
                    let singular = acronym_singular(surface).unwrap_or(surface).to_lowercase();
                    singular.split('-').filter(|part| !part.is_empty()).map(stem).collect()
                } else {
                    Vec::new()
                };
                (kind, parts)
            })
            .collect();
        let of_grammar = StopWords::english();
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        for (text, (kind, parts)) in surfaces.into_iter().zip(parts) {
            let count = parts.len();
            let mut stems = Stems::default();
            for part in parts {
                let number = *numbers.entry(part).or_insert_with_key(|part| {
                    self.stems.push(part.clone());
                    self.stems.len() as u32
                });
                let one = Stems { key: u128::from(number), count: 1 };
                stems = stems.with(one).unwrap_or(stems);
            }
            let kind = if count > MOST_STEMS { Kind::Other } else { kind };
            let cased = text.to_lowercase();
            let marker = if english { Marker::of(&cased) } else { Marker::None };
            let everyday = english && is_everyday(&cased);
            let modifier = kind == Kind::Content || (kind == Kind::Stop && !of_grammar.contains(&cased));
            self.words.push(Written { text, kind, stems, marker, modifier, everyday, cased });
        }
        if english {
            let numbered = |word: &str| Some(Stems { key: u128::from(*numbers.get(&stem(word))?), count: 1 });
            let key = |phrase: &&str| {
                let mut words = phrase.split(' ').map(numbered);
                let first = words.next()??;
                Some(words.try_fold(first, |stems, word| stems.with(word?))?.key)
            };
            self.everyday = EVERYDAY_PHRASES.iter().filter_map(key).collect();
        }
        self.note_capitals();
    }

    /// How often every word occurs, whatever its capitals.
    fn uses_of(&self, surfaces: &[String]) -> FxHashMap<String, u32> {
        let mut counts = vec![0_u32; surfaces.len()];
        for token in self.papers.iter().flat_map(|paper| &paper.texts).flat_map(|text| &text.tokens) {
            counts[token.word as usize] += 1;
        }
        let mut uses: FxHashMap<String, u32> = FxHashMap::default();
        for (surface, count) in surfaces.iter().zip(counts) {
            *uses.entry(surface.to_lowercase()).or_default() += count;
        }
        uses
    }

    /// Notes the capitals that every word most often has where they say something. A long word that mostly stands in
    /// other letters is no acronym where all of it is capitals.
    fn note_capitals(&mut self) {
        let mut uses = vec![0_u32; self.words.len()];
        let mut all: FxHashMap<&str, u32> = FxHashMap::default();
        let mut own = vec![0_u32; self.words.len()];
        for token in self.papers.iter().flat_map(|paper| &paper.texts).flat_map(|text| &text.tokens) {
            own[token.word as usize] += 1;
        }
        for (word, count) in self.words.iter().zip(&own) {
            *all.entry(word.cased.as_str()).or_default() += count;
        }
        for text in self.papers.iter().flat_map(|paper| &paper.texts).filter(|text| text.sentence_case) {
            for token in text.tokens.iter().filter(|token| token.before != Before::Sentence) {
                uses[token.word as usize] += 1;
            }
        }
        let mut best: FxHashMap<&str, usize> = FxHashMap::default();
        let is_slip = |number: usize| {
            let word = &self.words[number];
            is_shouted(&word.text) && 2 * own[number] < all[word.cased.as_str()]
        };
        for (number, word) in self.words.iter().enumerate() {
            if uses[number] == 0 || is_slip(number) {
                continue;
            }
            let known = best.entry(word.cased.as_str()).or_insert(number);
            if (uses[number], &word.text) > (uses[*known], &self.words[*known].text) {
                *known = number;
            }
        }
        let cased: Vec<Option<String>> = self
            .words
            .iter()
            .map(|word| best.get(word.cased.as_str()).map(|&number| self.words[number].text.clone()))
            .collect();
        for (word, cased) in self.words.iter_mut().zip(cased) {
            if let Some(cased) = cased {
                word.cased = cased;
            }
        }
    }

    /// Short words that stand in so many papers that they belong to the language and not to any subject.
    fn function_words(&self, surfaces: &[String]) -> FxHashSet<String> {
        let mut papers: FxHashMap<String, usize> = FxHashMap::default();
        for paper in &self.papers {
            let words: FxHashSet<u32> =
                paper.texts.iter().flat_map(|text| &text.tokens).map(|token| token.word).collect();
            let mut words: Vec<String> =
                words.into_iter().map(|word| surfaces[word as usize].to_lowercase()).collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                *papers.entry(word).or_default() += 1;
            }
        }
        let least = (self.papers.len() / 10).max(3);
        papers
            .into_iter()
            .filter(|(word, papers)| *papers >= least && word.chars().count() <= LONGER)
            .map(|(word, _)| word)
            .collect()
    }
}

/// Whether a longer word stands in capitals.
pub(super) fn is_shouted(word: &str) -> bool {
    word.chars().count() > LONGER && !word.chars().any(char::is_lowercase)
}

fn kind_of(lower: &str) -> Kind {
    let letters = lower.chars().filter(|character| character.is_alphabetic()).count();
    let too_short = lower.chars().count() < 2;
    if letters == 0 || too_short || lower.len() > LONGEST_WORD { Kind::Other } else { Kind::Content }
}

fn kind_in_english(lower: &str, analyzer: &Analyzer) -> Kind {
    match kind_of(lower) {
        _ if lower == "of" => Kind::Link,
        _ if NUMBERS.contains(&lower) => Kind::Other,
        _ if TAILS.binary_search(&lower).is_ok() => Kind::Tail,
        Kind::Content if !lower.ends_with('*') && analyzer.words(lower).is_empty() => Kind::Stop,
        Kind::Other if matches!(lower, "a" | "i") => Kind::Stop,
        kind => kind,
    }
}

/// Papers with words numbered within.
#[derive(Default)]
struct Chunk {
    papers: Vec<Paper>,
    surfaces: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Chunk {
    fn read(&mut self, row: usize, document: &Document<'_>, greek: bool) {
        let texts = [document.title, document.body].map(|text| self.text(&readable(text, greek)));
        self.papers.push(Paper { row, texts });
    }

    fn text(&mut self, text: &str) -> Text {
        let mut tokens = Vec::new();
        let (mut longer, mut capitals) = (0_usize, 0_usize);
        for_each_word(text, |word, before| {
            if before != Before::Sentence && word.chars().count() >= LONGER {
                longer += 1;
                capitals += usize::from(word.starts_with(char::is_uppercase));
            }
            let word = self.number(word);
            tokens.push(Token { word, before });
        });
        let sentence_case = (capitals as f64) < TITLE_CASE * longer as f64 || longer == 0;
        Text { tokens, sentence_case }
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.surfaces.len() as u32;
        self.surfaces.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        number
    }
}
