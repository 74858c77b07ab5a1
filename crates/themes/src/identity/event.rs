//! What becomes of themes between two runs.

use serde::{Deserialize, Serialize};

/// What became of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A theme is there that was not.
    Born,
    /// A theme came out of one that goes on.
    Split,
    /// A theme went into another.
    Merged,
    /// A theme is no longer there.
    Faded,
}

/// One line of `events.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThemeEvent {
    /// What happened.
    pub event: EventKind,
    /// Id of the theme that it happened to: the new theme of a birth or split, the old one of a merger or fading.
    pub theme: String,
    /// Id of the other theme: the one split from, or merged into.
    pub other: Option<String>,
    /// Papers of the theme.
    pub papers: u64,
    /// Papers that stood in another theme before; events of earlier versions do not say.
    #[serde(default)]
    pub moved: u64,
    /// Day of the theme's newest dated paper, `YYYY-MM-DD`.
    pub day: Option<String>,
}
