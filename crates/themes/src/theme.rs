//! Themes, the assignment of papers to them, and what a taxonomy lacks.

use serde::{Deserialize, Serialize};

use crate::trends::Trend;

/// Where a theme comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeKind {
    /// Named by the taxonomy.
    Taxonomy,
    /// Found in the vectors.
    Discovered,
    /// The rest: papers that fit no theme of the taxonomy.
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
    /// Papers between this theme and another, most evenly placed first.
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
    /// Key of the taxonomy's theme that is marked `other`, when the paper is `other` by fitting that one.
    pub subtheme: Option<String>,
    /// Why the assignment is not to be trusted; `None` for a confident one.
    pub outlier: Option<OutlierReason>,
    /// Probability that the paper belongs to the theme; `None` where too few papers were learned from to tell.
    #[serde(default)]
    pub probability: Option<f32>,
}

/// A discovered theme that the taxonomy lacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscoveredGap {
    /// Stable identifier, as of a theme.
    pub id: String,
    /// Readable name, unique within a run.
    pub name: String,
    /// Terms of the label, heaviest first.
    pub terms: Vec<LabelTerm>,
    /// Rows of the papers that no theme of the taxonomy took, ascending.
    pub papers: Vec<u32>,
    /// Rows of the papers nearest the group's centre, nearest first.
    pub representatives: Vec<u32>,
    /// Discovered cluster that the papers come from, when it is one.
    pub cluster: Option<u32>,
    /// Index in [`Themes::themes`] of the taxonomy's theme that lies nearest.
    pub nearest_theme: Option<u32>,
    /// How its share moved; `None` when too few papers carry a date.
    pub trend: Option<Trend>,
}

/// All themes of a run and the place of every paper.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Themes {
    /// Themes; their order is the run's and indices refer to it.
    pub themes: Vec<Theme>,
    /// One assignment a paper, in corpus order.
    pub assignments: Vec<Assignment>,
    /// What the taxonomy lacks, by size and growth, the most important first; empty without a taxonomy.
    pub gaps: Vec<DiscoveredGap>,
}
