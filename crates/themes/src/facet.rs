//! Facts about a paper other than its text, by which themes can be compared.

use serde::{Deserialize, Serialize};

/// A kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facet {
    /// Country of an author's institution.
    Country,
    /// Who paid for the work.
    Funder,
    /// Journal, conference or collection.
    Venue,
    /// Article, preprint, thesis and the like.
    Type,
    /// Language in which the paper is written.
    Language,
    /// Year of the first version, from the paper's date.
    Year,
}

impl Facet {
    /// Every facet.
    pub const ALL: [Self; 6] =
        [Self::Country, Self::Funder, Self::Venue, Self::Type, Self::Language, Self::Year];

    /// The facet's name in the files of a run.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Funder => "funder",
            Self::Venue => "venue",
            Self::Type => "type",
            Self::Language => "language",
            Self::Year => "year",
        }
    }

    /// The facet with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|facet| facet.name() == name)
    }
}
