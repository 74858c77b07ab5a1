//! What a tally must know about the themes before it counts.

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
}
