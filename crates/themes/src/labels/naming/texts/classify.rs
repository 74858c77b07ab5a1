//! Decides what every word may be in a phrase.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use thema_features::analysis::{Analyzer, Language, StopWords, is_unspaced};

use super::kind::{Kind, begins_terms, kind_in_english, kind_in_other_languages};
use super::stems::{MOST_STEMS, Stems};
use super::written::Written;
use super::{LONGER, Texts};
use crate::labels::naming::everyday::{EVERYDAY_PHRASES, is_everyday};
use crate::labels::naming::grammar::{Marker, acronym_singular, classical_singular, sibilant_singular};
use crate::labels::naming::known_subjects::KnownSubjects;

impl Texts {
    /// Decides what every word may be in a phrase.
    pub(super) fn classify(&mut self, surfaces: Vec<String>, analyzer: &Analyzer) {
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
                let kind = if english {
                    kind_in_english(&lower, analyzer)
                } else {
                    kind_in_other_languages(&lower, analyzer)
                };
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
            let everyday = english && (is_everyday(&cased) || begins_terms(&cased));
            let modifier = kind == Kind::Content || (kind == Kind::Stop && !of_grammar.contains(&cased));
            self.words.push(Written { text, kind, stems, marker, modifier, everyday, cased });
        }
        if english {
            let numbered = |word: &str| Some(Stems { key: u128::from(*numbers.get(&stem(word))?), count: 1 });
            let key = |phrase: &str| {
                let mut words = phrase.split([' ', '-']).map(numbered);
                let first = words.next()??;
                Some(words.try_fold(first, |stems, word| stems.with(word?))?.key)
            };
            self.everyday = EVERYDAY_PHRASES.iter().filter_map(|phrase| key(phrase)).collect();
            self.subjects = KnownSubjects::in_english(key);
        }
        self.note_capitals();
    }

    /// How often every word occurs, ignoring capitals.
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

    /// Short words in so many papers that they belong to the language, not to a subject. In scripts without spaces, all words are short.
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
            .filter(|(word, papers)| {
                *papers >= least && word.chars().count() <= LONGER && !word.contains(is_unspaced)
            })
            .map(|(word, _)| word)
            .collect()
    }
}
