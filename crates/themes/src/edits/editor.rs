//! Single changes to themes. Each leaves them consistent: every list of papers is ascending, agrees with the
//! assignments and shares no paper with another list.

use std::collections::{BTreeMap, BTreeSet};

use super::EditScope;
use crate::identity::{Merger, take_out};
use crate::labels::REPRESENTATIVES;
use crate::{LabelTerm, Theme, ThemeKind, Themes};

/// Hexadecimal digits in the id of a theme made by an edit.
const DIGITS: usize = 8;

/// Themes during editing.
pub(super) struct Editor<'a> {
    themes: &'a mut Themes,
    /// Whether these are only some of the run's papers, so that a new theme may have none of them.
    partial: bool,
    /// Ids of themes that were named.
    named: BTreeSet<String>,
    /// Ids of merged themes and of the themes that took them, in order.
    merged: Vec<(String, String)>,
    /// Id, key and name of each merged theme, and the id of the theme that took it.
    takers: BTreeMap<String, String>,
}

impl<'a> Editor<'a> {
    pub(super) fn new(themes: &'a mut Themes, scope: EditScope<'_>) -> Self {
        let partial = matches!(scope, EditScope::Batch);
        Self { themes, partial, named: BTreeSet::new(), merged: Vec::new(), takers: BTreeMap::new() }
    }

    pub(super) fn themes(&self) -> &[Theme] {
        &self.themes.themes
    }

    /// The id of the theme that took the one with this id, key or name.
    pub(super) fn taken_by(&self, named: &str) -> Option<&str> {
        self.takers.get(named).map(String::as_str)
    }

    pub(super) fn rename(&mut self, theme: usize, name: &str) -> Result<(), String> {
        self.refuse_taken(name, Some(theme))?;
        let theme = &mut self.themes.themes[theme];
        name.clone_into(&mut theme.name);
        self.named.insert(theme.id.clone());
        Ok(())
    }

    pub(super) fn describe(&mut self, theme: usize, text: &str) {
        self.themes.themes[theme].description = Some(text.to_owned());
    }

    /// Merges `themes` into the theme `into`, with the terms and representatives of all in proportion to their
    /// papers.
    pub(super) fn merge(&mut self, themes: &[usize], into: usize) -> Result<(), String> {
        let mut taken: Vec<usize> = themes.iter().copied().filter(|&theme| theme != into).collect();
        taken.sort_unstable();
        taken.dedup();
        if taken.is_empty() {
            return Err("there is no other theme to merge".to_owned());
        }
        let all = &mut self.themes.themes;
        if taken.iter().any(|&theme| all[theme].kind == ThemeKind::Other) {
            return Err("the theme of papers that fit no other cannot be merged into another".to_owned());
        }
        for &theme in &taken {
            let Theme { id, key, name, .. } = &all[theme];
            for word in [id, key, name] {
                self.takers.insert(word.clone(), all[into].id.clone());
            }
            self.merged.push((id.clone(), all[into].id.clone()));
        }
        let parts: Vec<&Theme> =
            std::iter::once(into).chain(taken.iter().copied()).map(|at| &all[at]).collect();
        let (terms, representatives) = (joined_terms(&parts), in_proportion(&parts));
        // The merged theme takes the position of the first of them.
        let first = taken[0].min(into);
        let papers = std::mem::take(&mut all[first].papers);
        let stays = Theme { terms, papers, representatives, ..all[into].clone() };
        all[first] = stays;
        let mergers: Vec<Merger> = taken
            .iter()
            .copied()
            .chain([into])
            .filter(|&theme| theme != first)
            .map(|theme| Merger { theme: theme as u32, into: first as u32 })
            .collect();
        take_out(self.themes, &mergers);
        Ok(())
    }

    /// Makes a theme of the papers of `theme` that are in `rows`.
    pub(super) fn split(&mut self, theme: usize, name: &str, rows: &BTreeSet<u32>) -> Result<(), String> {
        self.refuse_taken(name, None)?;
        let id = format!("t-e{}", &blake3::hash(name.as_bytes()).to_hex()[..DIGITS]);
        if self.themes.themes.iter().any(|theme| theme.id == id) {
            return Err(format!("an earlier edit already made a theme `{name}`"));
        }
        let of_theme = |row: &u32| self.themes.assignments[*row as usize].theme as usize == theme;
        let rows: BTreeSet<u32> = rows.iter().copied().filter(of_theme).collect();
        if rows.is_empty() && !self.partial {
            return Err("none of its papers match".to_owned());
        }
        let made = Theme {
            key: id.clone(),
            id: id.clone(),
            name: name.to_owned(),
            kind: ThemeKind::Discovered,
            description: None,
            terms: Vec::new(),
            papers: Vec::new(),
            representatives: Vec::new(),
            bridges: Vec::new(),
            first_paper: None,
            trend: None,
        };
        self.themes.themes.push(made);
        self.named.insert(id);
        self.put(&rows, self.themes.themes.len() - 1);
        Ok(())
    }

    /// Moves papers to a theme. Scores and margins stay as they were. The probability is removed, because the
    /// user knows better.
    pub(super) fn put(&mut self, rows: &BTreeSet<u32>, to: usize) {
        let moves = |row: &u32| self.themes.assignments[*row as usize].theme as usize != to;
        let rows: BTreeSet<u32> = rows.iter().copied().filter(moves).collect();
        let counted: Vec<u32> = self.take_off(&rows).into_iter().collect();
        for &row in &rows {
            let assignment = &mut self.themes.assignments[row as usize];
            assignment.theme = to as u32;
            assignment.second_theme = None;
            assignment.subtheme = None;
            assignment.outlier = None;
            assignment.probability = None;
        }
        let theme = &mut self.themes.themes[to];
        theme.papers.extend(counted);
        theme.papers.sort_unstable();
    }

    pub(super) fn exclude(&mut self, rows: &BTreeSet<u32>) {
        self.take_off(rows);
    }

    /// Removes papers from the lists of themes, and returns those that a theme listed.
    fn take_off(&mut self, rows: &BTreeSet<u32>) -> BTreeSet<u32> {
        let mut listed = BTreeSet::new();
        if rows.is_empty() {
            return listed;
        }
        for theme in &mut self.themes.themes {
            listed.extend(theme.papers.extract_if(.., |row| rows.contains(row)));
            theme.representatives.retain(|row| !rows.contains(row));
        }
        listed
    }

    /// Gives themes without representatives the papers that fit them best. Returns the ids of the themes that
    /// were named, and of those that were merged.
    pub(super) fn finish(self) -> (BTreeSet<String>, Vec<(String, String)>) {
        let Themes { themes, assignments, .. } = self.themes;
        for theme in themes.iter_mut().filter(|theme| theme.representatives.is_empty()) {
            let mut best = theme.papers.clone();
            let score = |row: &u32| assignments[*row as usize].score;
            best.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
            best.truncate(REPRESENTATIVES);
            theme.representatives = best;
        }
        (self.named, self.merged)
    }

    fn refuse_taken(&self, name: &str, own: Option<usize>) -> Result<(), String> {
        let wanted = name.to_lowercase();
        let mut others = self.themes.themes.iter().enumerate().filter(|(at, _)| Some(*at) != own);
        match others.find(|(_, theme)| theme.name.to_lowercase() == wanted) {
            Some((_, theme)) => Err(format!("the theme `{}` is already called `{name}`", theme.id)),
            None => Ok(()),
        }
    }
}

/// The terms of some themes, each once, weighted by the themes' papers; as many as the largest number that one
/// theme has.
fn joined_terms(themes: &[&Theme]) -> Vec<LabelTerm> {
    let most = themes.iter().map(|theme| theme.terms.len()).max().unwrap_or(0);
    let all: usize = themes.iter().map(|theme| theme.papers.len()).sum();
    let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
    for theme in themes {
        let share = theme.papers.len() as f64 / all.max(1) as f64;
        for term in &theme.terms {
            *weights.entry(&term.text).or_default() += share * term.weight;
        }
    }
    let mut terms: Vec<LabelTerm> =
        weights.into_iter().map(|(text, weight)| LabelTerm { text: text.to_owned(), weight }).collect();
    terms.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.text.cmp(&b.text)));
    terms.truncate(most);
    terms
}

/// Representatives of some themes in proportion to their papers, as many as the largest number that one theme has.
///
/// Source: the divisor method with odd divisors of A. Sainte-Laguë, 1910.
fn in_proportion(themes: &[&Theme]) -> Vec<u32> {
    let most = themes.iter().map(|theme| theme.representatives.len()).max().unwrap_or(0);
    let mut taken = vec![0; themes.len()];
    let mut chosen = Vec::with_capacity(most);
    while chosen.len() < most {
        let claim = |at: &usize| themes[*at].papers.len() as f64 / (2 * taken[*at] + 1) as f64;
        let open = (0..themes.len()).filter(|&at| taken[at] < themes[at].representatives.len());
        let Some(next) = open.max_by(|a, b| claim(a).total_cmp(&claim(b)).then(b.cmp(a))) else { break };
        chosen.push(themes[next].representatives[taken[next]]);
        taken[next] += 1;
    }
    chosen
}
