//! What a tally must know about the themes before it counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::membership::Membership;
use crate::{ThemeKind, Themes};

/// The themes by which papers are counted, and which papers clearly belong to a theme. Known once themes are
/// learned, and the same for every batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TallyShape {
    pub(super) kinds: Vec<ThemeKind>,
    pub(super) memberships: Vec<Membership>,
}

impl TallyShape {
    /// The shape of themes whose papers show what clearly belongs to them.
    #[must_use]
    pub fn of(themes: &Themes) -> Self {
        let membership =
            |papers: &[u32]| Membership::of(papers.iter().map(|&row| &themes.assignments[row as usize]));
        Self {
            kinds: themes.themes.iter().map(|theme| theme.kind).collect(),
            memberships: themes.themes.iter().map(|theme| membership(&theme.papers)).collect(),
        }
    }

    /// The bounds of score and margin of the papers that clearly belong to each theme, by its id; `themes` are those of the shape.
    #[must_use]
    pub fn memberships(&self, themes: &Themes) -> BTreeMap<String, Membership> {
        themes.themes.iter().map(|theme| theme.id.clone()).zip(self.memberships.iter().copied()).collect()
    }

    /// The shape of themes of which those in `known`, by id, keep the bounds that were learned with them. Papers that were
    /// placed later have other scores than those learned from.
    #[must_use]
    pub fn with_known(themes: &Themes, known: &BTreeMap<String, Membership>) -> Self {
        let mut shape = Self::of(themes);
        for (membership, theme) in shape.memberships.iter_mut().zip(&themes.themes) {
            *membership = known.get(&theme.id).copied().unwrap_or(*membership);
        }
        shape
    }
}
