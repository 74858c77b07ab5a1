//! A phrase that may name a group.

use std::cmp::Ordering;

/// Weight of a title that holds a phrase, relative to a paper that holds it.
pub(in crate::labels::naming) const TITLE: f64 = 3.0;

/// A phrase that may name a group.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels::naming) struct Candidate {
    pub(in crate::labels::naming) phrase: u32,
    pub(in crate::labels::naming) score: f64,
    /// Share of the group's papers that hold it.
    pub(in crate::labels::naming) coverage: f64,
    /// Score of a paper that holds it; a title scores [`TITLE`] times as much in addition.
    pub(in crate::labels::naming) weight: f64,
    /// Number of words, not counting links.
    pub(in crate::labels::naming) words: u8,
    /// Whether it is certain to be common enough. If not, it is typical of what the group is about and may
    /// only complete a name.
    pub(in crate::labels::naming) sure: bool,
    /// Whether it is the subject under which the group's papers are filed.
    pub(in crate::labels::naming) leads: bool,
    /// Whether it is a single word that says what the group is about.
    pub(in crate::labels::naming) defines: bool,
}

impl Candidate {
    /// Orders candidates with the leading subject first, then by falling score.
    pub(in crate::labels::naming) fn rank(&self, other: &Self) -> Ordering {
        (other.leads.cmp(&self.leads))
            .then(other.score.total_cmp(&self.score))
            .then(self.phrase.cmp(&other.phrase))
    }
}
