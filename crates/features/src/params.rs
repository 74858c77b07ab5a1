//! Settings of a feature model.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analyzer, Language, PhraseParams, PhraseValidParams, StopWords};
use crate::counting::Selection;
use crate::{FeatureError, FrequencyBound, Weighting};

/// Settings of a [`FeatureModel`](crate::FeatureModel); [`check`](Self::check) validates them.
#[derive(Clone, Debug)]
pub struct FeatureParams {
    language: Language,
    stop_words: Option<StopWords>,
    stems: bool,
    phrases: PhraseParams,
    minimum_frequency: FrequencyBound,
    maximum_frequency: FrequencyBound,
    most_terms: Option<usize>,
    weighting: Weighting,
}

/// Checked [`FeatureParams`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeatureValidParams {
    language: Language,
    stop_words: Option<StopWords>,
    stems: bool,
    phrases: PhraseValidParams,
    minimum_frequency: FrequencyBound,
    maximum_frequency: FrequencyBound,
    most_terms: Option<usize>,
    weighting: Weighting,
}

impl Default for FeatureParams {
    /// English with its stop words and stems, phrases of up to three words; the 64,000 most frequent terms
    /// among those in at least 2 documents and at most a fifth of them; BM25.
    fn default() -> Self {
        Self {
            language: Language::English,
            stop_words: None,
            stems: true,
            phrases: PhraseParams::default(),
            minimum_frequency: FrequencyBound::Count(2),
            maximum_frequency: FrequencyBound::Share(0.2),
            most_terms: Some(64_000),
            weighting: Weighting::default(),
        }
    }
}

impl From<FeatureValidParams> for FeatureParams {
    /// The settings before validation.
    fn from(valid: FeatureValidParams) -> Self {
        Self {
            language: valid.language,
            stop_words: valid.stop_words,
            stems: valid.stems,
            phrases: valid.phrases.into(),
            minimum_frequency: valid.minimum_frequency,
            maximum_frequency: valid.maximum_frequency,
            most_terms: valid.most_terms,
            weighting: valid.weighting,
        }
    }
}

impl FeatureParams {
    /// The language of the texts.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// The stop words to use instead of the language's own.
    #[must_use]
    pub fn stop_words(mut self, stop_words: StopWords) -> Self {
        self.stop_words = Some(stop_words);
        self
    }

    /// Whether words are stemmed.
    #[must_use]
    pub fn stems(mut self, stems: bool) -> Self {
        self.stems = stems;
        self
    }

    /// Which word sequences are terms.
    #[must_use]
    pub fn phrases(mut self, phrases: PhraseParams) -> Self {
        self.phrases = phrases;
        self
    }

    /// Minimum document frequency of a term.
    #[must_use]
    pub fn minimum_frequency(mut self, bound: FrequencyBound) -> Self {
        self.minimum_frequency = bound;
        self
    }

    /// Maximum document frequency of a term.
    #[must_use]
    pub fn maximum_frequency(mut self, bound: FrequencyBound) -> Self {
        self.maximum_frequency = bound;
        self
    }

    /// Keeps only this many of the most frequent terms; `None` keeps all.
    #[must_use]
    pub fn most_terms(mut self, terms: Option<usize>) -> Self {
        self.most_terms = terms;
        self
    }

    /// How counts become weights.
    #[must_use]
    pub fn weighting(mut self, weighting: Weighting) -> Self {
        self.weighting = weighting;
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// [`FeatureError::InvalidParameter`] names the first setting out of its range.
    pub fn check(self) -> Result<FeatureValidParams, FeatureError> {
        for (name, bound) in [
            ("minimum document frequency", self.minimum_frequency),
            ("maximum document frequency", self.maximum_frequency),
        ] {
            if let FrequencyBound::Share(share) = bound
                && !(0.0..=1.0).contains(&share)
            {
                return Err(FeatureError::invalid(name, share, "a share from 0 to 1"));
            }
        }
        if self.maximum_frequency == FrequencyBound::Count(0) {
            return Err(FeatureError::invalid("maximum document frequency", 0, "at least 1"));
        }
        if self.most_terms == Some(0) {
            return Err(FeatureError::invalid("number of terms", 0, "at least 1"));
        }
        Ok(FeatureValidParams {
            language: self.language,
            stop_words: self.stop_words,
            stems: self.stems,
            phrases: self.phrases.check()?,
            minimum_frequency: self.minimum_frequency,
            maximum_frequency: self.maximum_frequency,
            most_terms: self.most_terms,
            weighting: self.weighting.check()?,
        })
    }
}

impl FeatureValidParams {
    /// How counts become weights.
    #[must_use]
    pub fn weighting(&self) -> Weighting {
        self.weighting
    }

    /// The analyzer for these settings.
    #[must_use]
    pub fn analyzer(&self) -> Analyzer {
        let builder = Analyzer::builder(self.language).stems(self.stems);
        match &self.stop_words {
            Some(stop_words) => builder.stop_words(stop_words.clone()).build(),
            None => builder.build(),
        }
    }

    pub(crate) fn selection(&self) -> Selection {
        Selection::new(self.minimum_frequency, self.maximum_frequency, self.most_terms, self.phrases)
    }
}

#[cfg(test)]
mod tests {
    use super::{FeatureParams, FrequencyBound};
    use crate::Weighting;
    use crate::analysis::PhraseParams;

    #[test]
    fn settings_out_of_range_are_rejected() {
        let params = FeatureParams::default;
        assert!(params().check().is_ok());
        assert!(params().minimum_frequency(FrequencyBound::Share(-0.1)).check().is_err());
        assert!(params().maximum_frequency(FrequencyBound::Share(1.1)).check().is_err());
        assert!(params().maximum_frequency(FrequencyBound::Share(f64::NAN)).check().is_err());
        assert!(params().maximum_frequency(FrequencyBound::Count(0)).check().is_err());
        assert!(params().most_terms(Some(0)).check().is_err());
        assert!(params().phrases(PhraseParams::default().longest(9)).check().is_err());
        assert!(params().weighting(Weighting::Bm25 { k1: 1.0, b: 2.0 }).check().is_err());
    }
}
