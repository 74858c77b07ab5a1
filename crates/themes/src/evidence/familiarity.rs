//! How familiar the words of a text are in a corpus.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::Document;
use thema_features::analysis::{Language, StopWords};

use super::spread::{Spread, WordMean};
use super::word_counts::{WordCounts, Worth};
use super::word_table::WordTable;
use super::words::WordReader;

/// Maximum number of texts to learn from, evenly spaced.
const MOST_TEXTS: usize = 30_000;
/// Texts read by one task. Fixed, so that results do not depend on the number of threads.
const CHUNK: usize = 512;
/// Value of a stop word in the table. It cannot be the logarithm of a share, which is never positive.
const STOP: f32 = 1.0;

/// The words of a corpus and how many of its texts hold them.
///
/// A text is familiar if its words are. Its familiarity is the mean, over its distinct words except stop
/// words, of the logarithm of the share of texts that hold the word; a word that almost no text holds counts
/// as if half a text held it. This is the logarithm of the text's likelihood per word in the simplest
/// language model, in which words occur independently, with one exception: the most frequent words all count
/// the same, so that a small field of a corpus is as much at home in it as a large one. The spread of
/// familiarity among the corpus's own texts, each held out of the counts that it is measured by, shows how
/// low a value is still usual ([`Spread`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Familiarity {
    words: WordTable,
    /// Value of a word that is not in the table.
    unknown: f32,
    /// `None` if the texts have no words.
    spread: Option<Spread>,
    /// Median share of stop words among the words of a text.
    stop_share: f32,
}

/// What the words of a text show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Familiar {
    /// Share of the corpus's texts of that length that are no more familiar, in [0, 1].
    pub(super) share_below: f32,
    /// Number of distinct words, not counting stop words.
    pub(super) words: u32,
    /// Number of these words that the corpus knows.
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
        let counts = WordCounts::of(&sample, stop_words, CHUNK);
        let unknown = (0.5 / sample.len().max(1) as f32).ln();
        let texts: Vec<Read> = sample
            .par_chunks(CHUNK)
            .map_init(WordReader::default, |reader, documents| {
                let worth = |word| counts.to_one_of_them(word);
                documents
                    .iter()
                    .map(|document| Read::of(reader, document, unknown, worth))
                    .collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
            .concat();
        let means: Vec<WordMean> = texts.iter().map(|text| text.mean).collect();
        let mut stop_shares: Vec<f32> = texts.iter().map(|text| text.stop_share).collect();
        stop_shares.sort_by(f32::total_cmp);
        Self {
            words: counts.table(STOP),
            unknown,
            spread: Spread::fit(&means),
            stop_share: stop_shares.get(stop_shares.len() / 2).copied().unwrap_or(0.0),
        }
    }

    /// Median share of stop words among the distinct words of a text.
    pub(super) fn stop_share(&self) -> f32 {
        self.stop_share
    }

    /// How familiar a text is.
    pub(super) fn of(&self, reader: &mut WordReader, document: &Document<'_>) -> Familiar {
        let Read { mean, stop_share, known } =
            Read::of(reader, document, self.unknown, |word| match self.words.get(word) {
                Some(STOP) => Worth::Stop,
                Some(value) => Worth::Known(value),
                None => Worth::Unknown,
            });
        let share_below = self.spread.as_ref().map_or(1.0, |spread| spread.share_below(&mean));
        Familiar { share_below, words: mean.words, known, stop_share }
    }
}

/// What the words of one text are worth.
#[derive(Clone, Copy)]
struct Read {
    mean: WordMean,
    stop_share: f32,
    known: u32,
}

impl Read {
    /// Reads a text; an unknown word is worth `unknown`.
    fn of(
        reader: &mut WordReader,
        document: &Document<'_>,
        unknown: f32,
        worth: impl Fn(u32) -> Worth,
    ) -> Self {
        let (mut words, mut known, mut stop) = (0_u32, 0_u32, 0_u32);
        let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
        for &word in reader.distinct(document) {
            let value = match worth(word) {
                Worth::Stop => {
                    stop += 1;
                    continue;
                }
                Worth::Known(value) => {
                    known += 1;
                    value
                }
                Worth::Unknown => unknown,
            };
            words += 1;
            sum += f64::from(value);
            squares += f64::from(value) * f64::from(value);
        }
        let count = f64::from(words.max(1));
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        let mean = WordMean { mean: mean as f32, variance: variance as f32, words };
        Self { mean, stop_share: stop as f32 / (stop + words).max(1) as f32, known }
    }
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
        let documents: Vec<_> = texts.iter().map(|body| Document::new("", body)).collect();
        let learned = Familiarity::learn(&documents, Language::English);
        learned.of(&mut WordReader::default(), &Document::new("", text))
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
    fn a_small_field_is_at_home() {
        let fields = ["galaxy quasar halo dust cosmic spectra", "enzyme ligand peptide residue kinase cell"];
        let texts: Vec<String> = (0..500)
            .map(|paper| {
                let words: Vec<&str> = fields[usize::from(paper % 25 == 0)].split(' ').collect();
                (0..6).map(|at| words[(paper + at * at) % 6]).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let documents: Vec<_> = texts.iter().map(|body| Document::new("", body)).collect();
        let learned = Familiarity::learn(&documents, Language::English);
        let mut reader = WordReader::default();
        for document in &documents {
            assert!(learned.of(&mut reader, document).share_below > 0.1, "{}", document.body);
        }
        let cake = Document::new("", "bake the plum cake with butter, sugar, eggs and flour");
        assert!(learned.of(&mut reader, &cake).share_below < 0.001);
    }

    #[test]
    fn a_corpus_without_words_makes_no_judgement() {
        let learned = Familiarity::learn(&[], Language::English);
        let judged = learned.of(&mut WordReader::default(), &Document::new("cache", ""));
        assert!((judged.share_below - 1.0).abs() < 1e-6);
    }
}
