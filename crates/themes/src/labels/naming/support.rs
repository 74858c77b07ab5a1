//! Whether what a report shows of a group supports a phrase: the group's terms, and the papers nearest to its centre.

use rustc_hash::FxHashSet;

use super::group_names::Naming;
use super::texts::Stems;
use crate::Label;

/// Papers nearest to the centre of a group.
const NEAREST: usize = 20;
/// Share of these papers that hold a phrase of full weight.
const ENOUGH_PAPERS: f64 = 0.1;
/// Share of a phrase's words that are words of the group's terms, for full weight.
const ENOUGH_WORDS: f64 = 0.5;
/// Factor of the weight of a phrase that none of the nearest papers holds, or none of whose words is in the terms.
const WITHOUT: f64 = 0.5;
/// Share of the nearest papers that hold a phrase which may be one of two in a name, if its words are not in the terms.
const IN_A_PAIR: f64 = 0.2;

/// What a report shows of a group.
pub(super) struct Support<'n, 'a> {
    naming: &'n Naming<'a>,
    /// Stems of the group's terms, if these are known.
    terms: Option<&'n FxHashSet<u32>>,
    /// The papers nearest to the centre; empty if that is not known.
    nearest: Vec<u32>,
}

impl<'n, 'a> Support<'n, 'a> {
    /// What supports the phrases of a group with the papers `members`.
    pub(super) fn of(naming: &'n Naming<'a>, members: &[u32], terms: Option<&'n FxHashSet<u32>>) -> Self {
        let similarity = |paper: u32| naming.similarities[naming.texts.papers[paper as usize].row];
        let mut nearest = if naming.similarities.is_empty() { Vec::new() } else { members.to_vec() };
        nearest.sort_unstable_by(|&a, &b| similarity(b).total_cmp(&similarity(a)).then(a.cmp(&b)));
        nearest.truncate(NEAREST);
        Self { naming, terms, nearest }
    }

    /// Factor of the weight of a phrase, up to 1.
    pub(super) fn weight(&self, phrase: u32) -> f64 {
        let by_terms = self.of_terms(phrase).map_or(1.0, |share| graded(share / ENOUGH_WORDS));
        let by_papers = self.of_papers(phrase).map_or(1.0, |share| graded(share / ENOUGH_PAPERS));
        by_terms * by_papers
    }

    /// Whether a phrase may be one of two in a name. Readers find fault with a second phrase that they see nowhere else.
    pub(super) fn suffices_in_a_pair(&self, phrase: u32) -> bool {
        self.of_terms(phrase).is_none_or(|share| share >= ENOUGH_WORDS)
            || self.of_papers(phrase).is_none_or(|share| share >= IN_A_PAIR)
    }

    fn of_terms(&self, phrase: u32) -> Option<f64> {
        let terms = self.terms?;
        let stems = || Stems::numbers(self.naming.phrases.known[phrase as usize].key);
        let shown = stems().filter(|stem| terms.contains(stem)).count();
        Some(shown as f64 / stems().count() as f64)
    }

    fn of_papers(&self, phrase: u32) -> Option<f64> {
        let holds = |paper: &&u32| self.naming.phrases.held_in(**paper, phrase).is_some();
        let held = self.nearest.iter().filter(holds).count();
        (!self.nearest.is_empty()).then(|| held as f64 / self.nearest.len() as f64)
    }
}

/// From [`WITHOUT`] at 0 to 1 at 1 and above.
fn graded(share: f64) -> f64 {
    WITHOUT + (1.0 - WITHOUT) * share.min(1.0)
}

impl Naming<'_> {
    /// Per group: the stems of its terms, as numbers.
    pub(super) fn stems_of_terms(&self, labels: &[Label]) -> Vec<FxHashSet<u32>> {
        let words_of = |label: &Label| -> Vec<String> {
            let terms = label.terms.iter().map(|term| term.text.to_lowercase());
            terms.flat_map(|term| term.split([' ', '-']).map(str::to_owned).collect::<Vec<_>>()).collect()
        };
        let words: Vec<Vec<String>> = labels.iter().map(words_of).collect();
        let stems = self.stems_of(words.iter().flatten().map(String::as_str));
        let stems_of = |words: &Vec<String>| {
            let known = words.iter().filter_map(|word| stems.get(word.as_str()));
            known.flat_map(|stems| Stems::numbers(stems.key)).collect()
        };
        words.iter().map(stems_of).collect()
    }
}

#[cfg(test)]
mod tests {
    use thema_features::Document;
    use thema_features::analysis::{Analyzer, Language};

    use super::*;
    use crate::LabelTerm;

    #[test]
    fn terms_and_nearest_papers_support_a_phrase() {
        let text = |paper: usize| match paper {
            0..10 => ("Random walks", "We study random walks in space."),
            _ => ("Sandpile models", "We study sandpile models in space."),
        };
        let documents: Vec<Document<'_>> =
            (0..40).map(text).map(|(title, body)| Document::new(title, body)).collect();
        let analyzer = Analyzer::builder(Language::English).build();
        let naming = Naming::read(&documents, &[Some(0); 40], 1, &analyzer);
        let phrase = |words: [&str; 2]| {
            let number =
                |word: &str| naming.texts.words.iter().find(|written| written.text == word).unwrap().stems;
            naming.phrases.numbers[&number(words[0]).with(number(words[1])).unwrap().key]
        };
        let (walks, sandpiles) = (phrase(["random", "walks"]), phrase(["sandpile", "models"]));
        let members: Vec<u32> = (0..40).collect();
        let nothing = Support::of(&naming, &members, None);
        assert!((nothing.weight(walks) - 1.0).abs() < 1e-12 && nothing.suffices_in_a_pair(walks));

        let label =
            Label { name: String::new(), terms: vec![LabelTerm { text: "Sandpile".into(), weight: 1.0 }] };
        let terms = naming.stems_of_terms(&[label]);
        let by_terms = Support::of(&naming, &members, terms.first());
        assert!((by_terms.weight(sandpiles) - 1.0).abs() < 1e-12);
        assert!((by_terms.weight(walks) - 0.5).abs() < 1e-12);

        let naming = naming.with_similarities((0_u8..40).map(f32::from).collect());
        let support = Support::of(&naming, &members, terms.first());
        assert!((support.weight(walks) - 0.25).abs() < 1e-12, "the nearest are papers 20 to 39");
        assert!(!support.suffices_in_a_pair(walks) && support.suffices_in_a_pair(sandpiles));
    }
}
