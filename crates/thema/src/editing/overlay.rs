//! Applies edits to a copy of a run's state; what was learned does not change.

use std::collections::{BTreeMap, BTreeSet};

use thema_features::Document;
use thema_features::analysis::Language;
use thema_themes::identity::RunState;
use thema_themes::{
    ClusterGroup, Edit, EditScope, Edits, Located, Misfit, Paper, Phrase, Theme, Themes, cosine_matrix,
    distinguishing_terms, group_name,
};

use crate::paper_ids::rows_of;
use crate::run_model::RunModel;
use crate::texts::PaperText;
use crate::{Placer, Result};

/// What applying edits needs: the texts and the model of a run.
pub(crate) struct Overlay<'a> {
    pub(crate) model: &'a RunModel,
    pub(crate) placer: &'a Placer,
    /// Papers whose texts are not in the model yet.
    pub(crate) fresh: &'a [PaperText<'a>],
}

/// Edited themes of a run.
pub(crate) struct EditedState {
    pub(crate) state: RunState,
    /// Cosine similarities of the themes, in their order.
    pub(crate) similarity: Vec<Vec<f64>>,
    /// Papers that counted before and are excluded.
    pub(crate) excluded: usize,
    pub(crate) misfits: Vec<Misfit>,
}

impl Overlay<'_> {
    /// Applies the edits to the state of a run. The figures counted per theme are not set yet.
    pub(crate) fn apply(&self, edits: &Edits, mut state: RunState) -> Result<EditedState> {
        let learned: Vec<(String, String)> =
            state.themes.themes.iter().map(|theme| (theme.id.clone(), theme.name.clone())).collect();
        let located = Located {
            papers: rows_of(edits.edits.iter().flat_map(Edit::papers), &state.papers),
            phrases: self.rows_with_phrases(edits, &state.papers)?,
        };
        let RunState { papers, themes, found_later, .. } = &mut state;
        let scope = EditScope::Run(papers);
        let (before, themes_before) = (counted(themes), themes_of_papers(themes));
        let edited = edits.apply(themes, scope, &located);
        let excluded = before - counted(themes);
        let mut misfits = edited.misfits;
        // A theme that took one of the first run has papers of all times.
        for (from, into) in &edited.merged {
            if !found_later.contains_key(from) {
                found_later.remove(into);
            }
        }
        find_parts_later(&learned, &themes_before, themes, found_later);
        let born = self.label(&learned, &mut themes.themes, papers)?;
        misfits.extend(edits.name_by_models(themes, scope, &edited.named));
        let similarity = self.similarity(&themes.themes, &edited.merged, &born);
        let language = Language::from_code(self.placer.model().language()).unwrap_or_default();
        rename_clusters(&learned, &edited.merged, language.conjunction(), &mut state);
        Ok(EditedState { state, similarity, excluded, misfits })
    }

    fn rows_with_phrases(&self, edits: &Edits, papers: &[Paper]) -> Result<BTreeMap<String, BTreeSet<u32>>> {
        let phrases: Vec<(&str, Phrase)> = edits
            .edits
            .iter()
            .filter_map(|edit| edit.phrase())
            .filter_map(|phrase| Some((phrase, Phrase::new(phrase)?)))
            .collect();
        let mut found = BTreeMap::<String, BTreeSet<u32>>::new();
        if phrases.is_empty() {
            return Ok(found);
        }
        let row_of: BTreeMap<&str, u32> = papers.iter().map(|paper| paper.id.as_str()).zip(0..).collect();
        let mut see = |id: &str, document: Document<'_>| {
            let Some(&row) = row_of.get(id) else { return };
            for (text, phrase) in &phrases {
                if phrase.is_in(&[document.title, document.body]) {
                    found.entry((*text).to_owned()).or_default().insert(row);
                }
            }
        };
        self.model.each_text(|texts| texts.iter().for_each(|text| see(&text.id, text.document())))?;
        self.fresh.iter().for_each(|text| see(text.id, text.document()));
        Ok(found)
    }

    /// Gives terms to the themes that edits created; returns the vector sums of their papers by theme id.
    fn label(
        &self,
        learned: &[(String, String)],
        themes: &mut [Theme],
        papers: &[Paper],
    ) -> Result<BTreeMap<String, Vec<f64>>> {
        let known: BTreeSet<&str> = learned.iter().map(|(id, _)| id.as_str()).collect();
        let is_new = |theme: &Theme| !known.contains(theme.id.as_str());
        let members: BTreeSet<&str> = themes
            .iter()
            .filter(|theme| is_new(theme))
            .flat_map(|theme| theme.papers.iter().map(|&row| papers[row as usize].id.as_str()))
            .collect();
        let mut sums = BTreeMap::new();
        if members.is_empty() {
            return Ok(sums);
        }
        let stored = self.model.texts(|id| members.contains(id))?;
        let mut documents: BTreeMap<&str, Document<'_>> =
            stored.values().map(|text| (text.id.as_str(), text.document())).collect();
        let fresh = self.fresh.iter().filter(|text| members.contains(text.id));
        documents.extend(fresh.map(|text| (text.id, text.document())));
        for theme in themes.iter_mut().filter(|theme| is_new(theme)) {
            let of_theme: Vec<Document<'_>> = theme
                .papers
                .iter()
                .filter_map(|&row| documents.get(papers[row as usize].id.as_str()).copied())
                .collect();
            let features = self.placer.features();
            let rows = features.transform(&of_theme)?;
            let frequencies = features.document_frequencies();
            let frequencies = (frequencies.frequencies(), frequencies.documents());
            theme.terms = distinguishing_terms(&rows, frequencies, self.placer);
            let vectors = self.placer.model().centred(self.placer.projection().project(&rows)?.view());
            let sum =
                vectors.columns().into_iter().map(|column| column.iter().map(|&x| f64::from(x)).sum::<f64>());
            sums.insert(theme.id.clone(), sum.collect());
        }
        Ok(sums)
    }

    /// Cosines of the themes. A merged theme has the sum of its parts, a new theme that of its papers, and
    /// any other theme the learned one, even if papers were moved by hand.
    fn similarity(
        &self,
        themes: &[Theme],
        merged: &[(String, String)],
        born: &BTreeMap<String, Vec<f64>>,
    ) -> Vec<Vec<f64>> {
        let standing = self.placer.model().standing();
        let learned = |id: &str| born.get(id).cloned().or_else(|| Some(standing.sum(id)?.to_vec()));
        let mut sums: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (taken, into) in merged {
            let of_taken = sums.remove(taken.as_str()).or_else(|| learned(taken));
            let mut sum = sums.remove(into.as_str()).or_else(|| learned(into)).unwrap_or_default();
            for (sum, part) in sum.iter_mut().zip(of_taken.unwrap_or_default()) {
                *sum += part;
            }
            sums.insert(into, sum);
        }
        let of_theme = |theme: &Theme| sums.get(theme.id.as_str()).cloned().or_else(|| learned(&theme.id));
        cosine_matrix(themes.iter().map(|theme| of_theme(theme).unwrap_or_default()).collect())
    }
}

/// Papers that count in the figures of a theme.
fn counted(themes: &Themes) -> usize {
    themes.themes.iter().map(|theme| theme.papers.len()).sum()
}

fn themes_of_papers(themes: &Themes) -> Vec<u32> {
    themes.assignments.iter().map(|assignment| assignment.theme).collect()
}

/// A theme that an edit made of papers of themes found later is found as late as they are. `themes_before` are the learned
/// themes of all papers.
fn find_parts_later(
    learned: &[(String, String)],
    themes_before: &[u32],
    themes: &Themes,
    found_later: &mut BTreeMap<String, u32>,
) {
    for theme in themes.themes.iter().filter(|theme| learned.iter().all(|(id, _)| *id != theme.id)) {
        let from = |row: &u32| found_later.get(&learned[themes_before[*row as usize] as usize].0).copied();
        let found: Option<Vec<u32>> = theme.papers.iter().map(from).collect();
        if let Some(&last) = found.as_ref().and_then(|found| found.iter().max()) {
            found_later.insert(theme.id.clone(), last);
        }
    }
}

/// Renames clusters that are named after a theme to the theme's current name, and groups of clusters that are named after
/// a theme or after some of their clusters. A group follows a merged theme to the theme that took it.
fn rename_clusters(
    learned: &[(String, String)],
    merged: &[(String, String)],
    conjunction: &str,
    state: &mut RunState,
) {
    let names: BTreeMap<&str, &str> =
        state.themes.themes.iter().map(|theme| (theme.id.as_str(), theme.name.as_str())).collect();
    let taker = |id: &str| {
        let follow = |id, (taken, into): &(String, String)| if *taken == id { into.clone() } else { id };
        merged.iter().fold(id.to_owned(), follow)
    };
    let now = |id: &str| names.get(id).map(|&name| name.to_owned());
    let renamed = |(id, name): &(String, String)| Some((name.clone(), now(id)?));
    let followed = |(id, name): &(String, String)| Some((name.clone(), now(&taker(id))?));
    let of_clusters: BTreeMap<String, String> = learned.iter().filter_map(renamed).collect();
    let of_groups: BTreeMap<String, String> = learned.iter().filter_map(followed).collect();
    let before: BTreeMap<u32, String> =
        state.cluster_labels.iter().map(|label| (label.cluster, label.name.clone())).collect();
    for label in &mut state.cluster_labels {
        if let Some(name) = of_clusters.get(&label.name) {
            label.name.clone_from(name);
        }
    }
    rename_groups((&before, &of_groups), conjunction, &mut state.hierarchy);
}

fn rename_groups(
    (before, now): (&BTreeMap<u32, String>, &BTreeMap<String, String>),
    conjunction: &str,
    groups: &mut [ClusterGroup],
) {
    for group in groups {
        let clusters: Vec<&str> =
            group.clusters.iter().filter_map(|cluster| before.get(cluster)).map(String::as_str).collect();
        group.name = group_name(&group.name, &clusters, now, conjunction);
        rename_groups((before, now), conjunction, &mut group.children);
    }
}
