//! What sets some papers apart in words.

use thema_features::Document;
use thema_themes::label_newborn;

use crate::{Error, Fault, Placer, Result};

impl Placer {
    /// The terms that tell the papers of every group from those that themes were learned from, at most ten a group, the most
    /// telling first: by `p ln(p / q)`, `p` being the share of the group's papers that hold the term and `q` that of all.
    /// `group_of` has the group of every paper, groups being numbered from 0; the terms of group `n` stand at `n`.
    ///
    /// # Errors
    /// [`Fault::Input`] if there is not one group a paper, or a number is not below that of the papers.
    pub fn terms_of_groups(
        &self,
        documents: &[Document<'_>],
        group_of: &[usize],
    ) -> Result<Vec<Vec<String>>> {
        if documents.len() != group_of.len() || group_of.iter().any(|&group| group >= documents.len()) {
            let reason = format!("{} groups for {} papers", group_of.len(), documents.len());
            return Err(Error::new(Fault::Input, reason));
        }
        let groups = group_of.iter().max().map_or(0, |last| last + 1);
        let mut members = vec![Vec::new(); groups];
        for (document, &group) in documents.iter().zip(group_of) {
            members[group].push(*document);
        }
        let frequencies = self.features().document_frequencies();
        let frequencies = (frequencies.frequencies(), frequencies.documents());
        let terms = |members: &Vec<Document<'_>>| {
            let rows = self.features().transform(members)?;
            let label = label_newborn(&rows, frequencies, self, &[]);
            Ok(label.terms.into_iter().map(|term| term.text).collect())
        };
        members.iter().map(terms).collect()
    }
}
