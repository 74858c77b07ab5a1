//! Merges themes that can no longer be distinguished, and renumbers the others.

use super::standing::{StandingTheme, StandingThemes, dot};
use crate::Themes;

/// Two themes are merged only if, for both, the papers are at most this many standard deviations of their
/// cosines nearer to the centroid of the theme's other papers than to the other theme's centroid. Clusters of
/// one corpus are 0.9 or more apart, however many there are.
const LARGEST_DIFFERENCE: f64 = 0.5;

/// A theme about to be born must be more than this apart from those that earlier updates found, by the same
/// measure for at least one of the two. The two nearest themes of a run are 1.4 or more apart, if their number is
/// not given.
const LEAST_DIFFERENCE: f64 = 1.2;

/// A theme that was merged into another. Numbers are those before any theme was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merger {
    /// Number of the theme that is removed, the younger one.
    pub theme: u32,
    /// Number of the older theme that takes its papers.
    pub into: u32,
}

/// The number of every theme after merged themes are removed.
pub(super) struct ThemeNumbers(Vec<u32>);

impl ThemeNumbers {
    /// New numbers of `themes` themes; a merged theme gets the number of the theme that it was merged into.
    pub(super) fn after(themes: usize, mergers: &[Merger]) -> Self {
        let mut into = vec![None; themes];
        for merger in mergers {
            into[merger.theme as usize] = Some(merger.into);
        }
        let mut numbers: Vec<u32> = Vec::with_capacity(themes);
        let mut next = 0;
        for into in into {
            numbers.push(match into {
                Some(into) => numbers[into as usize],
                None => next,
            });
            next += u32::from(into.is_none());
        }
        Self(numbers)
    }

    pub(super) fn of(&self, theme: u32) -> u32 {
        self.0[theme as usize]
    }
}

impl StandingThemes {
    /// Merges discovered themes that cannot be distinguished, the most similar first, until all can be. The
    /// older one stays. Themes of a taxonomy, `other`, themes from number `born` on and themes with fewer
    /// than `least_papers` papers are never merged.
    ///
    /// Two themes cannot be distinguished if the papers of each are as near to the other's centroid as to
    /// that of the other papers of their own theme, within half a standard deviation of their cosines: m (a,
    /// b) >= f - s / 2 for both, where m is the mean cosine of the papers of one theme with the centroid of
    /// the other, f that with the centroid of all other papers of their own theme, and s the standard
    /// deviation. Each paper is left out of its own centroid because small themes, in which a paper is much
    /// of the centroid, would otherwise look distinct.
    pub(super) fn merge(&mut self, born: usize, least_papers: usize) -> Vec<Merger> {
        let first = self.first_discovered();
        let mut candidates: Vec<usize> =
            (first..born).filter(|&theme| self.themes[theme].papers >= least_papers as u64).collect();
        let mut centroids: Vec<Vec<f32>> =
            candidates.iter().map(|&theme| self.themes[theme].centroid()).collect();
        let mut mergers = Vec::new();
        while let Some((older, younger)) = most_alike(&self.themes, &candidates, &centroids) {
            let (into, theme) = (candidates[older], candidates[younger]);
            let (left, right) = self.themes.split_at_mut(theme);
            left[into].absorb(&right[0]);
            centroids[older] = left[into].centroid();
            candidates.remove(younger);
            centroids.remove(younger);
            mergers.push(Merger { theme: theme as u32, into: into as u32 });
        }
        let gone = |theme: usize| mergers.iter().any(|merger| merger.theme as usize == theme);
        let mut theme = 0;
        self.themes.retain(|_| {
            theme += 1;
            !gone(theme - 1)
        });
        mergers
    }
}

impl StandingThemes {
    /// Whether a theme about to be born can be distinguished from all standing themes, except `other` and
    /// those with fewer than `least_papers` papers; see [`merge`](Self::merge). From themes that earlier updates
    /// found it must be farther: a field that arrives over several updates is one theme.
    pub(super) fn can_tell_apart(&self, born: &StandingTheme, least_papers: usize) -> bool {
        let centroid = born.centroid();
        let stands = |&(index, theme): &(u32, &StandingTheme)| {
            Some(index) != self.other && theme.papers >= least_papers as u64
        };
        (0_u32..).zip(&self.themes).filter(stands).all(|(_, theme)| {
            let least = if theme.found_later { LEAST_DIFFERENCE } else { LARGEST_DIFFERENCE };
            let cosine = dot(&centroid, &theme.centroid());
            born.difference(cosine).max(theme.difference(cosine)) > least
        })
    }
}

/// Positions in `candidates` of the pair of themes with the largest cosine among those that cannot be
/// distinguished: the earlier of equal pairs, older theme first.
fn most_alike(
    themes: &[StandingTheme],
    candidates: &[usize],
    centroids: &[Vec<f32>],
) -> Option<(usize, usize)> {
    let mut best: Option<(f64, (usize, usize))> = None;
    for younger in 0..candidates.len() {
        for older in 0..younger {
            let cosine = dot(&centroids[older], &centroids[younger]);
            let alike = [older, younger]
                .iter()
                .all(|&at| themes[candidates[at]].difference(cosine) <= LARGEST_DIFFERENCE);
            if alike && best.is_none_or(|(largest, _)| cosine > largest) {
                best = Some((cosine, (older, younger)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// Moves the papers of merged themes to the themes that took them, and removes the merged themes wherever
/// themes are numbered. The theme that stays keeps its name, terms and representatives.
pub(crate) fn take_out(themes: &mut Themes, mergers: &[Merger]) {
    if mergers.is_empty() {
        return;
    }
    let numbers = ThemeNumbers::after(themes.themes.len(), mergers);
    let mut kept: Vec<crate::Theme> = Vec::with_capacity(themes.themes.len() - mergers.len());
    for (number, theme) in (0_u32..).zip(std::mem::take(&mut themes.themes)) {
        match kept.get_mut(numbers.of(number) as usize) {
            Some(survivor) => survivor.papers.extend(theme.papers),
            None => kept.push(theme),
        }
    }
    for (number, theme) in (0_u32..).zip(&mut kept) {
        theme.papers.sort_unstable();
        theme.bridges.iter_mut().for_each(|bridge| bridge.theme = numbers.of(bridge.theme));
        theme.bridges.retain(|bridge| bridge.theme != number);
    }
    themes.themes = kept;
    for assignment in &mut themes.assignments {
        assignment.theme = numbers.of(assignment.theme);
        let second = assignment.second_theme.map(|second| numbers.of(second));
        assignment.second_theme = second.filter(|&second| second != assignment.theme);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use crate::{Assignment, Bridge, Theme};

    #[test]
    fn mergers_in_a_row_end_at_the_oldest_and_the_rest_close_up() {
        let mergers = [Merger { theme: 3, into: 1 }, Merger { theme: 1, into: 0 }];
        let numbers = ThemeNumbers::after(5, &mergers);
        assert_eq!([0, 1, 2, 3, 4].map(|theme| numbers.of(theme)), [0, 0, 1, 0, 2]);
    }

    fn theme(id: &str, papers: &[u32], bridges: &[(u32, u32)]) -> Theme {
        let bridges = bridges.iter().map(|&(paper, theme)| Bridge { paper, theme }).collect();
        Theme { bridges, ..testing::theme(id, papers.iter().copied()) }
    }

    #[test]
    fn a_merged_theme_leaves_no_trace_but_its_papers() {
        let place = |theme, second| Assignment { second_theme: Some(second), ..testing::place(theme) };
        let mut themes = Themes {
            themes: vec![
                theme("t-1", &[0, 4], &[(0, 1), (4, 2)]),
                theme("t-2", &[1, 2], &[(1, 0)]),
                theme("t-3", &[3], &[(3, 1)]),
            ],
            assignments: vec![place(0, 1), place(1, 2), place(1, 0), place(2, 1), place(0, 2)],
            ..Themes::default()
        };
        take_out(&mut themes, &[Merger { theme: 1, into: 0 }]);
        let ids: Vec<&str> = themes.themes.iter().map(|theme| theme.id.as_str()).collect();
        assert_eq!(ids, ["t-1", "t-3"]);
        assert_eq!(themes.themes[0].papers, [0, 1, 2, 4]);
        assert_eq!(themes.themes[0].bridges, [Bridge { paper: 4, theme: 1 }]);
        assert_eq!(themes.themes[1].bridges, [Bridge { paper: 3, theme: 0 }]);
        let places: Vec<(u32, Option<u32>)> =
            themes.assignments.iter().map(|place| (place.theme, place.second_theme)).collect();
        assert_eq!(places, [(0, None), (0, Some(1)), (0, None), (1, Some(0)), (0, Some(1))]);
    }
}
