//! What is kept of a run to go on from it.

use std::io::{self, Write};
use std::path::Path;

use linfa::ParamGuard;
use serde::{Deserialize, Serialize};

use super::sealed;
use super::{EventKind, ThemeEvent, ThemePlace, Update};
use crate::report::{ClusterGroup, ClusterLabel, day_text};
use crate::{Assignment, ClusterError, Label, OutlierReason, Paper, Theme, ThemeKind, Themes, TrendParams};

/// Kind of the file.
const KIND: &str = "run";
/// A theme has faded when its newest paper is so many days older than the newest of all.
const FADED_DAYS: i32 = 180;
/// Papers that stand for a newborn theme.
const REPRESENTATIVES: usize = 5;

/// Papers, themes and map of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// The corpus.
    pub papers: Vec<Paper>,
    /// Themes and the place of every paper.
    pub themes: Themes,
    /// Labels of clusters.
    pub cluster_labels: Vec<ClusterLabel>,
    /// Top of the hierarchy.
    pub hierarchy: Vec<ClusterGroup>,
    /// Place of every paper on the map.
    pub positions: Vec<[f32; 2]>,
    /// Ids of the themes that have faded and not come back.
    #[serde(default)]
    pub faded: Vec<String>,
}

/// A paper that joins a run.
#[derive(Clone, Debug, PartialEq)]
pub struct JoiningPaper {
    /// The paper.
    pub paper: Paper,
    /// Where it was placed.
    pub place: ThemePlace,
    /// Why it cannot be placed with confidence.
    pub outlier: Option<OutlierReason>,
}

impl RunState {
    /// Takes the papers of an update, with one label a newborn theme; gives the events, days and all.
    ///
    /// # Errors
    /// As [`TrendParams`]' check.
    pub fn join(
        &mut self,
        joining: Vec<JoiningPaper>,
        update: &Update,
        labels: &[Label],
    ) -> Result<Vec<ThemeEvent>, ClusterError> {
        let before = self.themes.themes.len() as u32;
        let centres = self.centres();
        for JoiningPaper { paper, place, outlier } in joining {
            let row = self.papers.len() as u32;
            self.positions.push(centres.get(place.theme as usize).copied().unwrap_or_default());
            self.papers.push(paper);
            self.themes.assignments.push(Assignment {
                theme: place.theme,
                score: place.score,
                margin: place.margin,
                second_theme: place.second,
                cluster: place.cluster,
                second_cluster: None,
                subtheme: None,
                outlier,
            });
            self.themes.themes[place.theme as usize].papers.push(row);
        }
        let mut events: Vec<ThemeEvent> = update.events.clone();
        for (index, (event, label)) in (before..).zip(events.iter_mut().zip(labels)) {
            self.bear(index, event, label, update);
        }
        for theme in &mut self.themes.themes {
            theme.first_paper = theme
                .papers
                .iter()
                .filter_map(|&row| self.papers[row as usize].submitted.map(|day| (day, row)))
                .min()
                .map(|(_, row)| row);
        }
        events.extend(self.fade());
        self.themes.set_trends(&TrendParams::default().check()?, &self.papers);
        Ok(events)
    }

    /// Makes a newborn theme of the papers that gathered. It is a split where most of them were counted to one theme
    /// that stays.
    fn bear(&mut self, index: u32, event: &mut ThemeEvent, label: &Label, update: &Update) {
        let row_of: std::collections::BTreeMap<&str, u32> =
            self.papers.iter().zip(0..).map(|(paper, row)| (paper.id.as_str(), row)).collect();
        let mut members: Vec<(f64, u32)> = update
            .papers
            .iter()
            .filter(|paper| paper.theme == index)
            .filter_map(|paper| Some((paper.cosine, *row_of.get(paper.paper.as_str())?)))
            .collect();
        members.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut from = vec![0_usize; index as usize];
        for &(cosine, row) in &members {
            let assignment = &mut self.themes.assignments[row as usize];
            let old = assignment.theme;
            from[old as usize] += 1;
            self.themes.themes[old as usize].papers.retain(|&other| other != row);
            *assignment = Assignment {
                theme: index,
                score: cosine as f32,
                margin: 0.0,
                second_theme: Some(old),
                outlier: None,
                ..assignment.clone()
            };
        }
        let mut papers: Vec<u32> = members.iter().map(|&(_, row)| row).collect();
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

    /// Themes that have faded by now and had not before.
    fn fade(&mut self) -> Vec<ThemeEvent> {
        let all: Vec<u32> = (0..self.papers.len() as u32).collect();
        let Some(today) = self.newest(&all) else { return Vec::new() };
        let mut events = Vec::new();
        let mut faded = Vec::new();
        for theme in self.themes.themes.iter().filter(|theme| theme.kind != ThemeKind::Other) {
            let Some(newest) = self.newest(&theme.papers).filter(|newest| today - newest > FADED_DAYS) else {
                continue;
            };
            if !self.faded.contains(&theme.id) {
                events.push(ThemeEvent {
                    event: EventKind::Faded,
                    theme: theme.id.clone(),
                    other: None,
                    papers: theme.papers.len() as u64,
                    day: day_text(newest),
                });
            }
            faded.push(theme.id.clone());
        }
        self.faded = faded;
        events
    }

    fn newest(&self, rows: &[u32]) -> Option<i32> {
        rows.iter().filter_map(|&row| self.papers[row as usize].submitted).max()
    }

    /// Mean place on the map of every theme's papers.
    fn centres(&self) -> Vec<[f32; 2]> {
        let mut sums = vec![([0.0_f64; 2], 0_u32); self.themes.themes.len()];
        for (assignment, position) in self.themes.assignments.iter().zip(&self.positions) {
            let (sum, count) = &mut sums[assignment.theme as usize];
            sum[0] += f64::from(position[0]);
            sum[1] += f64::from(position[1]);
            *count += 1;
        }
        let mean = |(sum, count): ([f64; 2], u32)| sum.map(|sum| (sum / f64::from(count.max(1))) as f32);
        sums.into_iter().map(mean).collect()
    }

    /// Writes the state in a versioned and checksummed form.
    ///
    /// # Errors
    /// What `out` gives.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        sealed::write(KIND, self, out)
    }

    /// Reads a state that [`RunState::save`] wrote.
    ///
    /// # Errors
    /// [`ClusterError::Read`], [`ClusterError::NewerModel`] or [`ClusterError::DamagedModel`].
    pub fn load(path: &Path) -> Result<Self, ClusterError> {
        sealed::read(KIND, path)
    }
}
