//! First papers and trends of the themes and gaps of a run.

use crate::{DiscoveredGap, Paper, Themes, TrendValidParams, Verdict};

impl Themes {
    /// Sets the first papers of themes and the trends of themes and of gaps from the days of the papers' first versions,
    /// and puts gaps in the order of their importance: by size, one that rises counting half as much again.
    ///
    /// # Panics
    /// If `papers` are not those of the assignments.
    pub fn set_days(&mut self, trends: &TrendValidParams, papers: &[Paper]) {
        assert_eq!(papers.len(), self.assignments.len(), "papers");
        for theme in &mut self.themes {
            let day = |row: &u32| papers[*row as usize].submitted.map(|day| (day, *row));
            theme.first_paper = theme.papers.iter().filter_map(day).min().map(|(_, row)| row);
        }
        let mut theme_of = vec![None; papers.len()];
        for (index, theme) in (0_u32..).zip(&self.themes) {
            for &row in &theme.papers {
                theme_of[row as usize] = Some(index);
            }
        }
        // A paper for which another counts is in no theme's list, and in no period's total.
        let counts: Vec<bool> = theme_of.iter().map(Option::is_some).collect();
        let dated = |group_of: &[Option<u32>]| -> Vec<(Option<u32>, Option<i32>)> {
            let counted = group_of.iter().zip(papers).zip(&counts).filter(|(_, counts)| **counts);
            counted.map(|((&group, paper), _)| (group, paper.submitted)).collect()
        };
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
