//! How the candidate terms of groups are written.

use std::collections::BTreeMap;

use thema_features::analysis::{spaced, unspaced};

use super::candidates::{Candidate, least_share};
use super::label::TermText;
use super::sampled_texts::SampledTexts;

/// A form with a smaller share of its term's papers in a group is not a candidate.
const LEAST_RATIO: f64 = 0.1;

/// A candidate term in one of its written forms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WrittenCandidate {
    pub(super) term: u32,
    /// Index of the form.
    pub(super) form: u32,
    /// Class-based TF-IDF weight.
    pub(super) weight: f64,
    /// A phrase among the candidates that covers the term.
    pub(super) covered_by: Option<u32>,
}

/// The written forms of candidate terms: `network` and `networks`, `first order` and `first-order`.
pub(super) struct WrittenForms {
    /// Per form: its tokens.
    sequences: Vec<Vec<u32>>,
    /// Per token: the forms that begin with it.
    beginning: Vec<Vec<u32>>,
    /// Per term: its forms.
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
            for written in hyphenations(&spaced(&surface)) {
                let sequence: Option<Vec<u32>> =
                    written.split(' ').map(|token| sample.number(token)).collect();
                if let Some(sequence) = sequence.filter(|sequence| sequence.len() > 1) {
                    forms.push(term, sequence, unspaced(&written).into_owned());
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

    /// Calls `emit` with every form in a paper and the positions of its first and last token.
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
    /// Forms are weighted in the same way as terms, but by their own papers in the sample, because forms of
    /// one stem may belong to different fields. If the sample holds no paper of a group, the weight of each
    /// of its terms is divided equally among the term's forms.
    pub(super) fn of_groups(
        &self,
        candidates: &[Vec<Candidate>],
        sample: &SampledTexts,
        group_of: &[Option<u32>],
        count: usize,
    ) -> Vec<Vec<WrittenCandidate>> {
        let counts = FormCounts::of(self, sample, group_of, candidates.len());
        (0..candidates.len())
            .map(|group| {
                let mut written: Vec<WrittenCandidate> = Vec::new();
                for &Candidate { term, weight, covered_by, .. } in &candidates[group] {
                    let forms = &self.of_term[&term];
                    let inside: u32 = forms.iter().map(|&form| counts.within(group, form)).sum();
                    for &form in forms {
                        let weight = if counts.sizes[group] == 0 {
                            weight / forms.len() as f64
                        } else if f64::from(counts.within(group, form)) < LEAST_RATIO * f64::from(inside) {
                            0.0
                        } else {
                            counts.weight(group, form)
                        };
                        if weight > 0.0 {
                            written.push(WrittenCandidate { term, form, weight, covered_by });
                        }
                    }
                }
                written.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.form.cmp(&b.form)));
                written.truncate(count);
                written
            })
            .collect()
    }
}

/// Papers of a sample that hold each form, by group.
struct FormCounts {
    sizes: Vec<u32>,
    groups: usize,
    /// `within[form * groups + group]`.
    within: Vec<u32>,
    everywhere: Vec<u32>,
    papers: usize,
}

impl FormCounts {
    fn of(forms: &WrittenForms, sample: &SampledTexts, group_of: &[Option<u32>], groups: usize) -> Self {
        let mut counts = Self {
            sizes: vec![0; groups],
            groups,
            within: vec![0; groups * forms.len()],
            everywhere: vec![0; forms.len()],
            papers: sample.papers.len(),
        };
        let mut held = Vec::new();
        for (&row, paper) in sample.rows.iter().zip(&sample.papers) {
            held.clear();
            forms.find(paper, |form, _, _| held.push(form));
            held.sort_unstable();
            held.dedup();
            if let Some(group) = group_of[row] {
                counts.sizes[group as usize] += 1;
            }
            for &form in &held {
                counts.everywhere[form as usize] += 1;
                if let Some(group) = group_of[row] {
                    counts.within[form as usize * groups + group as usize] += 1;
                }
            }
        }
        counts
    }

    fn within(&self, group: usize, form: u32) -> u32 {
        self.within[form as usize * self.groups + group]
    }

    /// The weight that [`candidates`](super::candidates::candidates) would give a term.
    fn weight(&self, group: usize, form: u32) -> f64 {
        let share = |group: usize| match self.sizes[group] {
            0 => 0.0,
            size => least_share(self.within(group, form), f64::from(size)),
        };
        let inside = share(group);
        let highest = (0..self.groups).map(share).fold(0.0, f64::max);
        let everywhere = (f64::from(self.everywhere[form as usize]) + 0.5) / (self.papers as f64 + 1.0);
        if inside > 0.0 { inside * (inside / everywhere).ln() * (inside / highest) } else { 0.0 }
    }
}

/// A surface form of three words without a hyphen and with one in either place; other forms unchanged. Forms
/// that are a single token in the texts are found by their token.
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
        let documents = bodies.map(|body| Document::new("", body));
        let sample = SampledTexts::read(&documents, &words);
        let candidates = vec![
            vec![Candidate { term: 0, weight: 1.0, frequency: 2, covered_by: None }],
            vec![Candidate { term: 1, weight: 1.0, frequency: 1, covered_by: None }],
        ];
        let forms = WrittenForms::new(&candidates, &sample, &words);
        let written = forms.of_groups(&candidates, &sample, &[Some(0), Some(0), None, Some(1)], 9);
        let texts =
            |group: usize| -> Vec<&str> { written[group].iter().map(|c| forms.text(c.form)).collect() };
        assert_eq!(texts(0), ["networks"]);
        assert_eq!(texts(1), ["bose-einstein condensate"]);
    }
}
