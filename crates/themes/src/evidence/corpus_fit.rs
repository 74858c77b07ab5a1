//! Whether texts belong to a corpus.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::Document;
use thema_features::analysis::Language;

use super::familiarity::Familiarity;
use super::language::other_language;
use super::notice::is_withdrawal;
use super::words::WordReader;
use crate::{OutlierReason, ThemeError};

/// Texts judged by one task.
const CHUNK: usize = 512;
/// Minimum number of texts from which to learn how strange a text may be.
const FEWEST: usize = 100;
/// The language of a text is checked if the text is strange, or if its share of stop words is below this part
/// of the usual share and stop words are frequent enough to tell.
const STOP_PART: f32 = 1.0 / 3.0;
/// A text with at least this part of the usual share of stop words is in the language of the corpus.
const IN_LANGUAGE: f32 = 0.5;
/// Usual share of stop words from which they are frequent enough to tell.
const STOP_SHARE: f32 = 0.15;
/// Minimum number of words in a text for a lack of stop words to mean anything.
const STOP_WORDS: u32 = 15;

/// Settings of the judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorpusFitParams(CorpusFitValidParams);

/// Checked [`CorpusFitParams`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorpusFitValidParams {
    outlier_share: f32,
    keep_other_languages: bool,
    language: Language,
}

impl Default for CorpusFitParams {
    fn default() -> Self {
        Self(CorpusFitValidParams {
            outlier_share: 0.01,
            keep_other_languages: false,
            language: Language::English,
        })
    }
}

impl CorpusFitParams {
    /// Share of the texts that belong to the corpus which may be called off topic, in [0, 0.5); 0 calls none
    /// off topic. Default 0.01.
    #[must_use]
    pub fn outlier_share(mut self, share: f32) -> Self {
        self.0.outlier_share = share;
        self
    }

    /// Whether texts in another language than the corpus belong to it. Default false.
    #[must_use]
    pub fn keep_other_languages(mut self, keep: bool) -> Self {
        self.0.keep_other_languages = keep;
        self
    }

    /// The language of the corpus. Default English.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.0.language = language;
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// [`ThemeError::InvalidParameter`] for a share out of range.
    pub fn check(self) -> Result<CorpusFitValidParams, ThemeError> {
        if (0.0..0.5).contains(&self.0.outlier_share) {
            return Ok(self.0);
        }
        Err(ThemeError::InvalidParameter {
            parameter: "outlier_share",
            reason: format!("must be at least 0 and below 0.5, got {}", self.0.outlier_share),
        })
    }
}

/// What the texts of a corpus look like, and from what point a text is strange.
///
/// The share of the corpus's own texts that are as strange is a p-value in the sense of conformal prediction
/// (Vovk, Gammerman and Shafer, "Algorithmic Learning in a Random World", 2005): of the texts that belong, a
/// share of `outlier_share` falls below the bound, whatever their subject and length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorpusFit {
    language: String,
    outlier_share: f32,
    keep_other_languages: bool,
    texts: usize,
    familiarity: Familiarity,
}

/// What can be said about a text before any theme is considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Share of the corpus's own texts of that length whose words are as unfamiliar, in [0, 1].
    pub typicality: f32,
    /// Number of distinct words, not counting stop words.
    pub words: u32,
    /// Number of these words that the corpus knows.
    pub known_words: u32,
    /// Probability that the text belongs to the corpus, in [0, 1]. Texts that do not belong are assumed to be
    /// as strange as possible, and as many as the papers that may be called off topic.
    pub belonging: f32,
    /// Why the text does not belong, if it does not.
    pub reason: Option<OutlierReason>,
    /// ISO 639-3 code of its language, if that is not the language of the corpus.
    pub language: Option<&'static str>,
}

impl Default for Judgement {
    /// The judgement of a text about which nothing is known.
    fn default() -> Self {
        Self { typicality: 1.0, belonging: 1.0, words: 0, known_words: 0, reason: None, language: None }
    }
}

impl CorpusFitValidParams {
    /// Learns from the texts of a corpus.
    #[must_use]
    pub fn learn(&self, documents: &[Document<'_>]) -> CorpusFit {
        CorpusFit {
            language: self.language.code().to_owned(),
            outlier_share: self.outlier_share,
            keep_other_languages: self.keep_other_languages,
            texts: documents.len(),
            familiarity: Familiarity::learn(documents, self.language),
        }
    }
}

impl CorpusFit {
    /// Learns from other texts, with the same settings.
    #[must_use]
    pub fn refit(&self, documents: &[Document<'_>]) -> Self {
        let Self { outlier_share, keep_other_languages, .. } = *self;
        let language = Language::from_code(&self.language).unwrap_or(Language::English);
        CorpusFitValidParams { outlier_share, keep_other_languages, language }.learn(documents)
    }

    /// The judgement of every text.
    #[must_use]
    pub fn judge(&self, documents: &[Document<'_>]) -> Vec<Judgement> {
        documents
            .par_chunks(CHUNK)
            .map_init(WordReader::default, |reader, documents| {
                documents.iter().map(|document| self.judge_one(reader, document)).collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
            .concat()
    }

    fn judge_one(&self, reader: &mut WordReader, document: &Document<'_>) -> Judgement {
        let familiar = self.familiarity.of(reader, document);
        let strange = self.texts >= FEWEST && familiar.share_below < self.outlier_share;
        let usual = self.familiarity.stop_share();
        let without_stop_words =
            usual >= STOP_SHARE && familiar.words >= STOP_WORDS && familiar.stop_share < STOP_PART * usual;
        // A text with about the usual share of stop words is in the language of the
        // corpus and need not be checked.
        let in_language = usual >= STOP_SHARE && familiar.stop_share >= IN_LANGUAGE * usual;
        let language = (!in_language && (strange || without_stop_words || familiar.known == 0))
            .then(|| Language::from_code(&self.language).and_then(|own| other_language(document, own)))
            .flatten();
        let reason = if is_withdrawal(document) {
            Some(OutlierReason::Withdrawn)
        } else if language.is_some() && !self.keep_other_languages {
            Some(OutlierReason::OtherLanguage)
        } else if strange && familiar.words > 0 && (language.is_none() || !self.keep_other_languages) {
            Some(OutlierReason::OffTopic)
        } else {
            None
        };
        Judgement {
            typicality: familiar.share_below,
            belonging: if self.outlier_share > 0.0 && self.texts >= FEWEST {
                familiar.share_below / (familiar.share_below + self.outlier_share)
            } else {
                1.0
            },
            words: familiar.words,
            known_words: familiar.known,
            reason,
            language,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abstracts of 120 invented papers that share the words of a field.
    fn corpus() -> Vec<String> {
        let field = [
            "cache",
            "latency",
            "replica",
            "cluster",
            "request",
            "throughput",
            "storage",
            "failure",
            "commit",
            "protocol",
            "scheduler",
            "memory",
            "network",
            "server",
            "workload",
            "evaluation",
        ];
        (0..120)
            .map(|paper| {
                let words: Vec<&str> =
                    (0..9).map(|at| field[(paper * 5 + at * (1 + paper % 3)) % 16]).collect();
                format!("we show how the {} of a system is improved", words.join(" and the "))
            })
            .collect()
    }

    fn judged(params: CorpusFitParams, body: &str) -> Judgement {
        let texts = corpus();
        let documents: Vec<_> = texts.iter().map(|body| Document::new("", body)).collect();
        params.check().unwrap().learn(&documents).judge(&[Document::new("", body)])[0]
    }

    const GERMAN: &str = "Am Rand der Klippe steht seit mehr als hundert Jahren ein Leuchtturm, dessen Licht die \
                          Fischer nach Hause brachte und der heute leer steht.";

    #[test]
    fn each_reason_is_given_where_it_holds() {
        let reason = |body| judged(CorpusFitParams::default(), body).reason;
        assert_eq!(reason("we show how the cache and the replica of a server commit a request"), None);
        assert_eq!(
            reason("bake the plum cake with butter, sugar, eggs and flour"),
            Some(OutlierReason::OffTopic)
        );
        assert_eq!(reason(GERMAN), Some(OutlierReason::OtherLanguage));
        assert_eq!(reason("This paper has been withdrawn."), Some(OutlierReason::Withdrawn));
        assert_eq!(judged(CorpusFitParams::default(), GERMAN).language, Some("deu"));
    }

    #[test]
    fn settings_turn_reasons_off() {
        let cake = "bake the plum cake with butter, sugar, eggs and flour";
        assert_eq!(judged(CorpusFitParams::default().outlier_share(0.0), cake).reason, None);
        assert_eq!(judged(CorpusFitParams::default().keep_other_languages(true), GERMAN).reason, None);
        for share in [-0.1, 0.5, f32::NAN] {
            assert!(CorpusFitParams::default().outlier_share(share).check().is_err());
        }
    }

    #[test]
    fn a_few_texts_say_nothing_of_the_strange() {
        let texts = corpus();
        let documents: Vec<_> = texts[..40].iter().map(|body| Document::new("", body)).collect();
        let fit = CorpusFitParams::default().check().unwrap().learn(&documents);
        let cake = [Document::new("", "bake the plum cake with butter, sugar, eggs and flour")];
        assert_eq!(fit.judge(&cake)[0].reason, None);
        let empty = CorpusFitParams::default().check().unwrap().learn(&[]);
        assert_eq!(empty.judge(&cake)[0].reason, None);
        assert!(empty.judge(&[]).is_empty());
    }

    #[test]
    fn what_was_learned_outlives_the_program() {
        let texts = corpus();
        let documents: Vec<_> = texts.iter().map(|body| Document::new("", body)).collect();
        let fit = CorpusFitParams::default().check().unwrap().learn(&documents);
        let stored: CorpusFit = serde_json::from_str(&serde_json::to_string(&fit).unwrap()).unwrap();
        assert_eq!(stored.judge(&documents), fit.judge(&documents));
    }
}
