//! Groups the themes if there are too many for one screen.

use thema::{Report, ThemeKind, ThemeReport};

/// A group of the hierarchy with its themes, largest first.
pub(super) struct Group<'a> {
    pub(super) name: &'a str,
    pub(super) size: u64,
    pub(super) share: f64,
    pub(super) themes: Vec<&'a ThemeReport>,
}

/// The groups of the themes, largest first; none if the themes are not those of the hierarchy.
pub(super) fn groups(report: &Report) -> Vec<Group<'_>> {
    let within = |theme: &ThemeReport, clusters: &[u32]| {
        theme.clusters.first().is_some_and(|count| clusters.contains(&count.cluster))
    };
    let discovered = report.themes.iter().all(|theme| theme.kind == ThemeKind::Discovered);
    if !discovered {
        return Vec::new();
    }
    let mut groups: Vec<Group<'_>> = report
        .hierarchy
        .iter()
        .map(|group| Group {
            name: &group.name,
            size: group.size,
            share: group.share,
            themes: report.themes.iter().filter(|theme| within(theme, &group.clusters)).collect(),
        })
        .filter(|group| !group.themes.is_empty())
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.size));
    groups
}
