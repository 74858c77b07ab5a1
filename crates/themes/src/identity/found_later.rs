//! Trends of a run in which an update found themes.
//!
//! Papers that were placed before a theme was found are not in it. A rise of its share from nothing, and the fall of the
//! theme that such papers went to before, are then made by the update and not by the field.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use super::RunState;
use crate::trends::next_period;
use crate::{Change, Doubt, Tally, TallyShape, TrendValidParams, Verdict};

/// Share of the papers compared that may have been placed before a theme was found.
const PLACED_BEFORE: f64 = 0.05;

impl RunState {
    /// Counts the papers and sets all figures of the themes. A theme that an update found has no trend until nearly all papers
    /// compared could have joined it, and a fall that it makes is unclear.
    pub fn count(&mut self, trends: &TrendValidParams) -> Tally {
        let shape = TallyShape::with_known(&self.themes, &self.memberships);
        let tally = self.themes.count(&shape, trends, &self.papers);
        self.doubt_trends();
        tally
    }

    fn doubt_trends(&mut self) {
        let mut trends = self.themes.themes.iter().filter_map(|theme| theme.trend.as_ref());
        let Some((change, unit)) = trends.next().map(|trend| (trend.change, trend.unit)) else { return };
        let Some(end) = next_period(unit, change.recent.end) else { return };
        let compared = (change.before.total + change.recent.total) as f64;
        let is_late = |id: &str| {
            self.found_later.get(id).is_some_and(|&from| {
                let placed =
                    (0..from).filter(|&row| self.is_within(row, &(change.before.start..end))).count();
                placed as f64 > PLACED_BEFORE * compared
            })
        };
        let late: BTreeSet<usize> = (0..)
            .zip(&self.themes.themes)
            .filter_map(|(index, theme)| is_late(&theme.id).then_some(index))
            .collect();
        let taken = self.taken(&late, &(change.recent.start..end));
        for (index, theme) in self.themes.themes.iter_mut().enumerate() {
            let trend = theme.trend.take().filter(|_| !late.contains(&index));
            theme.trend = trend.map(|mut trend| {
                if trend.long_run.is_some_and(|change| is_made(&change, taken[index])) {
                    trend.forget_long_run();
                }
                let is_made = trend.verdict == Verdict::Falling && is_made(&trend.change, taken[index]);
                if is_made { trend.doubted(Doubt::LaterThemes) } else { trend }
            });
        }
    }

    /// How many papers of each theme's the `late` themes took among those of some days. A paper whose second theme
    /// is late, too, counts for the theme that most papers of its own have second.
    fn taken(&self, late: &BTreeSet<usize>, days: &Range<i32>) -> Vec<u64> {
        let themes = &self.themes.themes;
        let second = |row: &u32| {
            let second = self.themes.assignments[*row as usize].second_theme.map(|theme| theme as usize);
            second.filter(|theme| !late.contains(theme))
        };
        let mut taken = vec![0; themes.len()];
        for &theme in late {
            let papers = &themes[theme].papers;
            let mut seconds = vec![0_u32; themes.len()];
            papers.iter().filter_map(second).for_each(|from| seconds[from] += 1);
            let usual = (0..themes.len()).filter(|&from| seconds[from] > 0);
            let usual = usual.max_by_key(|&from| (seconds[from], Reverse(from)));
            let within = papers.iter().filter(|&&row| self.is_within(row, days));
            within.filter_map(|row| second(row).or(usual)).for_each(|from| taken[from] += 1);
        }
        taken
    }

    fn is_within(&self, row: u32, days: &Range<i32>) -> bool {
        self.papers[row as usize].submitted.is_some_and(|day| days.contains(&day))
    }
}

/// Whether less than half of a fall is left with the papers that others took.
fn is_made(change: &Change, taken: u64) -> bool {
    let with_them = (change.recent.papers + taken) as f64 / change.recent.total.max(1) as f64;
    change.difference() < 0.0 && taken > 0 && change.is_made_by_what_leaves(change.before.share() - with_them)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{place, theme};
    use super::*;
    use crate::{Assignment, Paper, Themes, TrendParams};

    /// Two years of 40 papers a month. Half of theme 0's papers of the second year are in theme 2, which an update found with
    /// the papers from row `from` on.
    fn state(from: u32) -> RunState {
        let placed = |month: u32, paper: u32| match paper {
            8..20 if month >= 12 => 2,
            0..20 => 0,
            _ => 1,
        };
        let rows = (0..24).flat_map(|month| (0..40).map(move |paper| (month, paper)));
        let (mut papers, mut assignments) = (Vec::new(), Vec::new());
        let mut of_theme = vec![Vec::new(); 3];
        for (row, (month, paper)) in (0..).zip(rows) {
            let theme = placed(month, paper);
            of_theme[theme as usize].push(row);
            let submitted = Some(17_532 + (month * 730 / 24 + paper / 2) as i32);
            papers.push(Paper { id: format!("p{row}"), submitted, ..Paper::default() });
            let second_theme = (theme == 2).then_some(0);
            assignments.push(Assignment { second_theme, cluster: theme, ..place(theme) });
        }
        let themes =
            of_theme.into_iter().enumerate().map(|(index, papers)| theme(&format!("t-{index}"), papers));
        let themes = Themes { themes: themes.collect(), assignments, ..Themes::default() };
        let found_later = [("t-2".to_owned(), from)].into();
        RunState { papers, themes, found_later, ..RunState::default() }
    }

    #[test]
    fn papers_between_two_late_themes_were_taken_from_an_older_one() {
        let mut state = state(12 * 40);
        let mut other = state.themes.themes[2].clone();
        other.papers.clear();
        state.themes.themes.push(other);
        let papers = state.themes.themes[2].papers.clone();
        for &row in papers.iter().step_by(3) {
            state.themes.assignments[row as usize].second_theme = Some(3);
        }
        let taken = state.taken(&[2, 3].into(), &(0..i32::MAX));
        assert_eq!(taken, [papers.len() as u64, 0, 0, 0]);
    }

    #[test]
    fn an_update_that_finds_a_theme_makes_no_trend() {
        let trends = |from: u32| -> Vec<Option<(Verdict, Option<Doubt>)>> {
            let mut state = state(from);
            state.count(&TrendParams::default().check().unwrap());
            let trends = state.themes.themes.iter().map(|theme| theme.trend.as_ref());
            trends.map(|trend| trend.map(|trend| (trend.verdict, trend.doubt))).collect()
        };
        let all_could_join = trends(0);
        assert_eq!(all_could_join[0], Some((Verdict::Falling, None)));
        assert_eq!(all_could_join[2], Some((Verdict::Rising, None)));
        let found_later = trends(12 * 40);
        assert_eq!(found_later[0], Some((Verdict::Unclear, Some(Doubt::LaterThemes))));
        assert_eq!(found_later[2], None);
        assert_eq!(found_later[1], all_could_join[1], "another theme's share is as it was");
    }
}
