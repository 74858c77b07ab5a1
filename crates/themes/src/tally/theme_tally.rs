//! Counts over the papers of one theme.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::best::Best;
use super::exact_sum::ExactSum;
use super::facet_tally::{FacetTally, count_facets};
use super::membership::Membership;
use super::placed_paper::PlacedPaper;
use crate::{Bridge, DatePrecision, Facet, PaperDate};

/// Bridge papers per theme.
const BRIDGES: usize = 3;

/// The figures of one theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThemeTally {
    papers: u64,
    outliers: u64,
    margins: ExactSum,
    categories: BTreeMap<String, u64>,
    subthemes: BTreeMap<String, u64>,
    facets: BTreeMap<Facet, FacetTally>,
    bridges: Best<Between>,
    /// Latest possible day of the first paper, and its row.
    first_paper: Option<(i32, u32)>,
}

/// A paper between two themes; the more it belongs to both, the smaller.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Between {
    /// Its margin over the other theme minus its score for the other theme.
    apart: f32,
    paper: u32,
    theme: u32,
}

impl ThemeTally {
    pub(super) fn empty() -> Self {
        Self {
            papers: 0,
            outliers: 0,
            margins: ExactSum::default(),
            categories: BTreeMap::new(),
            subthemes: BTreeMap::new(),
            facets: BTreeMap::new(),
            bridges: Best::new(BRIDGES),
            first_paper: None,
        }
    }

    /// Counts a paper of the theme; `second` is the other theme that it may bridge to.
    pub(super) fn add(&mut self, placed: &PlacedPaper<'_>, membership: Membership, second: Option<u32>) {
        let PlacedPaper { row, paper, assignment, .. } = *placed;
        self.papers += 1;
        self.outliers += u64::from(assignment.outlier.is_some());
        self.margins.add(assignment.margin);
        if let Some(category) = paper.primary_category() {
            count(&mut self.categories, category);
        }
        if let Some(subtheme) = &assignment.subtheme {
            count(&mut self.subthemes, subtheme);
        }
        count_facets(&mut self.facets, paper);
        if let (Some(theme), None) = (second, assignment.outlier) {
            let apart = 2.0 * assignment.margin - assignment.score;
            self.bridges.offer(Between { apart, paper: row, theme });
        }
        if let (Some(date), true) = (paper.date(), membership.is_clear(assignment)) {
            let came = (latest(date), row);
            self.first_paper = Some(self.first_paper.map_or(came, |first| first.min(came)));
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.papers += other.papers;
        self.outliers += other.outliers;
        self.margins.merge(other.margins);
        merge_counts(&mut self.categories, other.categories);
        merge_counts(&mut self.subthemes, other.subthemes);
        for (facet, part) in other.facets {
            self.facets.entry(facet).or_default().merge(part);
        }
        self.bridges.merge(other.bridges);
        self.first_paper = self.first_paper.into_iter().chain(other.first_paper).min();
    }

    /// Papers of the theme.
    #[must_use]
    pub fn papers(&self) -> u64 {
        self.papers
    }

    /// Papers of the theme that are outliers.
    #[must_use]
    pub fn outliers(&self) -> u64 {
        self.outliers
    }

    /// Mean of the papers' margins; `None` without papers.
    #[must_use]
    pub fn mean_margin(&self) -> Option<f64> {
        (self.papers > 0).then(|| self.margins.value() / self.papers as f64)
    }

    /// Papers by primary category.
    #[must_use]
    pub fn categories(&self) -> &BTreeMap<String, u64> {
        &self.categories
    }

    /// Papers by the key of their subtheme.
    #[must_use]
    pub fn subthemes(&self) -> &BTreeMap<String, u64> {
        &self.subthemes
    }

    /// Papers by facets: what is known about them besides their text.
    #[must_use]
    pub fn facets(&self) -> &BTreeMap<Facet, FacetTally> {
        &self.facets
    }

    /// The papers that belong most to both the theme and another one.
    pub(super) fn bridges(&self) -> Vec<Bridge> {
        let bridge = |between: &&Between| Bridge { paper: between.paper, theme: between.theme };
        self.bridges.sorted().iter().map(bridge).collect()
    }

    /// Row of the earliest dated paper that clearly belongs to the theme.
    pub(super) fn first_paper(&self) -> Option<u32> {
        self.first_paper.map(|(_, row)| row)
    }
}

/// The latest day of a date. A date known only to the month or year may be at its end.
fn latest(date: PaperDate) -> i32 {
    match date.precision {
        DatePrecision::Day => date.day,
        DatePrecision::Month => date.day + 30,
        DatePrecision::Year => date.day + 365,
    }
}

/// Adds one to the count of `name`.
pub(super) fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(papers) => *papers += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}

/// Adds counts to counts.
pub(super) fn merge_counts<Key: Ord>(sums: &mut BTreeMap<Key, u64>, part: BTreeMap<Key, u64>) {
    for (key, papers) in part {
        *sums.entry(key).or_default() += papers;
    }
}

impl Ord for Between {
    fn cmp(&self, other: &Self) -> Ordering {
        self.apart.total_cmp(&other.apart).then((self.paper, self.theme).cmp(&(other.paper, other.theme)))
    }
}

impl PartialOrd for Between {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Between {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Between {}
