//! Texts without words: no theme is learned from them.

use thema_features::Document;

use super::Learned;
use crate::Result;
use crate::mapping::NOWHERE;

/// Rows of the texts that have words, ascending.
pub(crate) fn rows_with_words(documents: &[Document<'_>]) -> Vec<u32> {
    let has_words = |document: &Document<'_>| {
        [document.title, document.body].iter().any(|text| text.contains(char::is_alphanumeric))
    };
    let rows = (0_u32..).zip(documents);
    rows.filter(|(_, document)| has_words(document)).map(|(row, _)| row).collect()
}

impl Learned {
    /// Adds the texts without words: what was learned from the texts in `rows` becomes that of `texts` texts. The
    /// others get the place of an empty text and no position on the map, and are in no theme's list of papers.
    pub(crate) fn among(mut self, rows: &[u32], texts: usize) -> Result<Self> {
        let empty = self.placer.place(&[Document::new("", "")])?.remove(0);
        let mut assignments = vec![empty; texts];
        let mut positions = vec![NOWHERE; texts];
        let places = self.themes.assignments.into_iter().zip(self.positions);
        for (&row, (assignment, position)) in rows.iter().zip(places) {
            assignments[row as usize] = assignment;
            positions[row as usize] = position;
        }
        (self.themes.assignments, self.positions) = (assignments, positions);
        let renumber = |row: &mut u32| *row = rows[*row as usize];
        for theme in &mut self.themes.themes {
            theme.papers.iter_mut().for_each(renumber);
            theme.representatives.iter_mut().for_each(renumber);
        }
        self.themes.absent.iter_mut().flat_map(|theme| &mut theme.nearest).for_each(renumber);
        self.cluster_labels.iter_mut().flat_map(|label| &mut label.representatives).for_each(renumber);
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use thema_themes::OutlierReason;

    use super::*;
    use crate::{Engine, Settings};

    #[test]
    fn texts_without_words_are_in_no_theme_and_change_none() {
        let papers = [
            (
                "Ring all-reduce for training",
                "Gradients of large models are reduced in a ring of accelerators.",
            ),
            ("Training with pipelines", "Large models are trained by pipelines over many accelerators."),
            ("Gradient compression", "Compressed gradients make training on many accelerators faster."),
            ("Consensus under partitions", "Replicas agree on a log of commands although messages are lost."),
            ("Leader election", "Replicas elect a leader when messages of the old one are lost."),
            ("Logs of commands", "Replicas apply commands in the order in which a leader logs messages."),
        ];
        let worded: Vec<Document<'_>> =
            papers.iter().map(|(title, body)| Document::new(title, body)).collect();
        let empty = Document::new("", " \n– ");
        let mixed: Vec<Document<'_>> = worded.iter().flat_map(|&document| [empty, document]).collect();
        let mut settings = Settings::default();
        settings.clusters.count = Some(2);
        let engine = Engine::new(settings).unwrap();
        let (without, with) = (engine.learn(&worded).unwrap(), engine.learn(&mixed).unwrap());
        for (theme, among) in without.themes.themes.iter().zip(&with.themes.themes) {
            assert_eq!(theme.name, among.name);
            let moved: Vec<u32> = theme.papers.iter().map(|row| 2 * row + 1).collect();
            assert_eq!(among.papers, moved);
            let moved: Vec<u32> = theme.representatives.iter().map(|row| 2 * row + 1).collect();
            assert_eq!(among.representatives, moved);
        }
        for (row, place) in with.themes.assignments.iter().enumerate() {
            let outlier = (row % 2 == 0).then_some(OutlierReason::TooShort);
            assert_eq!((place.outlier, place.score == 0.0), (outlier, row % 2 == 0), "row {row}");
        }
    }
}
