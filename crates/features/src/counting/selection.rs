//! Selects which words and phrases become terms.

use rayon::prelude::*;

use super::marks::LINKED;
use super::stems::Stems;
use super::vocabulary::{FrequencyBound, LINK_MARK, Vocabulary};
use crate::analysis::{PhraseValidParams, normalised_pmi};

/// The selection rules.
pub(crate) struct Selection {
    minimum: FrequencyBound,
    maximum: FrequencyBound,
    most_terms: Option<usize>,
    phrases: PhraseValidParams,
}

/// The candidates for terms.
pub(super) struct Candidates<'a> {
    pub(super) stems: &'a Stems,
    pub(super) stem_frequencies: &'a [u32],
    /// Pairs of stems with their frequencies.
    pub(super) pairs: &'a [(u64, u32)],
    /// Index of a pair and a third stem, with their frequencies.
    pub(super) triples: &'a [(u64, u32)],
}

impl Selection {
    pub(crate) fn new(
        minimum: FrequencyBound,
        maximum: FrequencyBound,
        most_terms: Option<usize>,
        phrases: PhraseValidParams,
    ) -> Self {
        Self { minimum, maximum, most_terms, phrases }
    }

    pub(super) fn phrases(&self) -> &PhraseValidParams {
        &self.phrases
    }

    /// Minimum document frequency of a term.
    pub(super) fn minimum(&self, documents: usize) -> u32 {
        self.minimum.at_least(documents).max(1)
    }

    /// The vocabulary and the document frequencies of its terms.
    pub(super) fn select(&self, documents: usize, candidates: &Candidates<'_>) -> (Vocabulary, Vec<u32>) {
        let range = self.minimum(documents)..=self.maximum.at_most(documents);
        let documents = documents as u32;
        let frequency = |stem: u32| candidates.stem_frequencies[(stem & !LINKED) as usize];
        let text = |stem: u32| candidates.stems.text(stem & !LINKED);
        let phrase = |stems: &[u32]| {
            let mut phrase = text(stems[0]).to_owned();
            for &stem in &stems[1..] {
                phrase.push(' ');
                phrase.extend((stem & LINKED != 0).then_some(LINK_MARK));
                phrase.push_str(text(stem));
            }
            phrase.into_boxed_str()
        };
        let associated = |together: u32, stems: &[u32]| {
            let words: Vec<u32> = stems.iter().map(|&stem| frequency(stem)).collect();
            normalised_pmi(documents, together, &words) >= self.phrases.minimum_npmi()
        };
        let stems_of = |pair: u64| [(pair >> 32) as u32, pair as u32];
        let mut terms: Vec<(u32, Box<str>)> = (0..candidates.stems.len() as u32)
            .filter(|&stem| range.contains(&frequency(stem)))
            .map(|stem| (frequency(stem), text(stem).into()))
            .collect();
        for &(pair, together) in candidates.pairs {
            let [first, second] = stems_of(pair);
            if range.contains(&together) && associated(together, &[first, second]) {
                terms.push((together, phrase(&[first, second])));
            }
        }
        for &(triple, together) in candidates.triples {
            let [pair, third] = stems_of(triple);
            let [first, second] = stems_of(candidates.pairs[pair as usize].0);
            if range.contains(&together) && associated(together, &[first, second, third]) {
                terms.push((together, phrase(&[first, second, third])));
            }
        }
        terms.par_sort_unstable_by(|left, right| right.0.cmp(&left.0).then_with(|| left.1.cmp(&right.1)));
        terms.truncate(self.most_terms.unwrap_or(usize::MAX));
        let (frequencies, terms) = terms.into_iter().unzip();
        (Vocabulary::new(terms), frequencies)
    }
}
