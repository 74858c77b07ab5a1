//! Trends of the themes and gaps of a run.

use crate::{DiscoveredGap, Paper, Themes, TrendValidParams, Verdict};

impl Themes {
    /// Sets the trends of themes and of gaps from the days of the papers' first versions, and puts gaps in the order
    /// of their importance: by size, one that rises counting half as much again.
    ///
    /// # Panics
    /// If `papers` are not those of the assignments.
    pub fn set_trends(&mut self, trends: &TrendValidParams, papers: &[Paper]) {
        assert_eq!(papers.len(), self.assignments.len(), "papers");
        let dated = |group_of: &[Option<u32>]| -> Vec<(Option<u32>, Option<i32>)> {
            group_of.iter().zip(papers).map(|(&group, paper)| (group, paper.submitted)).collect()
        };
        let theme_of: Vec<_> = self.assignments.iter().map(|assignment| Some(assignment.theme)).collect();
        let moved = trends.trends(&dated(&theme_of), self.themes.len());
        for (theme, trend) in self.themes.iter_mut().zip(moved) {
            theme.trend = trend;
        }
        let mut gap_of = vec![None; papers.len()];
        for (index, gap) in (0_u32..).zip(&self.gaps) {
            for &row in &gap.papers {
                gap_of[row as usize] = Some(index);
            }
        }
        let moved = trends.trends(&dated(&gap_of), self.gaps.len());
        for (gap, trend) in self.gaps.iter_mut().zip(moved) {
            gap.trend = trend;
        }
        self.gaps.sort_by_key(|gap| std::cmp::Reverse(importance(gap)));
    }
}

fn importance(gap: &DiscoveredGap) -> usize {
    let rises = gap.trend.as_ref().is_some_and(|trend| trend.verdict == Verdict::Rising);
    gap.papers.len() * if rises { 3 } else { 2 }
}
