//! Comparison of two runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::event::{EventKind, ThemeEvent};
use super::matching::{Likeness, ThemeProfile, match_themes};
use crate::{LabelTerm, ThemeError};

/// Share of a theme's papers that must come from one other theme for a split, and of its common papers that must go to one for a
/// merger.
const MOST: f64 = 0.5;

/// A run as needed for a comparison.
#[derive(Clone, Copy, Debug)]
pub struct RunView<'a> {
    /// Ids of the papers, each once.
    pub papers: &'a [&'a str],
    /// Theme of every paper.
    pub theme_of: &'a [u32],
    /// Id and label terms of every theme.
    pub themes: &'a [(&'a str, &'a [LabelTerm])],
}

/// A theme of both runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThemeMatch {
    /// Id in the first run.
    pub old: String,
    /// Id in the second run.
    pub new: String,
    /// Papers in the first run.
    pub old_papers: u64,
    /// Papers in the second run.
    pub new_papers: u64,
    /// Jaccard index of its papers among the papers of both runs; `None` if there are none.
    pub overlap: Option<f64>,
    /// Cosine of its label terms.
    pub similarity: f64,
}

/// A paper of both runs whose theme is different in the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedPaper {
    /// Id of the paper.
    pub paper: String,
    /// Id of its theme in the first run.
    pub from: String,
    /// Id of its theme in the second run.
    pub to: String,
}

/// The difference between two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunDiff {
    /// Themes of both runs, in the order of the first.
    pub matched: Vec<ThemeMatch>,
    /// Births and splits in the order of the second run, then mergers and fadings in the order of the first.
    pub events: Vec<ThemeEvent>,
    /// Papers that moved, in the order of the first run.
    pub moved: Vec<MovedPaper>,
    /// Papers of both runs.
    pub common_papers: u64,
    /// Papers only in the first run.
    pub only_old: u64,
    /// Papers only in the second run.
    pub only_new: u64,
    /// Share of the common papers that moved; 0 if there are none.
    pub churn: f64,
}

impl RunDiff {
    /// Compares two runs. Themes are matched by [`match_themes`] on the papers of
    /// both runs and on label terms.
    ///
    /// A new theme that continues no old one is a split if more than half of its papers were in one
    /// old theme that continues, otherwise a birth. An old theme that no new one continues is merged if more
    /// than half of its common papers are in one new theme, otherwise faded.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if a run does not have one theme per paper,
    /// [`ThemeError::InvalidParameter`] if it holds a paper twice or refers to a theme that it does not have.
    pub fn of(old: &RunView<'_>, new: &RunView<'_>) -> Result<Self, ThemeError> {
        let (old_rows, new_rows) = (check(old)?, check(new)?);
        let common: Vec<(usize, usize)> = old
            .papers
            .iter()
            .enumerate()
            .filter_map(|(row, paper)| new_rows.get(paper).map(|&other| (row, other)))
            .collect();
        let old_profiles = profiles(old, common.iter().map(|&(row, _)| row));
        let new_profiles = profiles(new, common.iter().map(|&(_, row)| row));
        let continued = match_themes(&old_profiles, &new_profiles);
        let mut continues = vec![None; new.themes.len()];
        for (theme, next) in (0_u32..).zip(&continued) {
            if let Some(next) = next {
                continues[*next as usize] = Some(theme);
            }
        }
        // Common papers of every pair of themes.
        let mut flow: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        for &(a, b) in &common {
            *flow.entry((old.theme_of[a], new.theme_of[b])).or_default() += 1;
        }
        let (old_sizes, new_sizes) = (sizes(old), sizes(new));
        let matched = continued
            .iter()
            .enumerate()
            .filter_map(|(theme, next)| {
                let next = (*next)? as usize;
                let likeness = Likeness::of(&old_profiles[theme], &new_profiles[next]);
                Some(ThemeMatch {
                    old: old.themes[theme].0.into(),
                    new: new.themes[next].0.into(),
                    old_papers: old_sizes[theme],
                    new_papers: new_sizes[next],
                    overlap: likeness.overlap,
                    similarity: likeness.similarity,
                })
            })
            .collect();
        let moved: Vec<MovedPaper> = common
            .iter()
            .filter(|&&(a, b)| continued[old.theme_of[a] as usize] != Some(new.theme_of[b]))
            .map(|&(a, b)| MovedPaper {
                paper: old.papers[a].into(),
                from: old.themes[old.theme_of[a] as usize].0.into(),
                to: new.themes[new.theme_of[b] as usize].0.into(),
            })
            .collect();
        let churn = if common.is_empty() { 0.0 } else { moved.len() as f64 / common.len() as f64 };
        Ok(Self {
            matched,
            events: events(old, new, (&continued, &continues), &flow, (&old_sizes, &new_sizes)),
            churn,
            moved,
            common_papers: common.len() as u64,
            only_old: (old_rows.len() - common.len()) as u64,
            only_new: (new_rows.len() - common.len()) as u64,
        })
    }
}

fn events(
    old: &RunView<'_>,
    new: &RunView<'_>,
    (continued, continues): (&[Option<u32>], &[Option<u32>]),
    flow: &BTreeMap<(u32, u32), u64>,
    (old_sizes, new_sizes): (&[u64], &[u64]),
) -> Vec<ThemeEvent> {
    let main = |partners: Vec<(u32, u64)>, of: u64| {
        let (theme, papers) =
            partners.into_iter().max_by_key(|&(theme, papers)| (papers, u32::MAX - theme))?;
        (papers as f64 > MOST * of as f64).then_some(theme)
    };
    let shared = |partners: &[(u32, u64)]| partners.iter().map(|&(_, papers)| papers).sum::<u64>();
    let event = |event, theme: &str, other: Option<&str>, (papers, moved)| ThemeEvent {
        event,
        theme: theme.into(),
        other: other.map(str::to_owned),
        papers,
        moved,
        day: None,
    };
    let mut events = Vec::new();
    for theme in (0..new.themes.len()).filter(|&theme| continues[theme].is_none() && new_sizes[theme] > 0) {
        let sources = flow.iter().filter(|((_, to), _)| *to as usize == theme);
        let sources: Vec<(u32, u64)> = sources.map(|(&(from, _), &papers)| (from, papers)).collect();
        let moved = shared(&sources);
        let source = main(sources, new_sizes[theme]).filter(|&source| continued[source as usize].is_some());
        let kind = if source.is_some() { EventKind::Split } else { EventKind::Born };
        let source = source.map(|source| old.themes[source as usize].0);
        events.push(event(kind, new.themes[theme].0, source, (new_sizes[theme], moved)));
    }
    for theme in (0..old.themes.len()).filter(|&theme| continued[theme].is_none() && old_sizes[theme] > 0) {
        let targets = flow.iter().filter(|((from, _), _)| *from as usize == theme);
        let targets: Vec<(u32, u64)> = targets.map(|(&(_, to), &papers)| (to, papers)).collect();
        let moved = shared(&targets);
        let target = main(targets, moved);
        let kind = if target.is_some() { EventKind::Merged } else { EventKind::Faded };
        let target = target.map(|target| new.themes[target as usize].0);
        events.push(event(kind, old.themes[theme].0, target, (old_sizes[theme], moved)));
    }
    events
}

/// Checks a run and returns the row of every paper by its id.
fn check<'a>(run: &RunView<'a>) -> Result<BTreeMap<&'a str, usize>, ThemeError> {
    if run.theme_of.len() != run.papers.len() {
        return Err(ThemeError::LengthMismatch {
            what: "themes of papers",
            expected: run.papers.len(),
            got: run.theme_of.len(),
        });
    }
    if let Some(theme) = run.theme_of.iter().find(|&&theme| theme as usize >= run.themes.len()) {
        return Err(ThemeError::InvalidParameter {
            parameter: "theme",
            reason: format!("must be below {}, got {theme}", run.themes.len()),
        });
    }
    let mut rows = BTreeMap::new();
    for (row, paper) in run.papers.iter().enumerate() {
        if rows.insert(*paper, row).is_some() {
            return Err(ThemeError::InvalidParameter {
                parameter: "papers",
                reason: format!("must differ, got `{paper}` twice"),
            });
        }
    }
    Ok(rows)
}

fn sizes(run: &RunView<'_>) -> Vec<u64> {
    let mut sizes = vec![0; run.themes.len()];
    for &theme in run.theme_of {
        sizes[theme as usize] += 1;
    }
    sizes
}

fn profiles(run: &RunView<'_>, common_rows: impl Iterator<Item = usize>) -> Vec<ThemeProfile> {
    let mut profiles: Vec<ThemeProfile> = run
        .themes
        .iter()
        .map(|(_, terms)| {
            let mut terms: Vec<(String, f64)> =
                terms.iter().map(|term| (term.text.clone(), term.weight)).collect();
            terms.sort_by(|a, b| a.0.cmp(&b.0));
            ThemeProfile { common_papers: Vec::new(), terms }
        })
        .collect();
    for (position, row) in (0_u32..).zip(common_rows) {
        profiles[run.theme_of[row] as usize].common_papers.push(position);
    }
    profiles
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPERS: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];

    fn diff(old: &[u32], new: &[u32]) -> RunDiff {
        let ids = ["t-1", "t-2", "t-3", "t-4"];
        let themes: Vec<(&str, &[LabelTerm])> = ids.iter().map(|&id| (id, &[][..])).collect();
        let view = |theme_of| RunView { papers: &PAPERS, theme_of, themes: &themes };
        RunDiff::of(&view(old), &view(new)).unwrap()
    }

    #[test]
    fn a_run_against_itself_does_not_differ() {
        let themes = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3];
        let diff = diff(&themes, &themes);
        assert!(diff.events.is_empty() && diff.moved.is_empty() && diff.churn.abs() < 1e-12);
        assert_eq!(diff.matched.len(), 4);
    }

    #[test]
    fn renumbered_themes_are_the_same() {
        let diff = diff(&[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], &[3, 3, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2]);
        assert!(diff.events.is_empty() && diff.moved.is_empty());
        assert_eq!((diff.matched[0].old.as_str(), diff.matched[0].new.as_str()), ("t-1", "t-4"));
    }

    #[test]
    fn splits_and_mergers_are_told() {
        let one = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
        let two = [0, 0, 0, 0, 0, 2, 2, 2, 1, 1, 1, 1];
        let kinds = |diff: &RunDiff| -> Vec<(EventKind, String, Option<String>)> {
            diff.events.iter().map(|e| (e.event, e.theme.clone(), e.other.clone())).collect()
        };
        let split = diff(&one, &two);
        assert_eq!(kinds(&split), [(EventKind::Split, "t-3".into(), Some("t-1".into()))]);
        assert_eq!(split.moved.len(), 3);
        assert!((split.churn - 0.25).abs() < 1e-12);
        let merged = diff(&two, &one);
        assert_eq!(kinds(&merged), [(EventKind::Merged, "t-3".into(), Some("t-1".into()))]);
    }

    #[test]
    fn a_theme_of_mostly_new_papers_is_no_split() {
        let themes: Vec<(&str, &[LabelTerm])> = vec![("t-1", &[]), ("t-2", &[])];
        let old = RunView { papers: &["a", "b", "c", "d"], theme_of: &[0; 4], themes: &themes[..1] };
        let kind = |papers: &[&str], theme_of: &[u32]| {
            let new = RunView { papers, theme_of, themes: &themes };
            RunDiff::of(&old, &new).unwrap().events[0].event
        };
        assert_eq!(kind(&["a", "b", "c", "d", "x", "y"], &[0, 0, 0, 1, 1, 1]), EventKind::Born);
        assert_eq!(kind(&["a", "b", "c", "d", "x"], &[0, 0, 1, 1, 1]), EventKind::Split);
    }

    #[test]
    fn births_fadings_and_papers_of_one_run() {
        let themes: Vec<(&str, &[LabelTerm])> = vec![("t-1", &[]), ("t-2", &[])];
        let old = RunView { papers: &["a", "b"], theme_of: &[0, 1], themes: &themes };
        let new = RunView { papers: &["a", "x", "y"], theme_of: &[0, 1, 1], themes: &themes };
        let diff = RunDiff::of(&old, &new).unwrap();
        let kinds: Vec<EventKind> = diff.events.iter().map(|event| event.event).collect();
        assert_eq!(kinds, [EventKind::Born, EventKind::Faded]);
        assert_eq!((diff.common_papers, diff.only_old, diff.only_new), (1, 1, 2));
    }

    #[test]
    fn malformed_runs_are_refused() {
        let themes: Vec<(&str, &[LabelTerm])> = vec![("t-1", &[])];
        let good = RunView { papers: &["a"], theme_of: &[0], themes: &themes };
        for bad in [
            RunView { theme_of: &[], ..good },
            RunView { theme_of: &[1], ..good },
            RunView { papers: &["a", "a"], theme_of: &[0, 0], ..good },
        ] {
            assert!(RunDiff::of(&good, &bad).is_err());
        }
    }
}
