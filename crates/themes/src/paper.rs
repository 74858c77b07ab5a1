//! What this crate knows about a paper.

use serde::{Deserialize, Serialize};

use crate::Facet;

/// How much of a date the source gave; missing parts are set to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DatePrecision {
    /// Year, month and day.
    #[default]
    Day,
    /// Year and month; the day is set to the first.
    Month,
    /// The year only; the date is set to 1 January.
    Year,
}

impl DatePrecision {
    /// Every precision, finest first.
    pub const ALL: [Self; 3] = [Self::Day, Self::Month, Self::Year];

    /// The precision's name in the files of a run.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// The precision with this name; [`DatePrecision::Day`] for any other text.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|precision| precision.name() == name).unwrap_or_default()
    }
}

/// A date, as precise as its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PaperDate {
    /// Days since 1970-01-01, of the day itself or of the first day of the month or year.
    pub day: i32,
    /// How much of the date is known.
    pub precision: DatePrecision,
}

impl From<i32> for PaperDate {
    fn from(day: i32) -> Self {
        Self { day, precision: DatePrecision::Day }
    }
}

/// One paper of the corpus, as themes and reports see it. Its row in every table and matrix
/// is its position in the corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    /// Stable identifier, unique in the corpus: the bare arXiv identifier if there is one (`2605.28095`),
    /// otherwise an identifier prefixed by its authority (`doi:10.1145/3700000`, `openalex:W2741809807`).
    pub id: String,
    /// Other identifiers of the paper, each prefixed by its authority.
    #[serde(default)]
    pub aliases: Box<[String]>,
    /// Title, with white space collapsed, LaTeX accents as letters and formulas as in the source.
    pub title: String,
    /// Category codes such as `cs.DC`, the primary one first; empty if no source gives any.
    pub categories: Vec<String>,
    /// Day of the first version, in days since 1970-01-01; the first of the month or
    /// year if no more is known.
    pub submitted: Option<i32>,
    /// How much of `submitted` is known.
    #[serde(default)]
    pub precision: DatePrecision,
    /// Day on which a listing or news page announced the paper, in days since 1970-01-01.
    pub announced: Option<i32>,
    /// The paper's URL as its source gives it; untrusted.
    pub url: Option<String>,
    /// A news page's headline for the paper.
    pub headline: Option<String>,
    /// Other facts from its sources, ordered by facet and then by source. Values are distinct, and there is
    /// no year because the date gives it.
    #[serde(default)]
    pub facets: Box<[(Facet, String)]>,
}

impl Paper {
    /// The primary category, if the paper has one.
    #[must_use]
    pub fn primary_category(&self) -> Option<&str> {
        self.categories.first().map(String::as_str)
    }

    /// The date of the first version.
    #[must_use]
    pub fn date(&self) -> Option<PaperDate> {
        self.submitted.map(|day| PaperDate { day, precision: self.precision })
    }
}
