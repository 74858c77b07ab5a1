//! Which papers are outliers, and why. An outlier still has a best cluster, and a paper is an outlier only
//! for a stated reason.

use serde::{Deserialize, Serialize};

use crate::{OutlierReason, ThemeError};

/// Checked outlier rules.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct OutlierValidRules {
    min_words: usize,
    min_margin: f32,
}

/// Builder of outlier rules, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlierRules(OutlierValidRules);

impl Default for OutlierRules {
    /// Only a paper without words is too short, and no margin is too low.
    fn default() -> Self {
        Self(OutlierValidRules { min_words: 1, min_margin: 0.0 })
    }
}

impl OutlierRules {
    /// Minimum number of words in title and abstract together.
    #[must_use]
    pub fn min_words(mut self, min_words: usize) -> Self {
        self.0.min_words = min_words;
        self
    }

    /// Minimum margin between the best and the second-best cluster, in [0, 2]; 0 accepts every margin.
    #[must_use]
    pub fn min_margin(mut self, min_margin: f32) -> Self {
        self.0.min_margin = min_margin;
        self
    }
}

impl OutlierRules {
    /// Checks every parameter.
    ///
    /// # Errors
    /// [`ThemeError::InvalidParameter`] names the first parameter that is out of range.
    pub fn check(self) -> Result<OutlierValidRules, ThemeError> {
        if (0.0..=2.0).contains(&self.0.min_margin) {
            Ok(self.0)
        } else {
            Err(ThemeError::InvalidParameter {
                parameter: "min_margin",
                reason: format!("must be from 0 to 2, got {}", self.0.min_margin),
            })
        }
    }
}

/// What the rules look at for one paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlierEvidence {
    /// Words in title and abstract.
    pub words: usize,
    /// Terms of the paper that are in the vocabulary.
    pub known_terms: usize,
    /// How far the best theme or cluster is ahead of the second-best.
    pub margin: f32,
    /// Why the paper does not belong to the corpus, if it does not; see [`CorpusFit`](crate::CorpusFit).
    pub foreign: Option<OutlierReason>,
}

impl OutlierValidRules {
    /// The first reason that applies, or `None` for a paper that belongs to its cluster.
    #[must_use]
    pub fn reason(&self, paper: &OutlierEvidence) -> Option<OutlierReason> {
        if paper.foreign == Some(OutlierReason::Withdrawn) {
            paper.foreign
        } else if paper.words < self.min_words {
            Some(OutlierReason::TooShort)
        } else if paper.foreign == Some(OutlierReason::OtherLanguage) {
            paper.foreign
        } else if paper.known_terms == 0 {
            Some(OutlierReason::NoKnownTerm)
        } else if paper.foreign.is_some() {
            paper.foreign
        } else if self.min_margin > 0.0 && paper.margin < self.min_margin {
            Some(OutlierReason::LowMargin)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper(words: usize, known_terms: usize, margin: f32) -> OutlierEvidence {
        OutlierEvidence { words, known_terms, margin, foreign: None }
    }

    #[test]
    fn the_first_reason_that_holds_is_given() {
        let rules = OutlierRules::default().min_words(5).min_margin(0.1).check().unwrap();
        assert_eq!(rules.reason(&paper(4, 0, 0.0)), Some(OutlierReason::TooShort));
        assert_eq!(rules.reason(&paper(5, 0, 0.0)), Some(OutlierReason::NoKnownTerm));
        assert_eq!(rules.reason(&paper(5, 3, 0.05)), Some(OutlierReason::LowMargin));
        assert_eq!(rules.reason(&paper(5, 3, 0.2)), None);
        assert_eq!(OutlierRules::default().check().unwrap().reason(&paper(1, 1, 0.0)), None);
        let foreign = |reason| OutlierEvidence { foreign: Some(reason), ..paper(4, 0, 0.0) };
        let said = |reason| rules.reason(&foreign(reason));
        assert_eq!(said(OutlierReason::Withdrawn), Some(OutlierReason::Withdrawn));
        assert_eq!(said(OutlierReason::OffTopic), Some(OutlierReason::TooShort));
        let off_topic = OutlierEvidence { foreign: Some(OutlierReason::OffTopic), ..paper(9, 3, 0.0) };
        assert_eq!(rules.reason(&off_topic), Some(OutlierReason::OffTopic));
    }

    #[test]
    fn margins_out_of_range_are_rejected() {
        for margin in [-0.1, 2.1, f32::NAN] {
            assert!(OutlierRules::default().min_margin(margin).check().is_err());
        }
    }
}
