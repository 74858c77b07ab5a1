//! Themes and the assignment of papers to them.

use serde::{Deserialize, Serialize};

use crate::trends::Trend;

/// Where a theme comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeKind {
    /// Named by the taxonomy.
    Taxonomy,
    /// Found in the vectors: all themes without a taxonomy, and with one those of the papers that it has no theme for.
    Discovered,
    /// The rest: papers that fit no theme at all.
    Other,
}

/// A term of a label: readable surface form and weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelTerm {
    /// The most frequent surface form of the word or phrase; never a stem.
    pub text: String,
    /// Class-based TF-IDF weight, comparable within one theme only.
    pub weight: f64,
}

/// A paper of one theme that lies close to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bridge {
    /// Row of the paper.
    pub paper: u32,
    /// Index of the other theme in [`Themes::themes`].
    pub theme: u32,
}

/// A named group of papers with an identity that outlives a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Theme {
    /// Stable identifier, `t-` and lower-case letters or digits; never reused.
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
    /// Rows of the papers nearest the theme's centre, nearest first, no near-duplicates among them.
    pub representatives: Vec<u32>,
    /// Papers between this theme and another, those that are most of both first.
    pub bridges: Vec<Bridge>,
    /// Row of the earliest dated paper.
    pub first_paper: Option<u32>,
    /// How the theme's share moved; `None` when too few papers carry a date.
    pub trend: Option<Trend>,
}

/// Why a paper could not be placed with confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutlierReason {
    /// The abstract says that the paper was withdrawn, retracted or superseded.
    Withdrawn,
    /// Title and abstract hold too few words.
    TooShort,
    /// The text is in another language than the corpus.
    OtherLanguage,
    /// No term of the paper is in the vocabulary.
    NoKnownTerm,
    /// Its words are stranger than those of all but a small share of the corpus's papers.
    OffTopic,
    /// The margin is under the threshold that the user set.
    LowMargin,
}

impl OutlierReason {
    /// Every reason, in the order in which they are looked for.
    pub const ALL: [Self; 6] = [
        Self::Withdrawn,
        Self::TooShort,
        Self::OtherLanguage,
        Self::NoKnownTerm,
        Self::OffTopic,
        Self::LowMargin,
    ];
}

/// The theme and cluster of one paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assignment {
    /// Index of the theme in [`Themes::themes`].
    pub theme: u32,
    /// How well the theme fits: cosine-like, higher is better.
    pub score: f32,
    /// Score minus the score of the second theme; never negative.
    pub margin: f32,
    /// Index of the second-best theme in [`Themes::themes`].
    pub second_theme: Option<u32>,
    /// Discovered cluster, counted from 0.
    pub cluster: u32,
    /// Second-best discovered cluster.
    pub second_cluster: Option<u32>,
    /// Key of the taxonomy's theme that is marked `other`, when no wanted theme took the paper because it fits that one.
    pub subtheme: Option<String>,
    /// Why the assignment is not to be trusted; `None` for a confident one.
    pub outlier: Option<OutlierReason>,
    /// Probability that the paper belongs to the theme; `None` where too few papers were learned from to tell.
    #[serde(default)]
    pub probability: Option<f32>,
}

/// A theme of the taxonomy that is marked `other`: not a theme of the report, but told apart among the papers that no
/// wanted theme took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtheme {
    /// The taxonomy's key, as in [`Assignment::subtheme`].
    pub key: String,
    /// The taxonomy's name.
    pub name: String,
}

/// A theme of the taxonomy that no paper of the corpus belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentTheme {
    /// The theme's key.
    pub key: String,
    /// Rows of the papers that come nearest to it, nearest first; none where no paper holds any of its entries.
    pub nearest: Vec<u32>,
}

/// All themes of a run and the place of every paper.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Themes {
    /// Themes; their order is the run's and indices refer to it.
    pub themes: Vec<Theme>,
    /// One assignment a paper, in corpus order.
    pub assignments: Vec<Assignment>,
    /// What is told apart within themes, in the taxonomy's order; empty without a taxonomy.
    #[serde(default)]
    pub subthemes: Vec<Subtheme>,
    /// Themes of the taxonomy that were not found.
    #[serde(default)]
    pub absent: Vec<AbsentTheme>,
}
