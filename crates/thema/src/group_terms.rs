//! The terms that distinguish groups of papers.

use thema_features::Document;
use thema_themes::distinguishing_terms;

use crate::{Error, Fault, Placer, Result};

impl Placer {
    /// The terms that distinguish the papers of each group from those the themes were learned from: at most
    /// ten per group, strongest first by `p ln(p / q)`, where `p` is the share of the group's papers that
    /// contain the term and `q` the share of all papers. `group_of` is the group of every paper, numbered
    /// from 0; the result is indexed by group.
    ///
    /// # Errors
    /// [`Fault::Input`] if the numbers of groups and papers differ, or if a group's number is not below the
    /// number of papers.
    pub fn terms_of_groups(
        &self,
        documents: &[Document<'_>],
        group_of: &[usize],
    ) -> Result<Vec<Vec<String>>> {
        let papers = documents.len();
        if group_of.len() != papers {
            let reason = format!("{} groups for {papers} papers", group_of.len());
            return Err(Error::new(Fault::Input, reason));
        }
        if let Some(group) = group_of.iter().find(|&&group| group >= papers) {
            let reason = format!(
                "there is no group {group}: groups are numbered from 0, and there are {papers} papers"
            );
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
            let terms = distinguishing_terms(&rows, frequencies, self);
            Ok(terms.into_iter().map(|term| term.text).collect())
        };
        members.iter().map(terms).collect()
    }
}
