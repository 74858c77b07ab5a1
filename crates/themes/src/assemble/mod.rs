//! Builds the themes of a run from places, clusters and labels.

mod discovered;
mod guided;
mod rest;
mod subtheme_names;

use ndarray::ArrayView2;
use thema_features::{CsrMatrix, Document};

use crate::labels::{NameTerms, REPRESENTATIVES, representatives};
use crate::taxonomy::Taxonomy;
use crate::{
    ClusterLabel, Label, LabelInput, LabelTerm, LabelValidParams, Naming, OutlierReason, SampledTexts,
    TaxonomyPlace, TermText, Theme, ThemeError, ThemeKind, Themes,
};

/// Name of the theme of papers that fit no other.
const OTHER: &str = "Other";

/// The discovered cluster of one paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterPlace {
    /// Best cluster, counted from 0.
    pub cluster: u32,
    /// Second-best cluster, if there is one.
    pub second: Option<u32>,
    /// Cosine with the best cluster's centroid.
    pub similarity: f32,
    /// Cosine with the best cluster's centroid minus the cosine with the second-best one's.
    pub margin: f32,
}

/// What themes are made from. Every part has one entry per paper, in corpus order.
#[derive(Clone, Copy)]
pub struct ThemesInput<'a> {
    /// Titles and abstracts.
    pub documents: &'a [Document<'a>],
    /// Weighted terms of every paper.
    pub rows: &'a CsrMatrix,
    /// Unit vector of every paper.
    pub vectors: ArrayView2<'a, f32>,
    /// Number of clusters.
    pub clusters: usize,
    /// Cluster of every paper.
    pub cluster_places: &'a [ClusterPlace],
    /// Papers placed in a taxonomy; themes for the remaining papers are discovered. If
    /// `None`, every cluster is a theme.
    pub guided: Option<GuidedInput<'a>>,
    /// Why a paper cannot be placed with confidence.
    pub outliers: &'a [Option<OutlierReason>],
    /// Whether a paper may represent its theme: its text is like that of the others.
    pub ordinary: &'a [bool],
    /// The words behind terms.
    pub texts: &'a dyn TermText,
    /// Vectors of the columns of `rows` (terms x dimensions).
    pub term_vectors: ArrayView2<'a, f32>,
    /// What names are made from.
    pub naming: &'a Naming<'a>,
    /// The texts that are searched for the written form of terms.
    pub sample: &'a SampledTexts,
}

impl ThemesInput<'_> {
    /// Whether the paper is an outlier because of its text, not because it lies between two themes.
    fn is_strange(&self, row: usize) -> bool {
        self.outliers[row].is_some_and(|reason| reason != OutlierReason::LowMargin)
    }

    /// The papers that represent a group with this name.
    fn representatives(&self, members: &[u32], name: &str) -> Vec<u32> {
        let name = NameTerms::of(name, self.texts);
        let title = |row: u32| self.documents[row as usize].title;
        // A title has no terms that its paper lacks.
        let evidence = |row: u32| match name.in_paper(&self.rows.row(row as usize)) {
            0 => 0,
            said => said + name.in_title(title(row)),
        };
        representatives(self.vectors, self.ordinary, members, (title, evidence), REPRESENTATIVES)
    }
}

/// Papers placed in a taxonomy.
#[derive(Clone, Copy, Debug)]
pub struct GuidedInput<'a> {
    /// The taxonomy.
    pub taxonomy: &'a Taxonomy,
    /// The place of every paper.
    pub places: &'a [TaxonomyPlace],
    /// Wanted themes that no paper belongs to: index in the taxonomy, and rows of the nearest papers.
    pub absent: &'a [(u32, Vec<u32>)],
}

/// How groups of papers are labelled.
struct Labels<'p, 'a> {
    params: &'p LabelValidParams,
    input: LabelInput<'a>,
    naming: &'a Naming<'a>,
}

impl Labels<'_, '_> {
    fn of(&self, group_of: &[Option<u32>], groups: usize) -> Result<Vec<Label>, ThemeError> {
        self.params.label(&self.input, group_of, groups)
    }

    /// Labels of groups. A group with a name in `given` gets that, the others names found in the papers.
    fn named(
        &self,
        group_of: &[Option<u32>],
        groups: usize,
        given: &[Option<&str>],
    ) -> Result<Vec<Label>, ThemeError> {
        let mut labels = self.of(group_of, groups)?;
        let nameless: Vec<Option<u32>> =
            group_of.iter().map(|group| group.filter(|&group| given[group as usize].is_none())).collect();
        let taken: Vec<&str> = given.iter().copied().flatten().collect();
        let names = self.naming.names(&nameless, groups, &taken, &labels);
        let taken = given.iter().copied().flatten().chain(names.iter().flatten().map(String::as_str));
        let written: Vec<String> = taken.map(str::to_lowercase).collect();
        for (group, (label, name)) in labels.iter_mut().zip(&names).enumerate() {
            if let Some(name) = given[group].or(name.as_deref()) {
                name.clone_into(&mut label.name);
            } else if written.contains(&label.name.to_lowercase()) {
                label.name = format!("{} ({})", label.name, group + 1);
            }
        }
        Ok(labels)
    }
}

impl Themes {
    /// Makes the themes of a run and labels for its clusters. What is counted over papers is added later by
    /// [`RunState::count`](crate::identity::RunState::count).
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] if a part does not have one entry per paper, and the errors of
    /// [`LabelValidParams::label`].
    pub fn assemble(
        labels: &LabelValidParams,
        input: &ThemesInput<'_>,
    ) -> Result<(Self, Vec<ClusterLabel>), ThemeError> {
        check(input)?;
        let labels = &Labels {
            params: labels,
            input: LabelInput {
                rows: input.rows,
                sample: input.sample,
                texts: input.texts,
                term_vectors: input.term_vectors,
            },
            naming: input.naming,
        };
        let cluster_of: Vec<Option<u32>> =
            input.cluster_places.iter().map(|place| Some(place.cluster)).collect();
        let cluster_labels = labels.named(&cluster_of, input.clusters, &vec![None; input.clusters])?;
        let members = members(&cluster_of, input.clusters);
        let named: Vec<ClusterLabel> = (0_u32..)
            .zip(&cluster_labels)
            .map(|(cluster, label)| ClusterLabel {
                cluster,
                name: label.name.clone(),
                terms: label.terms.clone(),
                representatives: input.representatives(&members[cluster as usize], &label.name),
            })
            .collect();
        let themes = match &input.guided {
            None => discovered::themes(input, &cluster_labels, &members),
            Some(guided) => guided::themes(labels, input, guided)?,
        };
        Ok((themes, named))
    }
}

fn check(input: &ThemesInput<'_>) -> Result<(), ThemeError> {
    let papers = input.documents.len();
    let lengths = [
        ("rows of papers", input.rows.rows()),
        ("vectors of papers", input.vectors.nrows()),
        ("clusters of papers", input.cluster_places.len()),
        ("outlier reasons of papers", input.outliers.len()),
        ("texts of papers", input.ordinary.len()),
        ("places of papers", input.guided.map_or(papers, |guided| guided.places.len())),
    ];
    match lengths.into_iter().find(|&(_, got)| got != papers) {
        Some((what, got)) => Err(ThemeError::LengthMismatch { what, expected: papers, got }),
        None => Ok(()),
    }
}

/// Rows of every group, ascending.
fn members(group_of: &[Option<u32>], groups: usize) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); groups];
    for (row, group) in (0_u32..).zip(group_of) {
        if let Some(group) = group {
            members[*group as usize].push(row);
        }
    }
    members
}

fn theme(
    input: &ThemesInput<'_>,
    number: usize,
    key: String,
    name: String,
    terms: Vec<LabelTerm>,
    papers: Vec<u32>,
) -> Theme {
    let representatives = input.representatives(&papers, &name);
    Theme {
        id: format!("t-{number}"),
        key,
        name,
        kind: ThemeKind::Discovered,
        description: None,
        terms,
        representatives,
        papers,
        bridges: Vec::new(),
        first_paper: None,
        trend: None,
    }
}

/// Theme keys in use; each is given once.
#[derive(Default)]
struct Keys(rustc_hash::FxHashSet<String>);

impl Keys {
    /// Marks a key as used.
    fn take(&mut self, key: &str) {
        self.0.insert(key.to_owned());
    }

    /// A unique key for the theme `name`, number `number` of the run.
    fn of(&mut self, name: &str, number: usize) -> String {
        let mut key = slug(name);
        while self.0.contains(&key) {
            key = format!("{key}-{number}");
        }
        self.take(&key);
        key
    }
}

/// Lower-case letters and digits of a name, with hyphens between words.
fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let words: Vec<&str> =
        lower.split(|character: char| !character.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("-")
}
