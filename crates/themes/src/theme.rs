//! Themes and the papers assigned to them.

use serde::{Deserialize, Serialize};

use crate::trends::Trend;

/// Where a theme comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeKind {
    /// Named by the taxonomy.
    Taxonomy,
    /// Found by clustering. Without a taxonomy, every theme; with one, the themes of papers
    /// that no taxonomy theme covers.
    Discovered,
    /// Papers that fit no theme.
    Other,
}

/// A term of a label: its readable surface form and weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelTerm {
    /// The most frequent surface form of the word or phrase; never a stem.
    pub text: String,
    /// Class-based TF-IDF weight, comparable within one theme only.
    pub weight: f64,
}

/// A paper of one theme that lies close to another theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bridge {
    /// Row of the paper.
    pub paper: u32,
    /// Index of the other theme in [`Themes::themes`].
    pub theme: u32,
}

/// A named group of papers whose identity outlives a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Theme {
    /// Stable identifier: `t-` followed by lower-case letters or digits. Never reused.
    pub id: String,
    /// Short key: the taxonomy's key (`serving`), `other`, or a slug of the name.
    pub key: String,
    /// Readable name, unique within a run.
    pub name: String,
    /// Where the theme comes from.
    pub kind: ThemeKind,
    /// The taxonomy's description.
    pub description: Option<String>,
    /// Terms of the label, heaviest first.
    pub terms: Vec<LabelTerm>,
    /// Rows of the papers, ascending.
    pub papers: Vec<u32>,
    /// Rows of papers near the theme's centre, those first that say most of its name. No two are near-duplicates or have
    /// one title. Outliers and papers with unusual words are taken only if there are too few others.
    pub representatives: Vec<u32>,
    /// Papers between this theme and another, those closest to both first.
    pub bridges: Vec<Bridge>,
    /// Row of the earliest dated paper.
    pub first_paper: Option<u32>,
    /// How the theme's share changed over time; `None` if too few papers carry a date.
    pub trend: Option<Trend>,
}

/// Why a paper could not be placed with confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutlierReason {
    /// The abstract says that the paper was withdrawn, retracted or superseded.
    Withdrawn,
    /// Title and abstract have too few words.
    TooShort,
    /// The text is not in the language of the corpus.
    OtherLanguage,
    /// No term of the paper is in the vocabulary.
    NoKnownTerm,
    /// The words are less familiar than those of all but a small share of the corpus's papers.
    OffTopic,
    /// The margin is below the user's threshold.
    LowMargin,
}

impl OutlierReason {
    /// Every reason, in the order in which they are checked.
    pub const ALL: [Self; 6] = [
        Self::Withdrawn,
        Self::TooShort,
        Self::OtherLanguage,
        Self::NoKnownTerm,
        Self::OffTopic,
        Self::LowMargin,
    ];

    /// Name in tables and reports, the same as in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Withdrawn => "withdrawn",
            Self::TooShort => "too_short",
            Self::OtherLanguage => "other_language",
            Self::NoKnownTerm => "no_known_term",
            Self::OffTopic => "off_topic",
            Self::LowMargin => "low_margin",
        }
    }

    /// The reason of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// The theme and cluster of one paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assignment {
    /// Index of the theme in [`Themes::themes`].
    pub theme: u32,
    /// How well the theme fits: cosine-like, higher is better.
    pub score: f32,
    /// Score minus the score of the second-best theme; never negative.
    pub margin: f32,
    /// Index of the second-best theme in [`Themes::themes`].
    pub second_theme: Option<u32>,
    /// Discovered cluster, counted from 0.
    pub cluster: u32,
    /// Second-best discovered cluster.
    pub second_cluster: Option<u32>,
    /// Key of the taxonomy theme marked `other`, if no wanted theme took the paper because it fits that one.
    pub subtheme: Option<String>,
    /// Why the assignment should not be trusted; `None` for a confident one.
    pub outlier: Option<OutlierReason>,
    /// Probability that the paper belongs to the theme; `None` if too few papers were
    /// learned from to estimate it.
    #[serde(default)]
    pub probability: Option<f32>,
}

/// A taxonomy theme marked `other`. It is not a theme of the report, but identifies a group among the papers
/// that no wanted theme took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtheme {
    /// The taxonomy's key, as in [`Assignment::subtheme`].
    pub key: String,
    /// The taxonomy's name.
    pub name: String,
}

/// A taxonomy theme that no paper of the corpus belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentTheme {
    /// The theme's key.
    pub key: String,
    /// Rows of the papers nearest to it, nearest first; empty if no paper holds any of its entries.
    pub nearest: Vec<u32>,
}

/// All themes of a run and the assignment of every paper.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Themes {
    /// Themes in the order of the run; all theme indices refer to this list.
    pub themes: Vec<Theme>,
    /// One assignment per paper, in corpus order.
    pub assignments: Vec<Assignment>,
    /// The taxonomy themes marked `other`, in the taxonomy's order; empty without a taxonomy.
    #[serde(default)]
    pub subthemes: Vec<Subtheme>,
    /// Taxonomy themes that no paper belongs to.
    #[serde(default)]
    pub absent: Vec<AbsentTheme>,
    /// Name of the shipped taxonomy that was chosen by the papers' field; `None` if the taxonomy is the user's or
    /// there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built_in: Option<String>,
}

impl Themes {
    /// Whether each paper counts for its theme, in corpus order. Near-duplicates and excluded papers do not.
    #[must_use]
    pub fn counted(&self) -> Vec<bool> {
        let mut counted = vec![false; self.assignments.len()];
        for &row in self.themes.iter().flat_map(|theme| &theme.papers) {
            counted[row as usize] = true;
        }
        counted
    }
}
