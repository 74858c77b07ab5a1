//! What is kept of a run to continue it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Deserializer, Serialize};

use super::merger::{Merger, take_out};
use super::sealed;
use super::{EventKind, ThemeEvent, Update};
use crate::day_text;
use crate::{Assignment, ClusterGroup, ClusterLabel, Label, Paper, Theme, ThemeError, ThemeKind, Themes};

/// Kind of the file.
const KIND: &str = "run";
/// A theme has faded if its newest paper is more than this many days older than the newest of all papers, and if at its share of
/// the papers until then this many more were to be expected since: with none of five expected, chance is under one in a
/// hundred.
const FADED_DAYS: i32 = 180;
const FADED_PAPERS: f64 = 5.0;
/// Representatives of a newborn theme.
const REPRESENTATIVES: usize = 5;
/// Maximum number of papers of earlier updates that may found a theme with later
/// ones; the newest rows are kept.
const MOST_HELD: usize = 4_000;

/// Papers, themes and map of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// The corpus.
    pub papers: Vec<Paper>,
    /// Themes and the assignment of every paper.
    pub themes: Themes,
    /// Labels of clusters.
    pub cluster_labels: Vec<ClusterLabel>,
    /// Top of the hierarchy.
    pub hierarchy: Vec<ClusterGroup>,
    /// Position of every paper on the map; NaN for a paper without one.
    #[serde(deserialize_with = "positions")]
    pub positions: Vec<[f32; 2]>,
    /// Ids of the themes that have faded and not returned.
    #[serde(default)]
    pub faded: Vec<String>,
    /// Rows of papers that were added by updates and may still found a theme with later ones, ascending.
    #[serde(default)]
    pub held: Vec<u32>,
    /// For every theme that an update found, by its id, the first row whose paper could join it.
    #[serde(default)]
    pub found_later: BTreeMap<String, u32>,
    /// Number of papers before the first update; `None` if there was none.
    #[serde(default)]
    pub first_papers: Option<u32>,
}

/// Positions as in JSON, where NaN is null.
fn positions<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Vec<[f32; 2]>, D::Error> {
    let places = Vec::<[Option<f32>; 2]>::deserialize(deserializer)?;
    Ok(places.into_iter().map(|place| place.map(|at| at.unwrap_or(f32::NAN))).collect())
}

/// A paper that joins a run.
#[derive(Clone, Debug, PartialEq)]
pub struct JoiningPaper {
    /// The paper.
    pub paper: Paper,
    /// Where it was placed.
    pub assignment: Assignment,
    /// Whether it counts; a near-duplicate of another paper does not.
    pub counts: bool,
}

impl RunState {
    /// Adds the papers of an update, with one label per newborn theme. Returns the events, with their days.
    /// [`count`](Self::count) sets the figures of the themes afterwards.
    pub fn join(&mut self, joining: Vec<JoiningPaper>, update: &Update, labels: &[Label]) -> Vec<ThemeEvent> {
        let before = self.themes.themes.len() as u32;
        let stood = self.papers.len() as u32;
        self.first_papers.get_or_insert(stood);
        let centres = self.centres();
        for JoiningPaper { paper, assignment, counts } in joining {
            let row = self.papers.len() as u32;
            self.positions.push(centres.get(assignment.theme as usize).copied().unwrap_or_default());
            self.papers.push(paper);
            if counts {
                self.themes.themes[assignment.theme as usize].papers.push(row);
            }
            self.themes.assignments.push(assignment);
        }
        let mut events: Vec<ThemeEvent> = update.events.clone();
        let gathered = self.gathered(before, update);
        let counted = self.themes.counted();
        for (((index, event), label), members) in (before..).zip(&mut events).zip(labels).zip(gathered) {
            self.bear(index, event, label, (&members, stood), &counted);
        }
        self.hold(stood, before);
        let newborn: Vec<String> = events.iter().map(|event| event.theme.clone()).collect();
        events.extend(self.merge(&update.mergers));
        events.extend(self.fade(&newborn));
        events
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
        let representatives = papers.iter().copied().take(REPRESENTATIVES).collect();
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
            representatives,
            papers,
            bridges: Vec::new(),
            first_paper: None,
            trend: None,
        });
    }

    /// Moves the papers of merged themes, one merger after another.
    fn merge(&mut self, mergers: &[Merger]) -> Vec<ThemeEvent> {
        let mut sizes: Vec<u64> = self.themes.themes.iter().map(|theme| theme.papers.len() as u64).collect();
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
                moved: sizes[theme],
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

    /// Returns the events of themes that faded or returned, and updates the list of faded ones. A theme that is
    /// `newborn` from old papers has faded too, but of that there is no event.
    fn fade(&mut self, newborn: &[String]) -> Vec<ThemeEvent> {
        let mut days: Vec<i32> = self.papers.iter().filter_map(|paper| paper.submitted).collect();
        days.sort_unstable();
        let Some(&today) = days.last() else { return Vec::new() };
        let mut events = Vec::new();
        let mut faded = Vec::new();
        for theme in self.themes.themes.iter().filter(|theme| theme.kind != ThemeKind::Other) {
            let Some(newest) = self.newest(&theme.papers) else { continue };
            let until = days.partition_point(|&day| day <= newest);
            let share = theme.papers.len() as f64 / until.max(1) as f64;
            let expected = share * (days.len() - until) as f64;
            let has_faded = today - newest > FADED_DAYS && expected >= FADED_PAPERS;
            let had_faded = self.faded.contains(&theme.id);
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

    fn newest(&self, rows: &[u32]) -> Option<i32> {
        rows.iter().filter_map(|&row| self.papers[row as usize].submitted).max()
    }

    /// Mean position on the map of every theme's papers.
    fn centres(&self) -> Vec<[f32; 2]> {
        let mut sums = vec![([0.0_f64; 2], 0_u32); self.themes.themes.len()];
        let placed = self.themes.assignments.iter().zip(&self.positions);
        for (assignment, position) in placed.filter(|(_, position)| !position[0].is_nan()) {
            let (sum, count) = &mut sums[assignment.theme as usize];
            sum[0] += f64::from(position[0]);
            sum[1] += f64::from(position[1]);
            *count += 1;
        }
        let mean = |(sum, count): ([f64; 2], u32)| sum.map(|sum| (sum / f64::from(count.max(1))) as f32);
        sums.into_iter().map(mean).collect()
    }

    /// Writes the state in a versioned, checksummed format.
    ///
    /// # Errors
    /// Errors from writing to `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        sealed::write(KIND, self, out)
    }

    /// Reads a state that [`RunState::save`] wrote.
    ///
    /// # Errors
    /// [`ThemeError::Read`], [`ThemeError::NewerModel`] or [`ThemeError::DamagedModel`].
    pub fn load(path: &Path) -> Result<Self, ThemeError> {
        sealed::read(KIND, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of two themes: the papers of the first are of the first 20 days, those of the second of 100 days
    /// in steps of ten.
    fn dated() -> RunState {
        let paper = |day| Paper { submitted: Some(day), ..Paper::default() };
        let theme = |id: &str, papers: std::ops::Range<u32>| Theme {
            id: id.into(),
            key: id.into(),
            name: id.into(),
            kind: ThemeKind::Discovered,
            description: None,
            terms: Vec::new(),
            papers: papers.collect(),
            representatives: Vec::new(),
            bridges: Vec::new(),
            first_paper: None,
            trend: None,
        };
        let themes = vec![theme("t-1", 0..20), theme("t-2", 20..120)];
        RunState {
            papers: (0..20).chain((0..100).map(|step| 10 * step)).map(paper).collect(),
            themes: Themes { themes, ..Themes::default() },
            ..RunState::default()
        }
    }

    #[test]
    fn a_faded_theme_returns_with_its_next_paper() {
        let mut state = dated();
        let kinds = |events: &[ThemeEvent]| -> Vec<(EventKind, String, u64)> {
            events.iter().map(|event| (event.event, event.theme.clone(), event.papers)).collect()
        };
        assert_eq!(kinds(&state.fade(&[])), [(EventKind::Faded, "t-1".into(), 20)]);
        assert!(state.fade(&[]).is_empty(), "it is told once");
        state.papers.push(Paper { submitted: Some(985), ..Paper::default() });
        state.themes.themes[0].papers.push(120);
        let back = state.fade(&[]);
        assert_eq!(kinds(&back), [(EventKind::Returned, "t-1".into(), 21)]);
        assert_eq!(back[0].day, day_text(985));
        assert!(state.fade(&[]).is_empty() && state.faded.is_empty());
    }

    #[test]
    fn a_paper_without_a_place_on_the_map_comes_back_without_one() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("run.bin");
        let state = RunState { positions: vec![[0.5, -1.0], [f32::NAN; 2]], ..RunState::default() };
        state.save(&mut std::fs::File::create(&path).unwrap()).unwrap();
        let back = RunState::load(&path).unwrap();
        assert_eq!(back.positions[0].map(f32::to_bits), [0.5_f32, -1.0].map(f32::to_bits));
        assert!(back.positions[1].iter().all(|at| at.is_nan()));
    }
}
