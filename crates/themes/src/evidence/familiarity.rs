//! How familiar the words of a text are in a corpus.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use thema_features::Document;
use thema_features::analysis::{Language, StopWords};

use super::spread::{Spread, WordMean};
use super::word_table::WordTable;
use super::words::{WordReader, number_of};

/// Most texts that are learned from, drawn at even distances.
const MOST_TEXTS: usize = 30_000;
/// Texts that one task reads; fixed, so that results do not depend on the number of threads.
const CHUNK: usize = 512;
/// Texts that hold a word before it is known: a text's own rare words must not speak for it, nor may a handful of
/// strangers make each other familiar. Of fewer texts than [`FEW`] two are enough.
const LEAST_TEXTS: u32 = 3;
/// Texts of a small corpus.
const FEW: usize = 200;
/// Without a list of stop words, words that a greater share of the texts holds are taken as stop words.
const COMMON: f64 = 0.2;
/// Value of a stop word in the table; logarithms of shares are never positive.
const STOP: f32 = 1.0;

/// The words of a corpus and how often its texts hold them.
///
/// A text is familiar when its words are: the mean over its distinct words, stop words aside, of the logarithm of the
/// share of texts that hold the word, a word that next to no text holds being counted as in half a text. That is the
/// logarithm of the text's likelihood per word in a model of words that occur independently of each other, the simplest
/// language model; its spread among the corpus's own texts says how low a value still is usual ([`Spread`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Familiarity {
    words: WordTable,
    /// Value of a word that is not in the table.
    unknown: f32,
    /// `None` where the texts have no words.
    spread: Option<Spread>,
    /// Median share of stop words among the words of a text.
    stop_share: f32,
}

/// What the words of a text say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Familiar {
    /// Share of the corpus's texts of that length that are no more familiar, in [0, 1].
    pub(super) share_below: f32,
    /// Distinct words, stop words aside.
    pub(super) words: u32,
    /// Those of them that the corpus knows.
    pub(super) known: u32,
    /// Share of stop words among the distinct words.
    pub(super) stop_share: f32,
}

impl Familiarity {
    /// Learns from texts in `language`.
    pub(super) fn learn(documents: &[Document<'_>], language: Language) -> Self {
        let step = documents.len().div_ceil(MOST_TEXTS).max(1);
        let sample: Vec<Document<'_>> = documents.iter().step_by(step).copied().collect();
        let stop_words = match language {
            Language::English => Some(StopWords::english()),
            _ => None,
        };
        let mut known = Self {
            words: word_table(&sample, stop_words),
            unknown: (0.5 / sample.len().max(1) as f32).ln(),
            spread: None,
            stop_share: 0.0,
        };
        let texts: Vec<(WordMean, f32, u32)> = sample
            .par_chunks(CHUNK)
            .map_init(WordReader::default, |reader, documents| {
                documents.iter().map(|document| known.read(reader, document)).collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
            .concat();
        let means: Vec<WordMean> = texts.iter().map(|&(mean, _, _)| mean).collect();
        let mut stop_shares: Vec<f32> = texts.iter().map(|&(_, share, _)| share).collect();
        stop_shares.sort_by(f32::total_cmp);
        known.stop_share = stop_shares.get(stop_shares.len() / 2).copied().unwrap_or(0.0);
        known.spread = Spread::fit(&means);
        known
    }

    /// Median share of stop words among the distinct words of a text.
    pub(super) fn stop_share(&self) -> f32 {
        self.stop_share
    }

    /// How familiar a text is.
    pub(super) fn of(&self, reader: &mut WordReader, document: &Document<'_>) -> Familiar {
        let (mean, stop_share, known) = self.read(reader, document);
        let share_below = self.spread.as_ref().map_or(1.0, |spread| spread.share_below(&mean));
        Familiar { share_below, words: mean.words, known, stop_share }
    }

    /// The mean over the words of a text, the share of stop words, and how many words are known.
    fn read(&self, reader: &mut WordReader, document: &Document<'_>) -> (WordMean, f32, u32) {
        let (mut words, mut known, mut stop) = (0_u32, 0_u32, 0_u32);
        let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
        for &word in reader.distinct(document) {
            let value = match self.words.get(word) {
                Some(STOP) => {
                    stop += 1;
                    continue;
                }
                Some(value) => {
                    known += 1;
                    value
                }
                None => self.unknown,
            };
            words += 1;
            sum += f64::from(value);
            squares += f64::from(value) * f64::from(value);
        }
        let count = f64::from(words.max(1));
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        let stop_share = stop as f32 / (stop + words).max(1) as f32;
        (WordMean { mean: mean as f32, variance: variance as f32, words }, stop_share, known)
    }
}

/// The words that enough of `documents` hold, with the logarithm of the share that does.
fn word_table(documents: &[Document<'_>], stop_words: Option<StopWords>) -> WordTable {
    let least = if documents.len() < FEW { LEAST_TEXTS - 1 } else { LEAST_TEXTS };
    let parts: Vec<Vec<u32>> = documents
        .par_chunks(CHUNK)
        .map_init(WordReader::default, |reader, documents| {
            let mut words = Vec::new();
            for document in documents {
                words.extend_from_slice(reader.distinct(document));
            }
            words
        })
        .collect();
    let mut frequencies: FxHashMap<u32, u32> = FxHashMap::default();
    for word in parts.into_iter().flatten() {
        *frequencies.entry(word).or_insert(0) += 1;
    }
    let stops: Option<FxHashSet<u32>> =
        stop_words.map(|list| Vec::<String>::from(list).iter().filter_map(|word| number_of(word)).collect());
    let texts = documents.len().max(1) as f64;
    let is_stop = |word: u32, share: f64| match &stops {
        Some(stops) => stops.contains(&word),
        None => share > COMMON,
    };
    // The table sorts them.
    let entries: Vec<(u32, f32)> = frequencies
        .into_iter()
        .filter_map(|(word, frequency)| {
            let share = f64::from(frequency) / texts;
            if is_stop(word, share) {
                return Some((word, STOP));
            }
            (frequency >= least).then(|| (word, share.ln() as f32))
        })
        .collect();
    WordTable::from(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that each hold eight of forty words, and some stop words.
    fn corpus(papers: usize) -> Vec<String> {
        let words: Vec<String> = (0..40).map(|word| format!("term{word}")).collect();
        (0..papers)
            .map(|paper| {
                let own: Vec<&str> = (0..8).map(|at| words[(paper * 7 + at * 5) % 40].as_str()).collect();
                format!("we show the {} of it", own.join(" "))
            })
            .collect()
    }

    fn familiar(papers: usize, text: &str) -> Familiar {
        let texts = corpus(papers);
        let documents: Vec<_> = texts.iter().map(|body| Document { title: "", body }).collect();
        let learned = Familiarity::learn(&documents, Language::English);
        learned.of(&mut WordReader::default(), &Document { title: "", body: text })
    }

    #[test]
    fn foreign_words_are_unfamiliar() {
        let own = familiar(400, "the term1 term7 of it term9 term12");
        let foreign = familiar(400, "the flour butter of it sugar eggs milk");
        assert!(own.share_below > 0.1, "{own:?}");
        assert!(foreign.share_below < 0.01, "{foreign:?}");
        assert_eq!((own.words, own.known), (4, 4));
        assert_eq!((foreign.words, foreign.known), (5, 0));
        assert!(own.stop_share > 0.3);
    }

    #[test]
    fn a_corpus_without_words_makes_no_judgement() {
        let learned = Familiarity::learn(&[], Language::English);
        let judged = learned.of(&mut WordReader::default(), &Document { title: "cache", body: "" });
        assert!((judged.share_below - 1.0).abs() < 1e-6);
    }
}
