//! Labels of groups of papers.

use ndarray::ArrayView2;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_features::CsrMatrix;

use super::GroupFrequencies;
use super::candidates::candidates;
use super::direction::weigh_by_direction;
use super::forms::WrittenForms;
use super::name::names;
use super::sampled_texts::SampledTexts;
use super::selection::select;
use super::windows::WindowCounts;
use crate::{LabelTerm, ThemeError};

/// Number of papers for every window that two terms are assumed to share by chance.
const PAPERS_PER_WINDOW: f64 = 2_200.0;

/// The words behind term ids.
pub trait TermText: Sync {
    /// Stems of a term, separated by single spaces.
    fn stems(&self, term: u32) -> &str;
    /// The most frequent surface form of a term, for people to read.
    fn surface(&self, term: u32) -> &str;
    /// The term that a written word, including any hyphens, is a form of.
    fn term_of(&self, word: &str) -> Option<u32>;
    /// The terms of a text: its words and their phrases.
    fn terms_of(&self, text: &str) -> Vec<u32>;
}

/// What a group is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// Short name, unique among the labels of one call.
    pub name: String,
    /// Terms in the order chosen, heaviest first. A weight is class-based TF-IDF times the cosine between the term's
    /// vector and the sum of the group's.
    pub terms: Vec<LabelTerm>,
}

/// Label settings, not yet checked.
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
    /// Ten terms chosen from eighty candidates; coherence counts four times as much as weight.
    fn default() -> Self {
        Self(LabelValidParams { terms: 10, candidates: 80, coherence: 0.8 })
    }
}

impl LabelParams {
    /// Number of terms in a label, at least 1.
    #[must_use]
    pub fn terms(mut self, terms: usize) -> Self {
        self.0.terms = terms;
        self
    }

    /// Number of candidates per group, from the number of terms to 200.
    #[must_use]
    pub fn candidates(mut self, candidates: usize) -> Self {
        self.0.candidates = candidates;
        self
    }

    /// Weight of the terms' coherence against their own weight, in [0, 1].
    #[must_use]
    pub fn coherence(mut self, coherence: f64) -> Self {
        self.0.coherence = coherence;
        self
    }
}

impl LabelParams {
    /// Checks every parameter.
    ///
    /// # Errors
    /// [`ThemeError::InvalidParameter`] names the first parameter that is out of range.
    pub fn check(self) -> Result<LabelValidParams, ThemeError> {
        let LabelValidParams { terms, candidates, coherence } = self.0;
        let refuse = |parameter, reason| Err(ThemeError::InvalidParameter { parameter, reason });
        if terms == 0 {
            return refuse("terms", "must be at least 1".into());
        }
        if !(terms..=200).contains(&candidates) {
            return refuse("candidates", format!("must be from {terms} to 200, got {candidates}"));
        }
        if !(0.0..=1.0).contains(&coherence) {
            return refuse("coherence", format!("must be from 0 to 1, got {coherence}"));
        }
        Ok(self.0)
    }
}

/// What labels are made from.
#[derive(Clone, Copy)]
pub struct LabelInput<'a> {
    /// Weighted terms of the papers; a paper holds a term if the term's column is not zero.
    pub rows: &'a CsrMatrix,
    /// Texts of the same papers, in which terms that occur near each other are counted.
    pub sample: &'a SampledTexts,
    /// The words behind terms.
    pub texts: &'a dyn TermText,
    /// Vectors of the columns of `rows` (terms x dimensions).
    pub term_vectors: ArrayView2<'a, f32>,
}

impl LabelValidParams {
    /// Labels `groups` groups of papers. `group_of[row]` is the group of a paper, or `None`. A group without
    /// papers gets a label without terms.
    ///
    /// # Errors
    /// The errors of [`GroupFrequencies::count`]; [`ThemeError::LengthMismatch`] if there is not one vector per term.
    ///
    /// # Panics
    /// If the sample holds a paper that has no row.
    pub fn label(
        &self,
        input: &LabelInput<'_>,
        group_of: &[Option<u32>],
        groups: usize,
    ) -> Result<Vec<Label>, ThemeError> {
        let LabelInput { rows, sample, texts, term_vectors } = *input;
        if term_vectors.nrows() != rows.columns() {
            return Err(ThemeError::LengthMismatch {
                what: "vectors of terms",
                expected: rows.columns(),
                got: term_vectors.nrows(),
            });
        }
        let frequencies = GroupFrequencies::count(rows, group_of, groups)?;
        let candidates = candidates(&frequencies, texts, 2 * self.candidates);
        let forms = WrittenForms::new(&candidates, sample, texts);
        let mut candidates = forms.of_groups(&candidates, sample, group_of, self.candidates);
        weigh_by_direction(&mut candidates, term_vectors, rows, group_of);
        let counts = WindowCounts::count(&candidates, &forms, sample);
        let discount = sample.papers.len() as f64 / PAPERS_PER_WINDOW;
        let terms: Vec<Vec<LabelTerm>> = candidates
            .par_iter()
            .enumerate()
            .map(|(group, of_group)| {
                select(group, of_group, (&counts, discount), texts, self.terms, self.coherence)
                    .into_iter()
                    .map(|place| LabelTerm {
                        text: forms.text(of_group[place].form).to_owned(),
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
    use thema_features::Document;

    use super::*;

    pub(in crate::labels) struct Words(pub(in crate::labels) Vec<&'static str>);

    impl TermText for Words {
        fn stems(&self, term: u32) -> &str {
            self.0[term as usize]
        }

        fn surface(&self, term: u32) -> &str {
            self.0[term as usize]
        }

        /// Plurals are forms, and so are words with capitals or hyphens for spaces.
        fn term_of(&self, word: &str) -> Option<u32> {
            let word = word.to_lowercase();
            let stem = word.strip_suffix('s').unwrap_or(&word).replace('-', " ");
            self.0.iter().position(|term| *term == word || *term == stem).map(|at| at as u32)
        }

        fn terms_of(&self, text: &str) -> Vec<u32> {
            let words: Vec<&str> =
                text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let pairs = words.windows(2).filter_map(|pair| self.term_of(&pair.join(" ")));
            words.iter().filter_map(|word| self.term_of(word)).chain(pairs).collect()
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
        let texts: Vec<String> = (0..40)
            .map(|row| ["system qubit circuit", "system client federated learning"][row % 2].to_owned())
            .collect();
        let documents: Vec<Document<'_>> = texts.iter().map(|body| Document::new("", body)).collect();
        let sample = SampledTexts::read(&documents, &words);
        let vectors = ndarray::Array2::eye(5);
        let input = LabelInput { rows: &rows, sample: &sample, texts: &words, term_vectors: vectors.view() };
        let labels = LabelParams::default().check().unwrap().label(&input, &group_of, 3).unwrap();
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
