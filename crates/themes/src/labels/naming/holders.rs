//! Who wrote the papers that hold a phrase, and where in their group they lie.

use super::Naming;

/// Minimum number of papers by different authors that hold a phrase.
const LEAST_INDEPENDENT: f64 = 2.0;
/// Share of a phrase's papers in the middle of a group that speaks neither for nor against it: the middle is half of
/// the group.
const USUAL: f64 = 0.5;

/// The papers of a group that hold a phrase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holders {
    papers: f64,
    /// Those by different authors.
    independent: f64,
    /// Those in the half of the group that is farthest from other groups.
    central: f64,
}

impl Holders {
    /// Whether more than one team writes the phrase.
    pub(super) fn are_several_teams(&self) -> bool {
        self.independent >= LEAST_INDEPENDENT
    }

    /// Factor of the weight of the phrase, up to 1: the root of the share of papers by different authors, and the share of
    /// papers in the middle of the group if that is less than usual.
    pub(super) fn weight(&self) -> f64 {
        // One paper on either side is assumed beside those counted.
        let central = (self.central + 1.0) / (self.papers + 2.0);
        (self.independent / self.papers).sqrt() * (central / USUAL).min(1.0)
    }
}

impl Naming<'_> {
    /// The papers among `members` that hold a phrase; `central` says of each member whether it is in the middle of the group.
    pub(super) fn holders(&self, phrase: u32, members: &[u32], central: &[bool]) -> Holders {
        let mut papers = Vec::new();
        let mut in_the_middle = 0;
        for (&paper, &is_central) in members.iter().zip(central) {
            if self.phrases.held_in(paper, phrase).is_some() {
                papers.push(paper);
                in_the_middle += usize::from(is_central);
            }
        }
        Holders {
            papers: papers.len() as f64,
            independent: self.authors.independent(&papers) as f64,
            central: in_the_middle as f64,
        }
    }

    /// Per member of a group: whether it is in the half that is farthest from other groups; all are if that is unknown.
    pub(super) fn central(&self, members: &[u32]) -> Vec<bool> {
        let margins: Vec<f32> = members
            .iter()
            .map(|&paper| self.margins.get(self.texts.papers[paper as usize].row).copied().unwrap_or(1.0))
            .collect();
        let mut sorted = margins.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
        margins.iter().map(|&margin| margin >= median).collect()
    }
}

#[cfg(test)]
mod tests {
    use thema_features::Document;
    use thema_features::analysis::{Analyzer, Language};

    use super::*;

    #[test]
    fn a_phrase_weighs_less_at_the_edge_and_from_few_teams() {
        let weight = |papers, independent, central| Holders { papers, independent, central }.weight();
        assert!((weight(20.0, 20.0, 12.0) - 1.0).abs() < 1e-12, "the middle does not raise a weight");
        assert!((weight(20.0, 5.0, 12.0) - 0.5).abs() < 1e-12);
        assert!((weight(18.0, 18.0, 1.0) - 0.2).abs() < 1e-12);
        assert!(weight(1.0, 1.0, 0.0) > 0.6, "one paper tells little");
    }

    #[test]
    fn the_middle_is_the_half_with_the_larger_margins() {
        let text =
            |paper: usize| (format!("Knots {paper}"), "We study knots and braids in space.".to_owned());
        let texts: Vec<(String, String)> = (0..6).map(text).collect();
        let documents: Vec<Document<'_>> =
            texts.iter().map(|(title, body)| Document::new(title, body)).collect();
        let analyzer = Analyzer::builder(Language::English).build();
        let naming = Naming::read(&documents, &[Some(0); 6], 1, &analyzer);
        assert_eq!(naming.central(&[0, 1, 2]), [true; 3], "no margins are known");
        let naming = naming.with_margins(vec![0.9, 0.1, 0.5, 0.2, 0.8, 0.3]);
        assert_eq!(naming.central(&[0, 1, 2, 3, 4, 5]), [true, false, true, false, true, false]);
        assert_eq!(naming.central(&[1, 3]), [false, true]);
    }
}
