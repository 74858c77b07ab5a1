//! What reports ask of the themes, groups and counts of a [`Report`].

use thema_themes::ThemeKind;

use crate::{HierarchyGroup, Report, ThemeReport, TrendReport};

/// Number of clusters that a person can keep in mind without groups.
const FEW_CLUSTERS: usize = 12;

impl ThemeReport {
    /// Whether the theme has papers and is not Other.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.kind != ThemeKind::Other && self.size > 0
    }
}

impl Report {
    /// The themes that have papers, without Other.
    pub fn found(&self) -> impl Iterator<Item = &ThemeReport> {
        self.themes.iter().filter(|theme| theme.is_found())
    }

    /// Other, if papers fit no theme.
    #[must_use]
    pub fn rest(&self) -> Option<&ThemeReport> {
        self.themes.iter().find(|theme| theme.kind == ThemeKind::Other && theme.size > 0)
    }

    /// The themes that have a trend, without Other.
    pub fn trending(&self) -> impl Iterator<Item = (&ThemeReport, &TrendReport)> {
        let themes = self.themes.iter().filter(|theme| theme.kind != ThemeKind::Other);
        themes.filter_map(|theme| Some((theme, theme.trend.as_ref()?)))
    }

    /// Number of themes that have papers, without Other.
    #[must_use]
    pub fn found_themes(&self) -> usize {
        self.found().count()
    }

    /// Papers that count: neither near-duplicates nor excluded ones.
    #[must_use]
    pub fn counted_papers(&self) -> u64 {
        self.themes.iter().map(|theme| theme.size).sum()
    }

    /// The group of clusters that holds most papers of a theme; `None` if there are no groups or no papers.
    #[must_use]
    pub fn group_of(&self, theme: &ThemeReport) -> Option<&HierarchyGroup> {
        let cluster = theme.clusters.first()?.cluster;
        self.hierarchy.iter().find(|group| group.clusters.contains(&cluster))
    }

    /// The groups of clusters, largest first; empty if there are few enough clusters to need no groups.
    #[must_use]
    pub fn groups(&self) -> Vec<&HierarchyGroup> {
        let mut groups: Vec<&HierarchyGroup> = self.hierarchy.iter().collect();
        let clusters: usize = groups.iter().map(|group| group.clusters.len()).sum();
        groups.sort_by_key(|group| std::cmp::Reverse(group.size));
        if groups.len() > 1 && clusters > FEW_CLUSTERS { groups } else { Vec::new() }
    }

    /// Whether there are both themes of a taxonomy and discovered ones, so that a reader
    /// must be told which is which.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        self.has_taxonomy() && self.themes.iter().any(|theme| theme.kind == ThemeKind::Discovered)
    }

    /// Whether there are themes of a taxonomy.
    #[must_use]
    pub fn has_taxonomy(&self) -> bool {
        self.themes.iter().any(|theme| theme.kind == ThemeKind::Taxonomy)
    }
}
