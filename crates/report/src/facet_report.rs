//! Themes by country, funder, venue, type, language and year.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thema_themes::{Facet, FacetTally, Tally, ThemeTally};

use crate::numbers::{rounded, share};

/// Minimum share of the corpus's papers for which a facet must be known to be reported. With fewer papers it
/// would say more about the sources than about the papers.
const LEAST_KNOWN: f64 = 0.2;
/// Maximum number of values reported per theme.
const VALUES: usize = 10;

/// The most frequent values of one facet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FacetReport {
    /// The facet.
    pub facet: Facet,
    /// Papers for which it is known.
    pub papers: u64,
    /// The ten most frequent values, most frequent first.
    pub values: Vec<FacetCount>,
}

/// Papers with one value of a facet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FacetCount {
    /// The value.
    pub value: String,
    /// Papers with this value.
    pub papers: u64,
    /// `papers` divided by the papers for which the facet is known; a paper may have several values.
    pub share: f64,
    /// That share divided by the share in the corpus.
    pub lift: f64,
}

/// Counts of the corpus by facet, for facets known for enough papers.
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

    /// The facets of the corpus.
    pub(crate) fn of_corpus(&self) -> Vec<FacetReport> {
        self.told(&self.0)
    }

    /// The facets of the papers counted in `facets`.
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
