//! Labels of groups of papers.

use linfa::ParamGuard;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::CsrMatrix;

use super::GroupFrequencies;
use super::candidates::candidates;
use super::cooccurrence::Cooccurrence;
use super::name::names;
use super::selection::select;
use crate::{ClusterError, LabelTerm};

/// The words behind term ids.
pub trait TermText: Sync {
    /// Stems of a term, parted by one blank.
    fn stems(&self, term: u32) -> &str;
    /// The most frequent surface form of a term, which a person reads.
    fn surface(&self, term: u32) -> &str;
}

/// What a group is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// Short name, unique among the labels of one call.
    pub name: String,
    /// Terms in the order chosen, the heaviest first; weights are class-based TF-IDF.
    pub terms: Vec<LabelTerm>,
}

/// Settings of labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelParams(LabelValidParams);

/// Checked [`LabelParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct LabelValidParams {
    terms: usize,
    candidates: usize,
    coherence: f64,
}

impl Default for LabelParams {
    /// Ten terms out of forty candidates, weight and coherence alike.
    fn default() -> Self {
        Self(LabelValidParams { terms: 10, candidates: 40, coherence: 0.5 })
    }
}

impl LabelParams {
    /// Terms of a label, at least 1.
    #[must_use]
    pub fn terms(mut self, terms: usize) -> Self {
        self.0.terms = terms;
        self
    }

    /// Candidates a group, from the number of terms to 200.
    #[must_use]
    pub fn candidates(mut self, candidates: usize) -> Self {
        self.0.candidates = candidates;
        self
    }

    /// How much the coherence of the terms counts against their weight, in [0, 1].
    #[must_use]
    pub fn coherence(mut self, coherence: f64) -> Self {
        self.0.coherence = coherence;
        self
    }
}

impl ParamGuard for LabelParams {
    type Checked = LabelValidParams;
    type Error = ClusterError;

    fn check_ref(&self) -> Result<&Self::Checked, Self::Error> {
        let LabelValidParams { terms, candidates, coherence } = self.0;
        let refuse = |parameter, reason| Err(ClusterError::InvalidParameter { parameter, reason });
        if terms == 0 {
            return refuse("terms", "must be at least 1".into());
        }
        if !(terms..=200).contains(&candidates) {
            return refuse("candidates", format!("must be from {terms} to 200, got {candidates}"));
        }
        if !(0.0..=1.0).contains(&coherence) {
            return refuse("coherence", format!("must be from 0 to 1, got {coherence}"));
        }
        Ok(&self.0)
    }

    fn check(self) -> Result<Self::Checked, Self::Error> {
        self.check_ref()?;
        Ok(self.0)
    }
}

impl LabelValidParams {
    /// Labels `groups` groups of rows; `group_of[row]` is the group of a row, or `None`. A group without papers
    /// gets a label without terms.
    ///
    /// # Errors
    /// As [`GroupFrequencies::count`].
    pub fn label(
        &self,
        rows: &CsrMatrix,
        group_of: &[Option<u32>],
        groups: usize,
        texts: &dyn TermText,
    ) -> Result<Vec<Label>, ClusterError> {
        let frequencies = GroupFrequencies::count(rows, group_of, groups)?;
        let candidates = candidates(&frequencies, texts, self.candidates);
        let cooccurrence = Cooccurrence::count(rows, &candidates);
        let terms: Vec<Vec<LabelTerm>> = candidates
            .par_iter()
            .enumerate()
            .map(|(group, of_group)| {
                select(group, of_group, &cooccurrence, texts, self.terms, self.coherence)
                    .into_iter()
                    .map(|place| LabelTerm {
                        text: texts.surface(of_group[place].term).to_owned(),
                        weight: of_group[place].weight,
                    })
                    .collect()
            })
            .collect();
        let names = names(&terms);
        Ok(names.into_iter().zip(terms).map(|(name, terms)| Label { name, terms }).collect())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::labels) struct Words(pub(in crate::labels) Vec<&'static str>);

    impl TermText for Words {
        fn stems(&self, term: u32) -> &str {
            self.0[term as usize]
        }

        fn surface(&self, term: u32) -> &str {
            self.0[term as usize]
        }
    }

    #[test]
    fn groups_are_labelled_by_what_sets_them_apart() {
        let words = Words(vec!["system", "qubit", "circuit", "client", "federated learning"]);
        let (mut offsets, mut indices) = (vec![0], Vec::new());
        for row in 0..40 {
            indices.extend(if row % 2 == 0 { [0, 1, 2] } else { [0, 3, 4] });
            offsets.push(indices.len());
        }
        let values = vec![1.0; indices.len()];
        let rows = CsrMatrix::new(5, offsets, indices, values).unwrap();
        let group_of: Vec<Option<u32>> = (0..40).map(|row| Some(row % 2)).collect();
        let labels = LabelParams::default().check().unwrap().label(&rows, &group_of, 3, &words).unwrap();
        let texts =
            |group: usize| -> Vec<&str> { labels[group].terms.iter().map(|t| t.text.as_str()).collect() };
        assert_eq!(texts(0), ["qubit", "circuit"]);
        assert_eq!(texts(1), ["client", "federated learning"]);
        assert!(labels[2].terms.is_empty());
        assert_eq!(labels[0].name, "Qubit, circuit");
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        for params in [
            LabelParams::default().terms(0),
            LabelParams::default().candidates(9),
            LabelParams::default().candidates(201),
            LabelParams::default().coherence(1.5),
        ] {
            assert!(params.check().is_err());
        }
    }
}
