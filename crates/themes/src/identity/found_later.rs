//! Trends of a run in which an update found themes.
//!
//! Papers that were placed before a theme was found are not in it. A rise of its share from nothing, and the fall of the
//! theme that such papers went to before, are then made by the update and not by the field.
//! A field that comes would likewise make the shares of all others fall: papers that only a new theme can hold are left out
//! of them.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use super::{RunState, StandingThemes};
use crate::tally::TitleTally;
use crate::trends::next_period;
use crate::{Assignment, Change, Doubt, Tally, TallyShape, Themes, TrendValidParams, Verdict};

/// Share of the papers compared that may have been placed before a theme was found.
const PLACED_BEFORE: f64 = 0.05;

impl RunState {
    /// Counts the papers and sets all figures of the themes. A theme that an update found has no trend until nearly all papers
    /// compared could have joined it, and a fall that it makes is unclear. Shares over time are of the papers that would have
    /// a theme without those. `standing` are the themes as updates know them.
    pub fn count(&mut self, trends: &TrendValidParams, standing: &StandingThemes) -> Tally {
        let shape = TallyShape::with_known(&self.themes, &self.memberships);
        let mut tally = Tally::of(&shape, &self.themes.placed(&self.papers));
        let indexed = (0_u32..).zip(&self.themes.themes);
        let found = indexed.filter(|(_, theme)| self.found_later.contains_key(&theme.id));
        tally.leave_clusters(&found.map(|(index, _)| index).collect());
        self.themes.set_figures(trends, &tally);
        let late = self.late();
        if !late.is_empty() {
            let taken = self.taken(&late, |theme| standing.lower_quartile(theme));
            tally.leave_trends(&late, taken.iter().filter_map(|&(row, _)| self.papers[row as usize].date()));
            self.themes.set_figures(trends, &tally);
            self.doubt_trends(&late, &taken);
        }
        self.themes.set_newest(&TitleTally::of(&shape, &self.themes, &self.themes.placed(&self.papers)));
        tally
    }

    /// The days and unit of the periods compared; `None` without trends.
    fn compared(&self) -> Option<(Change, Range<i32>)> {
        let trend = self.themes.themes.iter().find_map(|theme| theme.trend.as_ref())?;
        let end = next_period(trend.unit, trend.change.recent.end)?;
        Some((trend.change, trend.change.before.start..end))
    }

    /// The themes that many of the papers compared could not join.
    fn late(&self) -> BTreeSet<u32> {
        let Some((change, days)) = self.compared() else { return BTreeSet::new() };
        let compared = (change.before.total + change.recent.total) as f64;
        let is_late = |id: &str| {
            self.found_later.get(id).is_some_and(|&from| {
                let placed = (0..from).filter(|&row| self.is_within(row, &days)).count();
                placed as f64 > PLACED_BEFORE * compared
            })
        };
        let indexed = (0..).zip(&self.themes.themes);
        indexed.filter_map(|(index, theme)| is_late(&theme.id).then_some(index)).collect()
    }

    fn doubt_trends(&mut self, late: &BTreeSet<u32>, rows: &[(u32, u32)]) {
        let Some((change, days)) = self.compared() else { return };
        let recent = change.recent.start..days.end;
        let mut taken = vec![0; self.themes.themes.len()];
        for &(row, from) in rows {
            taken[from as usize] += u64::from(self.is_within(row, &recent));
        }
        for (index, theme) in self.themes.themes.iter_mut().enumerate() {
            let trend = theme.trend.take().filter(|_| !late.contains(&(index as u32)));
            theme.trend = trend.map(|mut trend| {
                if trend.long_run.is_some_and(|change| is_made(&change, taken[index])) {
                    trend.forget_long_run();
                }
                let is_made = trend.verdict == Verdict::Falling && is_made(&trend.change, taken[index]);
                if is_made { trend.doubted(Doubt::LaterThemes) } else { trend }
            });
        }
    }

    /// The papers that the `late` themes took, each with the theme that it would be in without them: its second theme, if its
    /// score there is at least the `lower_quartile` of the theme with that id. A paper whose second theme is late, too, follows
    /// most of the others in its own, if half of these would be in an older theme at all.
    fn taken(&self, late: &BTreeSet<u32>, lower_quartile: impl Fn(&str) -> f64) -> Vec<(u32, u32)> {
        let Themes { themes, assignments, .. } = &self.themes;
        let least: Vec<f64> = themes.iter().map(|theme| lower_quartile(&theme.id)).collect();
        let second =
            |row: &u32| assignments[*row as usize].second_theme.filter(|theme| !late.contains(theme));
        let fitting = |row: &u32| {
            let Assignment { score, margin, .. } = assignments[*row as usize];
            second(row).filter(|&from| f64::from(score - margin) >= least[from as usize])
        };
        let mut taken = Vec::new();
        for &theme in late {
            let papers = &themes[theme as usize].papers;
            let mut fits = vec![0_usize; themes.len()];
            papers.iter().filter_map(fitting).for_each(|from| fits[from as usize] += 1);
            let asked = papers.iter().filter_map(second).count();
            let most = (0..themes.len()).max_by_key(|&from| (fits[from], Reverse(from)));
            let usual = most.filter(|&from| fits[from] > 0 && 2 * fits.iter().sum::<usize>() >= asked);
            let usual = usual.map(|from| from as u32);
            taken.extend(papers.iter().filter_map(|row| {
                let from = if second(row).is_some() { fitting(row) } else { usual };
                Some((*row, from?))
            }));
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
    use ndarray::Array2;

    use super::super::testing::{place, theme};
    use super::*;
    use crate::{Paper, TrendParams};

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
            let margin = if theme == 2 { 0.0 } else { 0.1 };
            assignments.push(Assignment { second_theme, margin, cluster: theme, ..place(theme) });
        }
        let themes =
            of_theme.into_iter().enumerate().map(|(index, papers)| theme(&format!("t-{index}"), papers));
        let themes = Themes { themes: themes.collect(), assignments, ..Themes::default() };
        let found_later = [("t-2".to_owned(), from)].into();
        RunState { papers, themes, found_later, ..RunState::default() }
    }

    /// Three themes whose papers have a cosine of .4 with their centroids.
    fn standing() -> StandingThemes {
        let across = 0.84_f32.sqrt();
        let vectors = Array2::from_shape_fn((6, 2), |(row, column)| match (column, row % 2) {
            (0, _) => 0.4,
            (_, 0) => across,
            _ => -across,
        });
        StandingThemes::of_run(&["t-0", "t-1", "t-2"], vectors.view(), &[0, 0, 1, 1, 2, 2], None).unwrap()
    }

    /// A state with an empty theme 3, and the papers of theme 2.
    fn with_another_late_theme() -> (RunState, Vec<u32>) {
        let mut state = state(12 * 40);
        state.themes.themes.push(theme("t-3", []));
        let papers = state.themes.themes[2].papers.clone();
        (state, papers)
    }

    #[test]
    fn papers_of_a_field_that_two_late_themes_hold_are_in_no_older_one() {
        let (mut state, papers) = with_another_late_theme();
        for (at, &row) in papers.iter().enumerate() {
            let far = Assignment { second_theme: Some(0), margin: 0.3, ..place(2) };
            // Between the two late themes: the margin says nothing of the older ones.
            let between = Assignment { second_theme: Some(3), margin: 0.0, ..place(2) };
            state.themes.assignments[row as usize] = if at % 3 == 0 { between } else { far };
        }
        assert_eq!(state.taken(&[2, 3].into(), |_| 0.5), []);
    }

    #[test]
    fn papers_between_two_late_themes_were_taken_from_an_older_one() {
        let (mut state, papers) = with_another_late_theme();
        for &row in papers.iter().step_by(3) {
            state.themes.assignments[row as usize].second_theme = Some(3);
        }
        let taken = state.taken(&[2, 3].into(), |_| 0.5);
        assert_eq!(taken, papers.iter().map(|&row| (row, 0)).collect::<Vec<_>>());
    }

    #[test]
    fn a_field_that_comes_makes_no_other_theme_fall() {
        let counted = |foreign: bool| {
            let mut state = state(12 * 40);
            let after = (12 * 40..24 * 40).filter(|row| row % 40 >= 8);
            // The papers of the second year that theme 2 took go back, and as many again come from a field of its own.
            state.themes.themes[2].papers.clear();
            for row in 12 * 40..24 * 40_u32 {
                if state.themes.assignments[row as usize].theme == 2 {
                    state.themes.assignments[row as usize] = Assignment { cluster: 0, ..place(0) };
                    state.themes.themes[0].papers.push(row);
                }
            }
            for from in after.filter(|_| foreign) {
                let row = state.papers.len() as u32;
                let submitted = state.papers[from as usize].submitted;
                state.papers.push(Paper { id: format!("f{row}"), submitted, ..Paper::default() });
                state.themes.assignments.push(Assignment { second_theme: Some(0), margin: 0.3, ..place(2) });
                state.themes.themes[2].papers.push(row);
            }
            let tally = state.count(&TrendParams::default().check().unwrap(), &standing());
            let trends = state.themes.themes[..2].iter().map(|theme| theme.trend.clone()).collect::<Vec<_>>();
            (trends, tally.clusters()[&0].clone())
        };
        let (alone, with_them) = (counted(false), counted(true));
        assert_eq!(alone.0[0].as_ref().unwrap().verdict, Verdict::Steady);
        assert_eq!(with_them, alone, "shares are of the papers that all themes could have");
    }

    #[test]
    fn an_update_that_finds_a_theme_makes_no_trend() {
        let trends = |from: u32| -> Vec<Option<(Verdict, Option<Doubt>)>> {
            let mut state = state(from);
            state.count(&TrendParams::default().check().unwrap(), &standing());
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
