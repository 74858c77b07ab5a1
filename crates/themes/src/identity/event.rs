//! What became of themes between two runs.

use serde::{Deserialize, Serialize};

/// What became of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A new theme appeared.
    Born,
    /// A theme split from one that continues.
    Split,
    /// A theme merged into another.
    Merged,
    /// A theme disappeared, or no longer gets papers.
    Faded,
    /// A faded theme gets papers again.
    Returned,
}

/// One line of `events.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThemeEvent {
    /// What happened.
    pub event: EventKind,
    /// Id of the theme concerned: the new theme of a birth or split, the old one of a merger or fading.
    pub theme: String,
    /// Id of the other theme: the one split from or merged into.
    pub other: Option<String>,
    /// Papers of the theme.
    pub papers: u64,
    /// Papers that were in another theme before; not recorded by earlier versions.
    #[serde(default)]
    pub moved: u64,
    /// Day of the theme's newest dated paper, `YYYY-MM-DD`.
    pub day: Option<String>,
}
