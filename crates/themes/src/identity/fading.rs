//! Themes of a run that get no papers any more.

use std::collections::BTreeMap;

use super::{EventKind, RunState, ThemeEvent};
use crate::{ThemeKind, day_text};

/// A theme has faded if its newest paper is more than this many days older than the newest of all papers, and if at its share of
/// the papers until then this many more were to be expected since: with none of five expected, chance is under one in a
/// hundred. Papers without a date, and those that do not count, are left out on both sides.
const FADED_DAYS: i32 = 180;
const FADED_PAPERS: f64 = 5.0;

impl RunState {
    /// The faded themes with the days of their newest papers.
    pub(super) fn fading(&self) -> BTreeMap<String, i32> {
        let faded = self.themes.themes.iter().filter(|theme| self.faded.contains(&theme.id));
        faded.filter_map(|theme| Some((theme.id.clone(), self.newest(&theme.papers)?))).collect()
    }

    /// Returns the events of themes that faded or returned, and updates the list of faded ones. A theme that is
    /// `newborn` from old papers has faded too, but of that there is no event. A faded theme returns only with a paper newer
    /// than the day that `before` has for it, because a change of the other themes says nothing of it.
    pub(super) fn fade(&mut self, newborn: &[String], before: &BTreeMap<String, i32>) -> Vec<ThemeEvent> {
        let mut days = self.days_of(self.themes.themes.iter().flat_map(|theme| &theme.papers));
        days.sort_unstable();
        let Some(&today) = days.last() else { return Vec::new() };
        let mut events = Vec::new();
        let mut faded = Vec::new();
        for theme in self.themes.themes.iter().filter(|theme| theme.kind != ThemeKind::Other) {
            let had_faded = self.faded.contains(&theme.id);
            let of_theme = self.days_of(&theme.papers);
            let Some(&newest) = of_theme.iter().max() else {
                faded.extend(had_faded.then(|| theme.id.clone()));
                continue;
            };
            let until = days.partition_point(|&day| day <= newest);
            let share = of_theme.len() as f64 / until as f64;
            let expected = share * (days.len() - until) as f64;
            let is_as_before = before.get(&theme.id).is_some_and(|&day| newest <= day);
            let has_faded = is_as_before || today - newest > FADED_DAYS && expected >= FADED_PAPERS;
            if has_faded != had_faded && !newborn.contains(&theme.id) {
                events.push(ThemeEvent {
                    event: if has_faded { EventKind::Faded } else { EventKind::Returned },
                    theme: theme.id.clone(),
                    other: None,
                    papers: theme.papers.len() as u64,
                    moved: 0,
                    day: day_text(newest),
                });
            }
            if has_faded {
                faded.push(theme.id.clone());
            }
        }
        self.faded = faded;
        events
    }

    fn days_of<'a>(&self, rows: impl IntoIterator<Item = &'a u32>) -> Vec<i32> {
        rows.into_iter().filter_map(|&row| self.papers[row as usize].submitted).collect()
    }

    /// The day of the newest of some papers.
    pub(super) fn newest(&self, rows: &[u32]) -> Option<i32> {
        rows.iter().filter_map(|&row| self.papers[row as usize].submitted).max()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::dated;
    use super::*;
    use crate::Paper;

    #[test]
    fn a_faded_theme_returns_with_its_next_paper() {
        let mut state = dated();
        let kinds = |events: &[ThemeEvent]| -> Vec<(EventKind, String, u64)> {
            events.iter().map(|event| (event.event, event.theme.clone(), event.papers)).collect()
        };
        let fade = |state: &mut RunState, before| state.fade(&[], before);
        assert_eq!(kinds(&fade(&mut state, &BTreeMap::new())), [(EventKind::Faded, "t-1".into(), 20)]);
        assert!(state.fade(&[], &state.fading()).is_empty(), "it is told once");
        let before = state.fading();
        state.papers.push(Paper { submitted: Some(985), ..Paper::default() });
        state.themes.themes[0].papers.push(120);
        let back = state.fade(&[], &before);
        assert_eq!(kinds(&back), [(EventKind::Returned, "t-1".into(), 21)]);
        assert_eq!(back[0].day, day_text(985));
        assert!(state.fade(&[], &state.fading()).is_empty() && state.faded.is_empty());
    }

    #[test]
    fn papers_without_a_date_and_copies_are_not_expected() {
        let mut state = dated();
        // One of the first theme's papers is dated, among fifty others, so that hardly one was to be expected since.
        state.papers[..20].iter_mut().for_each(|paper| paper.submitted = None);
        state.papers[0].submitted = Some(500);
        assert_eq!(state.fade(&[], &BTreeMap::new()), []);
        let mut state = dated();
        // All papers since but one are copies of others.
        state.themes.themes[1].papers.retain(|row| *row < 22 || *row == 119);
        assert_eq!(state.fade(&[], &BTreeMap::new()), []);
    }

    #[test]
    fn a_faded_theme_without_dated_papers_stays_faded() {
        let mut state = dated();
        state.fade(&[], &BTreeMap::new());
        state.papers[..20].iter_mut().for_each(|paper| paper.submitted = None);
        for _ in 0..2 {
            assert_eq!(state.fade(&[], &state.fading()), []);
            assert_eq!(state.faded, ["t-1"]);
        }
    }

    #[test]
    fn old_papers_of_other_themes_bring_no_theme_back() {
        let mut state = dated();
        state.fade(&[], &BTreeMap::new());
        let before = state.fading();
        for row in 120..1_000 {
            state.papers.push(Paper { submitted: Some(0), ..Paper::default() });
            state.themes.themes[1].papers.push(row);
        }
        assert_eq!(state.fade(&[], &before), []);
        assert_eq!(state.faded, ["t-1"]);
    }
}
