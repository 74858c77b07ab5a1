//! Which word sequences are phrases.

use serde::{Deserialize, Serialize};

use crate::FeatureError;

/// Settings for phrases, which become terms in addition to words; [`check`](Self::check) validates them.
///
/// A phrase is a sequence of words not interrupted by a stop word, a number, or punctuation other than a hyphen,
/// a quote or a slash. English phrases may contain one "of": `quality of service` is a phrase of two words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhraseParams {
    longest: usize,
    minimum_npmi: f64,
}

/// Checked [`PhraseParams`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhraseValidParams {
    longest: usize,
    minimum_npmi: f64,
}

impl Default for PhraseParams {
    fn default() -> Self {
        Self { longest: 3, minimum_npmi: 0.1 }
    }
}

impl PhraseParams {
    /// Maximum number of words in a phrase: 1 for no phrases, 2 for bigrams, 3 for bigrams and trigrams.
    #[must_use]
    pub fn longest(mut self, words: usize) -> Self {
        self.longest = words;
        self
    }

    /// Minimum normalised pointwise mutual information of a phrase, in [-1, 1].
    #[must_use]
    pub fn minimum_npmi(mut self, npmi: f64) -> Self {
        self.minimum_npmi = npmi;
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// [`FeatureError::InvalidParameter`] if `longest` is not 1, 2 or 3, or `minimum_npmi` is not in [-1, 1].
    pub fn check(self) -> Result<PhraseValidParams, FeatureError> {
        if !(1..=3).contains(&self.longest) {
            return Err(FeatureError::invalid("longest phrase", self.longest, "1, 2 or 3 words"));
        }
        if !(-1.0..=1.0).contains(&self.minimum_npmi) {
            return Err(FeatureError::invalid("minimum NPMI", self.minimum_npmi, "a number from -1 to 1"));
        }
        Ok(PhraseValidParams { longest: self.longest, minimum_npmi: self.minimum_npmi })
    }
}

impl From<PhraseValidParams> for PhraseParams {
    /// The settings before validation.
    fn from(valid: PhraseValidParams) -> Self {
        Self { longest: valid.longest, minimum_npmi: valid.minimum_npmi }
    }
}

impl PhraseValidParams {
    /// Maximum number of words in a phrase.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Minimum normalised pointwise mutual information of a phrase.
    #[must_use]
    pub fn minimum_npmi(&self) -> f64 {
        self.minimum_npmi
    }
}

/// Normalised pointwise mutual information of adjacent words, from document frequencies.
///
/// `ln(p(w1..wk) / (p(w1)..p(wk))) / (-(k - 1) ln p(w1..wk))`, where `p` is the share of the `documents`
/// texts that contain the phrase or the word: -1 if never together, 0 if independent, 1 if never apart (Bouma
/// 2009; for three words the total correlation of Van de Cruys 2011, normalised the same way). A phrase in
/// every text has 1.
pub(crate) fn normalised_pmi(documents: u32, phrase: u32, words: &[u32]) -> f64 {
    let log_share = |frequency: u32| (f64::from(frequency) / f64::from(documents)).ln();
    let together = log_share(phrase);
    if together == 0.0 {
        return 1.0;
    }
    let apart: f64 = words.iter().map(|&frequency| log_share(frequency)).sum();
    (together - apart) / (-((words.len() - 1) as f64) * together)
}

#[cfg(test)]
mod tests {
    use super::{PhraseParams, normalised_pmi};

    #[test]
    fn npmi_at_its_landmarks() {
        assert!((normalised_pmi(100, 10, &[10, 10]) - 1.0).abs() < 1e-12, "never apart");
        assert!(normalised_pmi(100, 4, &[20, 20]).abs() < 1e-12, "independent");
        assert!((normalised_pmi(100, 10, &[10, 10, 10]) - 1.0).abs() < 1e-12, "three words never apart");
        assert!((normalised_pmi(7, 7, &[7, 7]) - 1.0).abs() < 1e-12, "everywhere");
    }

    #[test]
    fn settings_out_of_range_are_rejected() {
        assert!(PhraseParams::default().longest(0).check().is_err());
        assert!(PhraseParams::default().longest(4).check().is_err());
        assert!(PhraseParams::default().minimum_npmi(1.5).check().is_err());
        assert!(PhraseParams::default().minimum_npmi(f64::NAN).check().is_err());
    }
}
