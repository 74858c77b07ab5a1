//! How many texts of a corpus hold each word.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use thema_features::Document;
use thema_features::analysis::StopWords;

use super::word_table::WordTable;
use super::words::{WordReader, number_of};

/// Minimum number of texts that hold a known word, so that a handful of strangers do not make each other
/// familiar. One fewer is enough if there are fewer texts than [`FEW`].
const LEAST_TEXTS: u32 = 3;
/// Number of texts below which a corpus is small.
const FEW: usize = 200;
/// A word in at least this share of the texts is as familiar as possible. A field with one paper in fifty is
/// at home in a corpus, so no more is required of its words, whatever the field of most papers.
const FAMILIAR: f32 = 0.02;
/// Without a list of stop words, a word in a larger share of the texts is a stop word.
const COMMON: f32 = 0.2;

/// What a word of a text is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Worth {
    /// It says nothing about the subject of a text.
    Stop,
    /// Logarithm of the share of texts that hold the word.
    Known(f32),
    /// Too few texts hold the word.
    Unknown,
}

/// The number of texts that hold each word.
pub(super) struct WordCounts {
    texts: usize,
    frequencies: FxHashMap<u32, u32>,
    /// `None` if there is no list.
    stops: Option<FxHashSet<u32>>,
}

impl WordCounts {
    /// Counts in chunks of `chunk` texts.
    pub(super) fn of(documents: &[Document<'_>], stop_words: Option<StopWords>, chunk: usize) -> Self {
        let parts: Vec<Vec<u32>> = documents
            .par_chunks(chunk)
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
        let stops = stop_words
            .map(|list| Vec::<String>::from(list).iter().filter_map(|word| number_of(word)).collect());
        Self { texts: documents.len(), frequencies, stops }
    }

    /// What `word` is worth to one of the counted texts, as if that text had not been counted.
    pub(super) fn to_one_of_them(&self, word: u32) -> Worth {
        let frequency = self.frequencies.get(&word).map_or(0, |&frequency| frequency);
        self.worth(word, frequency.saturating_sub(1), self.texts.saturating_sub(1))
    }

    /// The known words and stop words, and what they are worth to a text that was not counted;
    /// stop words are worth `stop`.
    pub(super) fn table(&self, stop: f32) -> WordTable {
        // The table sorts them.
        let entries: Vec<(u32, f32)> = self
            .frequencies
            .iter()
            .filter_map(|(&word, &frequency)| match self.worth(word, frequency, self.texts) {
                Worth::Stop => Some((word, stop)),
                Worth::Known(value) => Some((word, value)),
                Worth::Unknown => None,
            })
            .collect();
        WordTable::from(entries)
    }

    /// Whether `word` is in at least one in fifty of the texts, and no stop word.
    pub(super) fn is_common(&self, word: u32) -> bool {
        let frequency = self.frequencies.get(&word).map_or(0, |&frequency| frequency);
        self.worth(word, frequency, self.texts) == Worth::Known(FAMILIAR.ln())
    }

    /// Whether `word` is a stop word.
    pub(super) fn is_stop(&self, word: u32) -> bool {
        let frequency = self.frequencies.get(&word).map_or(0, |&frequency| frequency);
        self.worth(word, frequency, self.texts) == Worth::Stop
    }

    fn worth(&self, word: u32, frequency: u32, texts: usize) -> Worth {
        let share = frequency as f32 / texts.max(1) as f32;
        let stop = self.stops.as_ref().map_or(share > COMMON, |stops| stops.contains(&word));
        let least = if self.texts < FEW { LEAST_TEXTS - 1 } else { LEAST_TEXTS };
        if stop {
            Worth::Stop
        } else if frequency >= least {
            Worth::Known(share.min(FAMILIAR).ln())
        } else {
            Worth::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_does_not_make_its_own_words_known() {
        let texts: Vec<String> = (0..300)
            .map(|text| {
                format!("the cache{}", ["", " plum", " rare"][usize::from(text < 4) + usize::from(text < 3)])
            })
            .collect();
        let documents: Vec<_> = texts.iter().map(|body| Document::new("", body)).collect();
        let counts = WordCounts::of(&documents, Some(StopWords::english()), 64);
        let number = |word| number_of(word).unwrap();
        let table = counts.table(1.0);
        assert_eq!(table.get(number("the")), Some(1.0));
        assert_eq!(counts.to_one_of_them(number("the")), Worth::Stop);
        assert_eq!(table.get(number("cache")), Some(FAMILIAR.ln()));
        assert_eq!(counts.to_one_of_them(number("cache")), Worth::Known(FAMILIAR.ln()));
        assert_eq!(table.get(number("rare")), Some(0.01_f32.ln()));
        assert_eq!(counts.to_one_of_them(number("rare")), Worth::Unknown);
        assert_eq!(table.get(number("plum")), None);
    }
}
