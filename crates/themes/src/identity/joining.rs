//! Papers of an update join a run: they go to its themes, found new ones, and themes are merged.

use std::collections::{BTreeMap, BTreeSet};

use super::merger::{Merger, take_out};
use super::{EventKind, RunState, ThemeEvent, Update};
use crate::day_text;
use crate::labels::{REPRESENTATIVES, evident_first};
use crate::{Assignment, Label, Paper, Theme, ThemeKind};

/// Most papers of earlier updates that may found a theme with later ones; the newest rows are kept.
const MOST_HELD: usize = 4_000;

impl RunState {
    /// Adds the papers of an update with their places and positions on the map, and one label per newborn theme. `said` is how much of a theme's name a
    /// title says. Returns the events, with their days.
    /// [`count`](Self::count) sets the figures of the themes afterwards.
    pub fn join(
        &mut self,
        joining: Vec<((Paper, Assignment), [f32; 2])>,
        update: &Update,
        labels: &[Label],
        said: impl Fn(&str, &str) -> usize,
    ) -> Vec<ThemeEvent> {
        let before = self.themes.themes.len() as u32;
        let stood = self.papers.len() as u32;
        self.first_papers.get_or_insert(stood);
        let fading = self.fading();
        for ((paper, assignment), position) in joining {
            let row = self.papers.len() as u32;
            self.positions.push(position);
            self.papers.push(paper);
            self.themes.themes[assignment.theme as usize].papers.push(row);
            self.themes.assignments.push(assignment);
        }
        let mut events: Vec<ThemeEvent> = update.events.clone();
        let gathered = self.gathered(before, update);
        let counted = self.themes.counted();
        for (((index, event), label), members) in (before..).zip(&mut events).zip(labels).zip(gathered) {
            self.bear(index, event, label, (&members, stood), &counted);
            let title = |row: u32| self.papers[row as usize].title.as_str();
            let mut central: Vec<u32> =
                members.iter().map(|&(_, row)| row).filter(|&row| counted[row as usize]).collect();
            evident_first(&mut central, |row| said(&label.name, title(row)), REPRESENTATIVES);
            central.truncate(REPRESENTATIVES);
            self.themes.themes[index as usize].representatives = central;
        }
        self.hold(stood, before);
        let newborn: Vec<String> = events.iter().map(|event| event.theme.clone()).collect();
        events.extend(self.merge(&update.mergers, stood));
        events.extend(self.fade(&newborn, &fading));
        events
    }

    /// Adds papers that do not count, because each is a near-duplicate of the paper with the given id, whose place it takes.
    /// Copies of papers that are not in the run are left out.
    pub fn join_copies(&mut self, copies: Vec<(Paper, String)>) {
        let wanted: BTreeSet<&str> = copies.iter().map(|(_, of)| of.as_str()).collect();
        let rows = self.papers.iter().enumerate().filter(|(_, paper)| wanted.contains(paper.id.as_str()));
        let row_of: BTreeMap<String, usize> = rows.map(|(row, paper)| (paper.id.clone(), row)).collect();
        for (copy, of) in copies {
            let Some(&row) = row_of.get(&of) else { continue };
            self.papers.push(copy);
            self.positions.push(self.positions[row]);
            self.themes.assignments.push(self.themes.assignments[row].clone());
        }
    }

    /// Cosine and row of the papers of every newborn theme, nearest to its centroid first.
    fn gathered(&self, before: u32, update: &Update) -> Vec<Vec<(f64, u32)>> {
        let mut gathered = vec![Vec::new(); update.events.len()];
        if gathered.is_empty() {
            return gathered;
        }
        let row_of: BTreeMap<&str, u32> =
            self.papers.iter().zip(0..).map(|(paper, row)| (paper.id.as_str(), row)).collect();
        for paper in update.papers.iter().filter(|paper| paper.theme >= before) {
            if let Some(&row) = row_of.get(paper.paper.as_str()) {
                gathered[(paper.theme - before) as usize].push((paper.cosine, row));
            }
        }
        for members in &mut gathered {
            members.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        }
        gathered
    }

    /// Holds the papers from row `stood` on, and those held before, except those that a theme from number
    /// `born` on took.
    fn hold(&mut self, stood: u32, born: u32) {
        self.held.extend(stood..self.papers.len() as u32);
        self.held.retain(|&row| self.themes.assignments[row as usize].theme < born);
        let surplus = self.held.len().saturating_sub(MOST_HELD);
        self.held.drain(..surplus);
    }

    /// Makes a newborn theme of the papers that gathered; those before row `stood` were there before the
    /// update. It is a split if more than half of its papers were already in one theme, other than `other`.
    fn bear(
        &mut self,
        index: u32,
        event: &mut ThemeEvent,
        label: &Label,
        (members, stood): (&[(f64, u32)], u32),
        counted: &[bool],
    ) {
        // Papers that the theme takes from every other theme, and those among them that
        // were there before the update.
        let mut taken = vec![0_usize; index as usize];
        let mut from = vec![0_usize; index as usize];
        for &(cosine, row) in members {
            let assignment = &mut self.themes.assignments[row as usize];
            let old = assignment.theme;
            taken[old as usize] += 1;
            from[old as usize] += usize::from(row < stood);
            *assignment = Assignment {
                theme: index,
                score: cosine as f32,
                margin: 0.0,
                second_theme: Some(old),
                outlier: None,
                probability: None,
                ..assignment.clone()
            };
        }
        for (theme, _) in taken.iter().enumerate().filter(|(_, left)| **left > 0) {
            let assignments = &self.themes.assignments;
            let stays = |row: &u32| assignments[*row as usize].theme as usize == theme;
            self.themes.themes[theme].papers.retain(stays);
        }
        let mut papers: Vec<u32> =
            members.iter().map(|&(_, row)| row).filter(|&row| counted[row as usize]).collect();
        papers.sort_unstable();
        let source = (0..from.len()).find(|&theme| {
            2 * from[theme] > papers.len() && self.themes.themes[theme].kind != ThemeKind::Other
        });
        if let Some(source) = source {
            event.event = EventKind::Split;
            event.other = Some(self.themes.themes[source].id.clone());
        }
        event.day = self.newest(&papers).and_then(day_text);
        self.found_later
            .insert(event.theme.clone(), self.held.first().map_or(stood, |&held| held.min(stood)));
        self.themes.themes.push(Theme {
            id: event.theme.clone(),
            key: event.theme.clone(),
            name: label.name.clone(),
            kind: ThemeKind::Discovered,
            description: None,
            terms: label.terms.clone(),
            representatives: Vec::new(),
            papers,
            bridges: Vec::new(),
            first_paper: None,
            trend: None,
        });
    }

    /// Moves the papers of merged themes, one merger after another. Papers before row `stood` were there before the update.
    fn merge(&mut self, mergers: &[Merger], stood: u32) -> Vec<ThemeEvent> {
        let mut sizes: Vec<u64> = self.themes.themes.iter().map(|theme| theme.papers.len() as u64).collect();
        let earlier: Vec<usize> =
            self.themes.themes.iter().map(|theme| theme.papers.partition_point(|&row| row < stood)).collect();
        let mut newest: Vec<Option<i32>> =
            self.themes.themes.iter().map(|theme| self.newest(&theme.papers)).collect();
        let mut events = Vec::new();
        for merger in mergers {
            let (theme, into) = (merger.theme as usize, merger.into as usize);
            events.push(ThemeEvent {
                event: EventKind::Merged,
                theme: self.themes.themes[theme].id.clone(),
                other: Some(self.themes.themes[into].id.clone()),
                papers: sizes[theme],
                moved: earlier[theme] as u64,
                day: newest[theme].and_then(day_text),
            });
            sizes[into] += sizes[theme];
            newest[into] = newest[into].max(newest[theme]);
        }
        take_out(&mut self.themes, mergers);
        let themes = &self.themes.themes;
        self.found_later.retain(|id, _| themes.iter().any(|theme| theme.id == *id));
        events
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dated, place};
    use super::*;

    #[test]
    fn a_merger_moves_the_papers_that_were_there_before() {
        let mut state = dated();
        let joining =
            (0..30).map(|n| ((Paper { id: format!("n{n}"), ..Paper::default() }, place(1)), [0.5; 2]));
        let update = Update { mergers: vec![Merger { theme: 1, into: 0 }], ..Update::default() };
        let events = state.join(joining.collect(), &update, &[], |_, _| 0);
        let merged: Vec<(u64, u64)> = events
            .iter()
            .filter(|event| event.event == EventKind::Merged)
            .map(|event| (event.papers, event.moved))
            .collect();
        assert_eq!(merged, [(130, 100)]);
    }

    #[test]
    fn a_copy_takes_the_place_of_the_paper_that_counts_for_it() {
        let mut state = dated();
        state.papers[30].id = "original".into();
        let copy = |of: &str| (Paper { id: format!("copy of {of}"), ..Paper::default() }, of.to_owned());
        state.join_copies(vec![copy("original"), copy("missing")]);
        assert_eq!(
            (state.papers.len(), state.themes.assignments.len(), state.positions.len()),
            (121, 121, 121)
        );
        assert_eq!(state.themes.assignments[120], place(1));
        assert_eq!(state.themes.themes[1].papers.len(), 100, "it does not count");
    }
}
