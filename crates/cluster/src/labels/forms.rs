//! How the candidate terms of groups are written.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::candidates::Candidate;
use super::label::TermText;
use super::sampled_texts::SampledTexts;

/// A form that is less of a term's papers in a group is no candidate.
const LEAST_RATIO: f64 = 0.1;

/// A candidate term in one of its written forms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WrittenCandidate {
    pub(super) term: u32,
    /// Index of the form.
    pub(super) form: u32,
    /// Class-based TF-IDF weight of the term times the share of its papers that write it so.
    pub(super) weight: f64,
    /// A phrase of the candidates that covers the term.
    pub(super) covered_by: Option<u32>,
}

/// The written forms of candidate terms: `network` and `networks`, `first order` and `first-order`.
pub(super) struct WrittenForms {
    /// By form: the tokens that it is made of.
    sequences: Vec<Vec<u32>>,
    /// By token: the forms that begin with it.
    beginning: Vec<Vec<u32>>,
    /// By term: its forms.
    of_term: BTreeMap<u32, Vec<u32>>,
    texts: Vec<String>,
}

impl WrittenForms {
    pub(super) fn new(candidates: &[Vec<Candidate>], sample: &SampledTexts, texts: &dyn TermText) -> Self {
        let mut forms = Self {
            sequences: Vec::new(),
            beginning: vec![Vec::new(); sample.distinct()],
            of_term: candidates.iter().flatten().map(|candidate| (candidate.term, Vec::new())).collect(),
            texts: Vec::new(),
        };
        for (token, term) in (0_u32..).zip(&sample.terms) {
            if let Some(term) = term.filter(|term| forms.of_term.contains_key(term)) {
                forms.push(term, vec![token], sample.token(token).to_owned());
            }
        }
        let terms: Vec<u32> = forms.of_term.keys().copied().collect();
        for term in terms {
            let surface = texts.surface(term).to_lowercase();
            for written in hyphenations(&surface) {
                let sequence: Option<Vec<u32>> =
                    written.split(' ').map(|token| sample.number(token)).collect();
                if let Some(sequence) = sequence.filter(|sequence| sequence.len() > 1) {
                    forms.push(term, sequence, written);
                }
            }
            if forms.of_term[&term].is_empty() {
                forms.push(term, Vec::new(), surface);
            }
        }
        forms
    }

    fn push(&mut self, term: u32, sequence: Vec<u32>, text: String) {
        let form = self.sequences.len() as u32;
        if let Some(&first) = sequence.first() {
            self.beginning[first as usize].push(form);
        }
        self.sequences.push(sequence);
        self.texts.push(text);
        self.of_term.entry(term).or_default().push(form);
    }

    /// A form as text.
    pub(super) fn text(&self, form: u32) -> &str {
        &self.texts[form as usize]
    }

    /// Number of forms.
    pub(super) fn len(&self) -> usize {
        self.sequences.len()
    }

    /// Calls `emit` with every form in a paper, and the places of its first and last token.
    pub(super) fn find(&self, paper: &[u32], mut emit: impl FnMut(u32, usize, usize)) {
        for (start, &token) in paper.iter().enumerate() {
            for &form in &self.beginning[token as usize] {
                let sequence = &self.sequences[form as usize];
                if paper[start..].starts_with(sequence) {
                    emit(form, start, start + sequence.len() - 1);
                }
            }
        }
    }

    /// The `count` heaviest forms of every group's candidates, heaviest first.
    ///
    /// The share of a form among the papers of its term is taken within the group, with one paper that is written as
    /// everywhere.
    pub(super) fn of_groups(
        &self,
        candidates: &[Vec<Candidate>],
        sample: &SampledTexts,
        group_of: &[Option<u32>],
        count: usize,
    ) -> Vec<Vec<WrittenCandidate>> {
        let mut everywhere = vec![0_u32; self.len()];
        let mut within: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut held = Vec::new();
        for (&row, paper) in sample.rows.iter().zip(&sample.papers) {
            held.clear();
            self.find(paper, |form, _, _| held.push(form));
            held.sort_unstable();
            held.dedup();
            for &form in &held {
                everywhere[form as usize] += 1;
                if let Some(group) = group_of[row] {
                    *within.entry((group, form)).or_default() += 1;
                }
            }
        }
        (0_u32..)
            .zip(candidates)
            .map(|(group, of_group)| {
                let mut written: Vec<WrittenCandidate> = of_group
                    .iter()
                    .flat_map(|&Candidate { term, weight, covered_by, .. }| {
                        let forms = &self.of_term[&term];
                        let here = |form: u32| f64::from(within.get(&(group, form)).copied().unwrap_or(0));
                        let all: f64 = forms.iter().map(|&form| f64::from(everywhere[form as usize])).sum();
                        let inside: f64 = forms.iter().map(|&form| here(form)).sum();
                        forms
                            .iter()
                            .map(|&form| {
                                let usual = if all > 0.0 {
                                    f64::from(everywhere[form as usize]) / all
                                } else {
                                    1.0 / forms.len() as f64
                                };
                                let ratio = (here(form) + usual) / (inside + 1.0);
                                (ratio, WrittenCandidate { term, form, weight: weight * ratio, covered_by })
                            })
                            .filter(|&(ratio, _)| ratio >= LEAST_RATIO)
                            .map(|(_, candidate)| candidate)
                            .collect::<Vec<_>>()
                    })
                    .collect();
                written.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.form.cmp(&b.form)));
                written.truncate(count);
                written
            })
            .collect()
    }
}

/// A surface form of two or three words with every choice of hyphens and blanks; other forms as they are.
fn hyphenations(surface: &str) -> Vec<String> {
    let words: Vec<&str> = surface.split(' ').collect();
    match words[..] {
        [a, b, c] => vec![format!("{a} {b} {c}"), format!("{a}-{b} {c}"), format!("{a} {b}-{c}")],
        _ => vec![surface.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use thema_features::Document;

    use super::*;
    use crate::labels::label::tests::Words;

    #[test]
    fn forms_are_those_of_the_group() {
        let words = Words(vec!["network", "bose einstein condensate"]);
        let bodies = ["network networks", "networks", "network", "bose-einstein condensate"];
        let documents = bodies.map(|body| Document { title: "", body });
        let sample = SampledTexts::read(&documents, &words);
        let candidates = vec![
            vec![Candidate { term: 0, weight: 1.0, frequency: 2, covered_by: None }],
            vec![Candidate { term: 1, weight: 1.0, frequency: 1, covered_by: None }],
        ];
        let forms = WrittenForms::new(&candidates, &sample, &words);
        let written = forms.of_groups(&candidates, &sample, &[Some(0), Some(0), None, Some(1)], 9);
        let texts =
            |group: usize| -> Vec<&str> { written[group].iter().map(|c| forms.text(c.form)).collect() };
        assert_eq!(texts(0), ["networks", "network"]);
        assert_eq!(texts(1), ["bose-einstein condensate"]);
    }
}
