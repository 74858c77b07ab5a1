//! Discovered themes that the taxonomy has a name for.

use crate::TaxonomyPlace;

/// Minimum share of a theme's papers that are in the sub-theme.
const SHARE_OF_THEME: f64 = 0.4;
/// A sub-theme spread over several themes names none: more than this share of its papers are in the theme.
const SHARE_OF_SUBTHEME: f64 = 0.5;
/// The sub-theme has at least this many times the papers of any other in the theme.
const AHEAD: u32 = 2;

/// Per group: the theme marked `other` that most of its papers are in, as an index in the taxonomy of `themes` themes, if there
/// is one. The name that a taxonomy gives such papers says better than any phrase what the group is about.
pub(super) fn leading_subthemes(
    group_of: &[Option<u32>],
    groups: usize,
    places: &[TaxonomyPlace],
    themes: usize,
) -> Vec<Option<usize>> {
    let mut within = vec![vec![0_u32; themes]; groups];
    let mut sizes = vec![0_u32; groups];
    for (place, group) in places.iter().zip(group_of) {
        let Some(group) = group.map(|group| group as usize) else { continue };
        sizes[group] += 1;
        if let Some(subtheme) = place.absorbed_by {
            within[group][subtheme as usize] += 1;
        }
    }
    let total = |subtheme: usize| within.iter().map(|counts| counts[subtheme]).sum::<u32>();
    within
        .iter()
        .zip(&sizes)
        .map(|(counts, &size)| {
            let mut largest: Vec<(u32, usize)> =
                counts.iter().enumerate().map(|(subtheme, &papers)| (papers, subtheme)).collect();
            largest.sort_by_key(|&(papers, subtheme)| (std::cmp::Reverse(papers), subtheme));
            let (papers, subtheme) = *largest.first()?;
            let next = largest.get(1).map_or(0, |&(papers, _)| papers);
            let leads = papers > 0
                && f64::from(papers) >= SHARE_OF_THEME * f64::from(size)
                && f64::from(papers) > SHARE_OF_SUBTHEME * f64::from(total(subtheme))
                && papers >= AHEAD * next;
            leads.then_some(subtheme)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtheme_leads_where_it_is_at_home_and_clearly_first() {
        let leading = |papers: &[(u32, Option<u32>)], groups: usize| {
            let group_of: Vec<Option<u32>> = papers.iter().map(|&(group, _)| Some(group)).collect();
            let places: Vec<TaxonomyPlace> = papers
                .iter()
                .map(|&(_, absorbed_by)| TaxonomyPlace {
                    theme: None,
                    score: 0.0,
                    margin: 0.0,
                    second: None,
                    absorbed_by,
                })
                .collect();
            leading_subthemes(&group_of, groups, &places, 3)
        };
        let two = [(0, Some(2)), (0, Some(2)), (0, None), (1, Some(1)), (1, None)];
        assert_eq!(leading(&two, 2), [Some(2), Some(1)]);
        assert_eq!(leading(&[(0, Some(1)), (0, None), (0, None)], 1), [None], "a third of the papers");
        assert_eq!(leading(&[(0, Some(1)), (1, Some(1))], 2), [None, None], "spread over two groups");
        let equal = [(0, Some(0)), (0, Some(0)), (0, Some(1)), (0, Some(1))];
        assert_eq!(leading(&equal, 1), [None], "two at once");
        assert_eq!(leading(&[(0, None)], 2), [None, None]);
    }
}
