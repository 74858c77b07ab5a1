//! The candidates of a group as parts of names, in the forms in which its papers write them.

use rustc_hash::FxHashSet;

use super::candidates::{Candidate, Demand, LEAST_SHARE, lower_bound};
use super::grammar::{ends_as_adjective, is_adverb_of};
use super::group_names::Naming;
use super::part::Part;
use super::support::Support;
use super::surfaces::Surfaces;
use super::texts::Stems;

/// Standard errors subtracted from the share of a written form: the true share is above the result four times
/// in five. The share of the phrase, over all its forms, is better known.
const CAUTION_OF_FORMS: f64 = 0.84;
/// Minimum number of papers by different authors that hold a phrase.
const LEAST_INDEPENDENT: usize = 2;
/// Factor of the weight of a phrase, and of a single word, that is known to name a subject of research, if the terms and the
/// nearest papers fully support it.
const SUBJECT: f64 = 2.0;
const SUBJECT_WORD: f64 = 1.5;
/// Factor of the weight of another single word under [`Demand::Least`]: "ensembles", "support".
const OTHER_WORD: f64 = 0.5;

impl Naming<'_> {
    /// The candidates of a group with the papers `members`; `terms` holds the stems of its terms. A phrase none of whose forms
    /// is common names nothing well, and neither does one that only one team writes. A phrase that few teams write, that
    /// the terms and the nearest papers do not support, or that is seldom written as in a name, counts less. One that
    /// they support and that is known to name a subject counts more.
    pub(super) fn parts(
        &self,
        candidates: &[Candidate],
        members: &[u32],
        terms: Option<&FxHashSet<u32>>,
        demand: Demand,
    ) -> Vec<Part> {
        let wanted = candidates.iter().map(|candidate| candidate.phrase);
        let surfaces = Surfaces::read(&self.texts, &self.phrases, members, wanted);
        let support = Support::of(self, members, terms);
        let mut parts: Vec<Part> = candidates
            .iter()
            .filter_map(|&candidate| self.part(candidate, members, &surfaces, &support, demand))
            .collect();
        parts.sort_by(|a, b| a.candidate.rank(&b.candidate));
        parts
    }

    fn part(
        &self,
        candidate: Candidate,
        members: &[u32],
        surfaces: &Surfaces<'_>,
        support: &Support<'_, '_>,
        demand: Demand,
    ) -> Option<Part> {
        let form = surfaces.best(candidate.phrase)?;
        if ends_as_adjective(&form.text) || is_adverb_of(&form.text, |word| self.is_written(word)) {
            return None;
        }
        let of = members.len() as f64;
        // A paper that writes it in two cases counts twice.
        let share = (f64::from(form.in_either_number) / of).min(1.0);
        if demand == Demand::Full && share < LEAST_SHARE {
            return None;
        }
        let sure = demand == Demand::Least || lower_bound(share, of, CAUTION_OF_FORMS) >= LEAST_SHARE;
        let written = (f64::from(form.papers) / of / LEAST_SHARE).min(1.0);
        let holders: Vec<u32> = members
            .iter()
            .copied()
            .filter(|&paper| self.phrases.held_in(paper, candidate.phrase).is_some())
            .collect();
        let independent = self.authors.independent(&holders);
        if demand == Demand::Full && independent < LEAST_INDEPENDENT {
            return None;
        }
        let by_authors = (independent as f64 / holders.len() as f64).sqrt();
        let key = self.phrases.known[candidate.phrase as usize].key;
        let subject = self.texts.subjects.written(key, &form.text);
        let supported = support.weight(candidate.phrase);
        let of_subject = match &subject {
            Some(_) if supported < 1.0 => 1.0,
            Some(_) if candidate.words == 1 => SUBJECT_WORD,
            Some(_) => SUBJECT,
            None if demand == Demand::Least && candidate.words == 1 => OTHER_WORD,
            None => 1.0,
        };
        let factor = written * by_authors * supported * of_subject;
        let stems = Stems::numbers(key).map(|number| self.texts.stems[number as usize - 1].clone()).collect();
        let candidate = Candidate {
            score: candidate.score * factor,
            weight: candidate.weight * factor,
            sure: candidate.sure && sure,
            ..candidate
        };
        let may_be_paired = support.suffices_in_a_pair(candidate.phrase);
        let text = subject.unwrap_or(form.text);
        Some(Part::new(candidate, text, stems, may_be_paired, members, &self.phrases))
    }

    fn is_written(&self, word: &str) -> bool {
        self.texts.words.iter().any(|written| written.text == word)
    }
}
