//! What a tally must know of the themes before it counts.

use serde::{Deserialize, Serialize};

use super::membership::Membership;
use crate::{ThemeKind, Themes};

/// The themes that papers are counted in, and which papers clearly belong to a theme: known once themes are
/// learned, the same for every batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TallyShape {
    pub(super) kinds: Vec<ThemeKind>,
    pub(super) memberships: Vec<Membership>,
}

impl TallyShape {
    /// Of themes whose papers say what clearly belongs to them.
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
