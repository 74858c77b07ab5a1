//! Counts over all placed papers.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::category_dates::CategoryDates;
use super::placed_paper::PlacedPaper;
use super::shape::TallyShape;
use super::theme_tally::{ThemeTally, count, merge_counts};
use crate::{DateTally, OutlierReason, PaperDate, ThemeKind};

/// Papers counted by one task.
const BATCH: usize = 8_192;

/// The figures of a corpus: sizes, dates, categories, margins, outliers, clusters, bridges and first papers.
///
/// Start with [`empty`](Self::empty), [`add`](Self::add) batches of placed papers, and [`merge`](Self::merge)
/// with the tallies of other batches. The result is the same however the papers were split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub(super) shape: TallyShape,
    papers: u64,
    dated: u64,
    /// Earliest and latest date.
    dates: Option<(PaperDate, PaperDate)>,
    categories: BTreeMap<String, u64>,
    #[serde(default)]
    pub(super) category_dates: CategoryDates,
    outliers: BTreeMap<OutlierReason, u64>,
    /// Papers by cluster and theme. A cluster in which no paper counts has no theme.
    clusters: BTreeMap<u32, BTreeMap<u32, u64>>,
    pub(super) themes: Vec<ThemeTally>,
    pub(super) theme_dates: DateTally,
}

impl Tally {
    /// A tally of no papers.
    #[must_use]
    pub fn empty(shape: &TallyShape) -> Self {
        Self {
            shape: shape.clone(),
            papers: 0,
            dated: 0,
            dates: None,
            categories: BTreeMap::new(),
            category_dates: CategoryDates::default(),
            outliers: BTreeMap::new(),
            clusters: BTreeMap::new(),
            themes: vec![ThemeTally::empty(); shape.kinds.len()],
            theme_dates: DateTally::empty(shape.kinds.len()),
        }
    }

    /// The tally of papers that are in memory, counted in parallel.
    #[must_use]
    pub fn of(shape: &TallyShape, papers: &[PlacedPaper<'_>]) -> Self {
        papers
            .par_chunks(BATCH)
            .map(|batch| {
                let mut tally = Self::empty(shape);
                tally.add(batch);
                tally
            })
            .reduce(
                || Self::empty(shape),
                |mut sum, part| {
                    sum.merge(part);
                    sum
                },
            )
    }

    /// Counts a batch of papers.
    ///
    /// # Panics
    /// If a paper's theme is not in the shape.
    pub fn add(&mut self, batch: &[PlacedPaper<'_>]) {
        for placed in batch {
            self.papers += 1;
            if let Some(date) = placed.paper.date() {
                self.dated += 1;
                self.span(date, date);
            }
            let of_cluster = self.clusters.entry(placed.assignment.cluster).or_default();
            if placed.counts {
                *of_cluster.entry(placed.assignment.theme).or_default() += 1;
                self.add_counted(placed);
            }
        }
    }

    fn add_counted(&mut self, placed: &PlacedPaper<'_>) {
        let PlacedPaper { paper, assignment, .. } = *placed;
        if let Some(category) = paper.primary_category() {
            count(&mut self.categories, category);
            if let Some(date) = paper.date() {
                self.category_dates.add(category, date);
            }
        }
        if let Some(reason) = assignment.outlier {
            *self.outliers.entry(reason).or_default() += 1;
        }
        let theme = assignment.theme as usize;
        let kinds = &self.shape.kinds;
        let bridges_to = assignment.second_theme.filter(|&second| {
            second != assignment.theme
                && kinds[theme] != ThemeKind::Other
                && kinds[second as usize] != ThemeKind::Other
        });
        self.themes[theme].add(placed, self.shape.memberships[theme], bridges_to);
        if let Some(date) = paper.date() {
            self.theme_dates.add(Some(assignment.theme), date);
        }
    }

    /// Adds the papers of another tally of the same shape.
    ///
    /// # Panics
    /// If the shapes differ.
    pub fn merge(&mut self, other: Self) {
        assert_eq!(self.shape, other.shape, "tallies of different themes");
        self.papers += other.papers;
        self.dated += other.dated;
        if let Some((first, last)) = other.dates {
            self.span(first, last);
        }
        merge_counts(&mut self.categories, other.categories);
        self.category_dates.merge(other.category_dates);
        merge_counts(&mut self.outliers, other.outliers);
        for (cluster, themes) in other.clusters {
            merge_counts(self.clusters.entry(cluster).or_default(), themes);
        }
        for (sum, part) in self.themes.iter_mut().zip(other.themes) {
            sum.merge(part);
        }
        self.theme_dates.merge(other.theme_dates);
    }

    /// Leaves the papers of some themes out of the counts by cluster: a theme that an update found is in no cluster of the run,
    /// and its papers are only nearest to one.
    pub(crate) fn leave_clusters(&mut self, themes: &BTreeSet<u32>) {
        for of_cluster in self.clusters.values_mut() {
            of_cluster.retain(|theme, _| !themes.contains(theme));
        }
    }

    /// Leaves the papers of some themes out of trends, but for those of the given dates also out of the numbers of all papers
    /// that shares are of.
    pub(crate) fn leave_trends(&mut self, themes: &BTreeSet<u32>, but: impl Iterator<Item = PaperDate>) {
        self.theme_dates.leave_out(themes);
        but.for_each(|date| self.theme_dates.add(None, date));
    }

    fn span(&mut self, first: PaperDate, last: PaperDate) {
        let (earliest, latest) = self.dates.unwrap_or((first, last));
        self.dates = Some((earliest.min(first), latest.max(last)));
    }

    /// The themes that it counts by.
    #[must_use]
    pub fn shape(&self) -> &TallyShape {
        &self.shape
    }

    /// Papers of the corpus, including those that do not count.
    #[must_use]
    pub fn papers(&self) -> u64 {
        self.papers
    }

    /// Papers that count.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.themes.iter().map(ThemeTally::papers).sum()
    }

    /// Papers of the corpus that carry a date.
    #[must_use]
    pub fn dated(&self) -> u64 {
        self.dated
    }

    /// Earliest and latest date; `None` if no paper carries one.
    #[must_use]
    pub fn dates(&self) -> Option<(PaperDate, PaperDate)> {
        self.dates
    }

    /// Papers by primary category.
    #[must_use]
    pub fn categories(&self) -> &BTreeMap<String, u64> {
        &self.categories
    }

    /// Papers that are outliers for this reason.
    #[must_use]
    pub fn outliers(&self, reason: OutlierReason) -> u64 {
        self.outliers.get(&reason).copied().unwrap_or(0)
    }

    /// Papers by cluster and theme.
    #[must_use]
    pub fn clusters(&self) -> &BTreeMap<u32, BTreeMap<u32, u64>> {
        &self.clusters
    }

    /// The figures of the themes, in their order.
    #[must_use]
    pub fn themes(&self) -> &[ThemeTally] {
        &self.themes
    }
}
