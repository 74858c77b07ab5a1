//! Counts of one facet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::theme_tally::{count, merge_counts};
use crate::{DatePrecision, Facet, Paper, PaperDate, date_text};

/// Papers by their values of a facet. A paper may have several values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacetTally {
    papers: u64,
    values: BTreeMap<String, u64>,
}

impl FacetTally {
    /// Papers for which the facet is known.
    #[must_use]
    pub fn papers(&self) -> u64 {
        self.papers
    }

    /// Papers by value.
    #[must_use]
    pub fn values(&self) -> &BTreeMap<String, u64> {
        &self.values
    }

    /// Adds the papers of another tally.
    pub fn merge(&mut self, other: Self) {
        self.papers += other.papers;
        merge_counts(&mut self.values, other.values);
    }
}

/// Counts the known facets of a paper.
pub(super) fn count_facets(facets: &mut BTreeMap<Facet, FacetTally>, paper: &Paper) {
    for of_facet in paper.facets.chunk_by(|a, b| a.0 == b.0) {
        let tally = facets.entry(of_facet[0].0).or_default();
        tally.papers += 1;
        for (_, value) in of_facet {
            count(&mut tally.values, value);
        }
    }
    let year = |date: PaperDate| date_text(PaperDate { precision: DatePrecision::Year, ..date });
    if let Some(year) = paper.date().and_then(year) {
        let tally = facets.entry(Facet::Year).or_default();
        tally.papers += 1;
        count(&mut tally.values, &year);
    }
}
