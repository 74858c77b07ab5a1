//! First papers, trends and newest directions of the themes and gaps of a run.

use rayon::prelude::*;

use crate::membership::Membership;
use crate::newest::NewestTerms;
use crate::trends::coarsest;
use crate::{
    Assignment, DatePrecision, DiscoveredGap, Newest, Paper, PaperDate, Theme, Themes, Trend,
    TrendValidParams, Verdict, Window,
};

impl Themes {
    /// Sets the first papers of themes and the trends of themes and of gaps from the dates of the papers' first
    /// versions, and puts gaps in the order of their importance: by size, one that rises counting half as much again.
    ///
    /// A theme's first paper is the earliest one that clearly belongs to it.
    ///
    /// # Panics
    /// If `papers` are not those of the assignments.
    pub fn set_days(&mut self, trends: &TrendValidParams, papers: &[Paper]) {
        assert_eq!(papers.len(), self.assignments.len(), "papers");
        let mut theme_of = vec![None; papers.len()];
        for (index, theme) in (0_u32..).zip(&self.themes) {
            for &row in &theme.papers {
                theme_of[row as usize] = Some(index);
            }
        }
        // A paper for which another counts is in no theme's list, and in no period's total.
        let counts: Vec<bool> = theme_of.iter().map(Option::is_some).collect();
        let dated = |group_of: &[Option<u32>]| -> Vec<(Option<u32>, Option<PaperDate>)> {
            let counted = group_of.iter().zip(papers).zip(&counts).filter(|(_, counts)| **counts);
            counted.map(|((&group, paper), _)| (group, paper.date())).collect()
        };
        let moved = trends.trends(&dated(&theme_of), self.themes.len());
        let terms = NewestTerms::new();
        let assignments = &self.assignments;
        self.themes.par_iter_mut().zip(moved).for_each(|(theme, trend)| {
            let membership = Membership::of(theme.papers.iter().map(|&row| &assignments[row as usize]));
            theme.first_paper = first_paper(theme, papers, assignments, membership);
            theme.trend = trend.map(|trend| {
                let newest = newest(&terms, theme, &trend, papers, assignments, membership);
                Trend { newest, ..trend }
            });
        });
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

/// The earliest dated paper that clearly belongs to the theme; what is known only to the month or year may have come
/// at its end.
fn first_paper(
    theme: &Theme,
    papers: &[Paper],
    assignments: &[Assignment],
    membership: Membership,
) -> Option<u32> {
    let clear = theme.papers.iter().filter(|&&row| membership.is_clear(&assignments[row as usize]));
    let latest = |date: PaperDate| match date.precision {
        DatePrecision::Day => date.day,
        DatePrecision::Month => date.day + 30,
        DatePrecision::Year => date.day + 365,
    };
    clear.filter_map(|&row| Some((latest(papers[row as usize].date()?), row))).min().map(|(_, row)| row)
}

fn newest(
    terms: &NewestTerms,
    theme: &Theme,
    trend: &Trend,
    papers: &[Paper],
    assignments: &[Assignment],
    membership: Membership,
) -> Option<Newest> {
    let end = trend.periods.iter().map(|period| period.start).find(|&start| start > trend.change.recent.end);
    let rows = |window: Window, end: Option<i32>| -> Vec<u32> {
        let inside = |day: i32| window.start <= day && end.is_none_or(|end| day < end);
        let fine = |date: &PaperDate| date.precision <= coarsest(trend.unit);
        let of_window =
            |row: &u32| papers[*row as usize].date().filter(fine).is_some_and(|date| inside(date.day));
        theme.papers.iter().copied().filter(of_window).collect()
    };
    let recent = rows(trend.change.recent, end);
    let before = rows(trend.change.before, Some(trend.change.recent.start));
    let titles =
        |rows: &[u32]| -> Vec<&str> { rows.iter().map(|&row| papers[row as usize].title.as_str()).collect() };
    let found = terms.of(&theme.name, &titles(&recent), &titles(&before));
    let first = found.first()?;
    let shows = |row: &u32| {
        membership.is_clear(&assignments[*row as usize]) && terms.has(&papers[*row as usize].title, first)
    };
    let paper = recent.iter().copied().filter(shows);
    let paper = paper.max_by_key(|&row| (papers[row as usize].submitted, std::cmp::Reverse(row)));
    Some(Newest { terms: found, paper })
}

fn importance(gap: &DiscoveredGap) -> usize {
    let rises = gap.trend.as_ref().is_some_and(|trend| trend.verdict == Verdict::Rising);
    gap.papers.len() * if rises { 3 } else { 2 }
}
