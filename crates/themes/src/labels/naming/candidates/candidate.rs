//! A phrase that may name a group.

use std::cmp::Ordering;

/// How much a title counts beside the papers that hold a phrase.
pub(in crate::labels::naming) const TITLE: f64 = 3.0;

/// A phrase that may name a group.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels::naming) struct Candidate {
    pub(in crate::labels::naming) phrase: u32,
    pub(in crate::labels::naming) score: f64,
    /// Share of the group's papers that hold it.
    pub(in crate::labels::naming) coverage: f64,
    /// What a paper with it counts, a title [`TITLE`] as much again.
    pub(in crate::labels::naming) weight: f64,
    /// Words other than links.
    pub(in crate::labels::naming) words: u8,
    /// Whether it is surely common enough; else it stands in the midst of what the group is about, and may complete a name.
    pub(in crate::labels::naming) sure: bool,
    /// Whether it is the subject that the group's papers are filed under.
    pub(in crate::labels::naming) leads: bool,
}

impl Candidate {
    /// A subject that leads before all others, then by score.
    pub(in crate::labels::naming) fn rank(&self, other: &Self) -> Ordering {
        (other.leads.cmp(&self.leads))
            .then(other.score.total_cmp(&self.score))
            .then(self.phrase.cmp(&other.phrase))
    }
}
