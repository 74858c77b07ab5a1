//! Themes by country, funder, venue, type, language and year.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thema_themes::{Facet, FacetTally, Tally, ThemeTally};

use crate::numbers::{rounded, share};

/// Share of the corpus's papers of which a facet is known, from which it is told: of fewer it would say more about the
/// sources than about the papers.
const LEAST_KNOWN: f64 = 0.2;
/// Values told of a theme.
const VALUES: usize = 10;

/// The most frequent values of one facet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FacetReport {
    /// The facet.
    pub facet: Facet,
    /// Papers of which it is known.
    pub papers: u64,
    /// The ten most frequent values, the most frequent first.
    pub values: Vec<FacetCount>,
}

/// Papers with one value of a facet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FacetCount {
    /// The value.
    pub value: String,
    /// Papers that have it.
    pub papers: u64,
    /// `papers` over the papers of which the facet is known; a paper may have several values.
    pub share: f64,
    /// That share over the same of the corpus.
    pub lift: f64,
}

/// What the corpus's papers have, by facet: those that enough papers have.
pub(crate) struct CorpusFacets(BTreeMap<Facet, FacetTally>);

impl CorpusFacets {
    pub(crate) fn of(tally: &Tally) -> Self {
        let mut sums: BTreeMap<Facet, FacetTally> = BTreeMap::new();
        for (&facet, part) in tally.themes().iter().flat_map(ThemeTally::facets) {
            sums.entry(facet).or_default().merge(part.clone());
        }
        let least = LEAST_KNOWN * tally.counted() as f64;
        sums.retain(|_, sum| sum.papers() as f64 >= least);
        Self(sums)
    }

    /// What is told of the corpus.
    pub(crate) fn of_corpus(&self) -> Vec<FacetReport> {
        self.told(&self.0)
    }

    /// What is told of the papers that were counted in `facets`.
    pub(crate) fn told(&self, facets: &BTreeMap<Facet, FacetTally>) -> Vec<FacetReport> {
        let report = |(&facet, all): (&Facet, &FacetTally)| {
            let part = facets.get(&facet)?;
            let mut values: Vec<(&String, u64)> =
                part.values().iter().map(|(value, &papers)| (value, papers)).collect();
            values.sort_by_key(|&(value, papers)| (Reverse(papers), value));
            values.truncate(VALUES);
            let count = |(value, papers): (&String, u64)| {
                let usual =
                    all.values().get(value).map_or(0.0, |&papers| papers as f64 / all.papers() as f64);
                let lift = papers as f64 / part.papers() as f64 / usual;
                FacetCount {
                    value: value.clone(),
                    papers,
                    share: share(papers, part.papers()),
                    lift: rounded(lift),
                }
            };
            Some(FacetReport {
                facet,
                papers: part.papers(),
                values: values.into_iter().map(count).collect(),
            })
        };
        self.0.iter().filter_map(report).collect()
    }
}
