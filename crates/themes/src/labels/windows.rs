//! How often the candidates of a group occur near each other in the texts.

use rayon::prelude::*;

use super::forms::{WrittenCandidate, WrittenForms};
use super::sampled_texts::{MOST_TOKENS, SampledTexts};

/// Tokens per window.
const WINDOW: usize = 10;
/// Papers counted by one task.
const CHUNK: usize = 1_024;
/// 64-bit words of a bit set with one bit per window of a paper.
const BITS: usize = MOST_TOKENS / 64;
/// Probability of pairs never seen together, as in gensim.
const UNSEEN: f64 = 1e-12;

/// The windows of one paper that hold one form.
type Held = [u64; BITS];

/// Windows of ten consecutive tokens that hold each candidate, and each pair of one group's candidates
/// (Röder, Both & Hinneburg, "Exploring the space of topic coherence measures", 2015).
pub(super) struct WindowCounts {
    windows: u64,
    width: usize,
    /// `pairs[(group * width + a) * width + b]` for candidates `a <= b`; the diagonal counts single candidates.
    pairs: Vec<u32>,
}

impl WindowCounts {
    /// Counts the candidates of all groups in all papers of `sample`.
    pub(super) fn count(
        candidates: &[Vec<WrittenCandidate>],
        forms: &WrittenForms,
        sample: &SampledTexts,
    ) -> Self {
        let width = candidates.iter().map(Vec::len).max().unwrap_or(0);
        let mut places: Vec<Vec<(u32, u32)>> = vec![Vec::new(); forms.len()];
        for (group, of_group) in (0_u32..).zip(candidates) {
            for (place, candidate) in (0_u32..).zip(of_group) {
                places[candidate.form as usize].push((group, place));
            }
        }
        let empty = || Self { windows: 0, width, pairs: vec![0; candidates.len() * width * width] };
        sample
            .papers
            .par_chunks(CHUNK)
            .fold(empty, |mut counts, papers| {
                for paper in papers {
                    counts.add(paper, forms, &places);
                }
                counts
            })
            .reduce(empty, Self::merge)
    }

    fn add(&mut self, paper: &[u32], forms: &WrittenForms, places: &[Vec<(u32, u32)>]) {
        let windows = (paper.len() + 1).saturating_sub(WINDOW).max(1);
        self.windows += windows as u64;
        let mut held: Vec<(u32, Held)> = Vec::new();
        forms.find(paper, |form, first, last| {
            if places[form as usize].is_empty() {
                return;
            }
            let at = held.iter().position(|(other, _)| *other == form).unwrap_or_else(|| {
                held.push((form, [0; BITS]));
                held.len() - 1
            });
            for window in (last + 1).saturating_sub(WINDOW)..=first.min(windows - 1) {
                held[at].1[window / 64] |= 1 << (window % 64);
            }
        });
        let mut of_groups: Vec<(u32, u32, usize)> = Vec::new();
        for (at, (form, _)) in held.iter().enumerate() {
            of_groups.extend(places[*form as usize].iter().map(|&(group, place)| (group, place, at)));
        }
        of_groups.sort_unstable();
        for of_group in of_groups.chunk_by(|a, b| a.0 == b.0) {
            for (index, &(group, a, first)) in of_group.iter().enumerate() {
                let row = (group as usize * self.width + a as usize) * self.width;
                for &(_, b, second) in &of_group[index..] {
                    let both = held[first].1.iter().zip(&held[second].1).map(|(x, y)| (x & y).count_ones());
                    self.pairs[row + b as usize] += both.sum::<u32>();
                }
            }
        }
    }

    /// Adds the counts of another part of the sample.
    fn merge(mut self, other: Self) -> Self {
        self.windows += other.windows;
        for (sum, value) in self.pairs.iter_mut().zip(other.pairs) {
            *sum += value;
        }
        self
    }

    /// Normalised pointwise mutual information of two candidates of a group, at most 1 (Bouma, "Normalized
    /// (pointwise) mutual information in collocation extraction", 2009), estimated from windows. `discount`
    /// is subtracted from the number of windows that hold both, so that pairs seen by chance do not count.
    pub(super) fn npmi(&self, group: usize, a: usize, b: usize, discount: f64) -> f64 {
        let windows = |a: usize, b: usize| {
            let (low, high) = (a.min(b), a.max(b));
            f64::from(self.pairs[(group * self.width + low) * self.width + high])
        };
        let total = (self.windows as f64).max(1.0);
        let (one, other) = (windows(a, a) / total, windows(b, b) / total);
        if one <= 0.0 || other <= 0.0 {
            return -1.0;
        }
        let together = ((windows(a, b) - discount).max(0.0) / total).max(UNSEEN);
        if together >= 1.0 {
            return 1.0;
        }
        (together / (one * other)).ln() / -together.ln()
    }
}

#[cfg(test)]
mod tests {
    use thema_features::Document;

    use super::*;
    use crate::labels::candidates::Candidate;
    use crate::labels::label::tests::Words;

    fn counted(words: &[&'static str], bodies: &[&str]) -> WindowCounts {
        let words = Words(words.to_vec());
        let documents: Vec<Document<'_>> = bodies.iter().map(|body| Document::new("", body)).collect();
        let sample = SampledTexts::read(&documents, &words);
        let candidates: Vec<Candidate> = (0..words.0.len() as u32)
            .map(|term| Candidate { term, weight: 1.0, frequency: 1, covered_by: None })
            .collect();
        let forms = WrittenForms::new(&[candidates], &sample, &words);
        let written: Vec<WrittenCandidate> = (0..words.0.len() as u32)
            .map(|term| (0..forms.len() as u32).find(|&form| forms.text(form) == words.0[term as usize]))
            .map(|form| WrittenCandidate { term: 0, form: form.unwrap(), weight: 1.0, covered_by: None })
            .collect();
        WindowCounts::count(&[written], &forms, &sample)
    }

    #[test]
    fn windows_are_counted_once_however_often_they_hold_a_term() {
        // Twelve tokens make three windows; `cache` is in all of them, `kv` in the first two.
        let counts = counted(&["cache", "kv"], &["aa kv bb cc dd cache ee cache ff gg hh ii"]);
        assert_eq!(counts.windows, 3);
        assert_eq!((counts.pairs[0], counts.pairs[1], counts.pairs[3]), (3, 2, 2));
    }

    #[test]
    fn terms_that_always_meet_have_one_and_terms_that_never_meet_less_than_none() {
        let filler = "zz ".repeat(20);
        let counts = counted(&["alpha", "beta", "gamma"], &["alpha beta", &filler, "gamma"]);
        assert!((counts.npmi(0, 1, 0, 0.0) - 1.0).abs() < 1e-12);
        assert!(counts.npmi(0, 0, 2, 0.0) < -0.1);
        assert!(counts.npmi(0, 0, 1, 1.0) < -0.1, "one window is discounted");
    }

    #[test]
    fn a_word_inside_a_compound_is_another_word() {
        let counts =
            counted(&["scale", "bose einstein condensate"], &["bose einstein condensate large-scale scale"]);
        assert_eq!(counts.pairs[0], 1);
        assert_eq!(counts.pairs[1], 1);
    }
}
