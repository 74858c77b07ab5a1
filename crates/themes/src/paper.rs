//! What this crate knows of a paper.

use serde::{Deserialize, Serialize};

use crate::Facet;

/// How much of a date its source gave; what it left out stands as the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DatePrecision {
    /// The day.
    #[default]
    Day,
    /// The month; the day is its first.
    Month,
    /// The year; the day is its first of January.
    Year,
}

impl DatePrecision {
    /// Every precision, the finest first.
    pub const ALL: [Self; 3] = [Self::Day, Self::Month, Self::Year];

    /// Its name in the files of a run.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// The precision of a name; the day for any other text.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|precision| precision.name() == name).unwrap_or_default()
    }
}

/// A date as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PaperDate {
    /// The day, or the first of the month or year, in days since 1970-01-01.
    pub day: i32,
    /// How much of it is known.
    pub precision: DatePrecision,
}

impl From<i32> for PaperDate {
    fn from(day: i32) -> Self {
        Self { day, precision: DatePrecision::Day }
    }
}

/// One paper of the corpus, as themes and reports see it. Its row in every table and matrix is its
/// position in the corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    /// Stable identifier, unique in the corpus: the bare arXiv identifier where there is one (`2605.28095`),
    /// else one prefixed by its authority (`doi:10.1145/3700000`, `openalex:W2741809807`).
    pub id: String,
    /// Title, white space collapsed, accents of LaTeX as letters; formulas as the source has them.
    pub title: String,
    /// Category codes such as `cs.DC`, the primary one first; empty when no source gives any.
    pub categories: Vec<String>,
    /// Day of the first version, in days since 1970-01-01; the first of the month or year where no more is known.
    pub submitted: Option<i32>,
    /// How much of `submitted` is known.
    #[serde(default)]
    pub precision: DatePrecision,
    /// Day on which a listing or news page announced the paper, in days since 1970-01-01.
    pub announced: Option<i32>,
    /// Address of the paper as its source gives it; untrusted.
    pub url: Option<String>,
    /// A news page's headline for the paper.
    pub headline: Option<String>,
    /// What else its sources say, by facet and then in their order; no value twice, and no year, which its date gives.
    #[serde(default)]
    pub facets: Box<[(Facet, String)]>,
}

impl Paper {
    /// The primary category, when the paper has one.
    #[must_use]
    pub fn primary_category(&self) -> Option<&str> {
        self.categories.first().map(String::as_str)
    }

    /// The date of the first version, as far as it is known.
    #[must_use]
    pub fn date(&self) -> Option<PaperDate> {
        self.submitted.map(|day| PaperDate { day, precision: self.precision })
    }
}
