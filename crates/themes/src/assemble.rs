//! From places, clusters and labels to the themes of a run.

use ndarray::ArrayView2;
use thema_features::{CsrMatrix, Document};

use crate::taxonomy::Taxonomy;
use crate::{
    Assignment, ClusterLabel, DiscoveredGap, Label, LabelInput, LabelTerm, LabelValidParams, Naming,
    OutlierReason, SampledTexts, TaxonomyPlace, TermText, Theme, ThemeError, ThemeKind, Themes,
    representatives,
};

/// Papers that stand for a theme.
const REPRESENTATIVES: usize = 5;
/// A cluster is a gap of the taxonomy when at least this share of its papers is `other`.
const GAP_SHARE: f64 = 0.5;
/// Fewest papers of a gap.
const GAP_PAPERS: usize = 4;

/// The discovered cluster of one paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterPlace {
    /// Best cluster, counted from 0.
    pub cluster: u32,
    /// Second-best cluster, where there is one.
    pub second: Option<u32>,
    /// Cosine with the best cluster's centroid.
    pub similarity: f32,
    /// Cosine with the best centroid minus that with the second-best one.
    pub margin: f32,
}

/// What themes are made of; everything has one entry a paper, in corpus order.
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
    /// A taxonomy and the place of every paper in it; without one, every cluster is a theme.
    pub taxonomy: Option<(&'a Taxonomy, &'a [TaxonomyPlace])>,
    /// Why a paper cannot be placed with confidence.
    pub outliers: &'a [Option<OutlierReason>],
    /// The words behind terms.
    pub texts: &'a dyn TermText,
    /// What names are made from.
    pub naming: &'a Naming,
}

/// How every grouping of the papers is labelled.
struct Labels<'a> {
    params: &'a LabelValidParams,
    input: LabelInput<'a>,
    naming: &'a Naming,
}

impl Labels<'_> {
    fn of(&self, group_of: &[Option<u32>], groups: usize) -> Result<Vec<Label>, ThemeError> {
        self.params.label(&self.input, group_of, groups)
    }

    /// Labels with names that papers write, none of which is one of `taken`.
    fn named(
        &self,
        group_of: &[Option<u32>],
        groups: usize,
        taken: &[&str],
    ) -> Result<Vec<Label>, ThemeError> {
        let mut labels = self.of(group_of, groups)?;
        let names = self.naming.names(group_of, groups, taken);
        let written: Vec<String> = names.iter().flatten().map(|name| name.to_lowercase()).collect();
        for (group, (label, name)) in labels.iter_mut().zip(names).enumerate() {
            if let Some(name) = name {
                label.name = name;
            } else if written.contains(&label.name.to_lowercase()) {
                label.name = format!("{} ({})", label.name, group + 1);
            }
        }
        Ok(labels)
    }
}

impl Themes {
    /// Makes the themes of a run, as yet without what is counted of papers ([`Themes::count`]), and labels for its clusters.
    ///
    /// # Errors
    /// [`ThemeError::LengthMismatch`] when a part has not one entry a paper, and as [`LabelValidParams::label`].
    pub fn assemble(
        labels: &LabelValidParams,
        input: &ThemesInput<'_>,
    ) -> Result<(Self, Vec<ClusterLabel>), ThemeError> {
        check(input)?;
        let sample = SampledTexts::read(input.documents, input.texts);
        let labels = &Labels {
            params: labels,
            input: LabelInput { rows: input.rows, sample: &sample, texts: input.texts },
            naming: input.naming,
        };
        let cluster_of: Vec<Option<u32>> =
            input.cluster_places.iter().map(|place| Some(place.cluster)).collect();
        let cluster_labels = labels.named(&cluster_of, input.clusters, &[])?;
        let members = members(&cluster_of, input.clusters);
        let named: Vec<ClusterLabel> = (0_u32..)
            .zip(&cluster_labels)
            .map(|(cluster, label)| ClusterLabel {
                cluster,
                name: label.name.clone(),
                terms: label.terms.clone(),
                representatives: representatives(input.vectors, &members[cluster as usize], REPRESENTATIVES),
            })
            .collect();
        let themes = match input.taxonomy {
            None => discovered(input, &cluster_labels, &members),
            Some((taxonomy, places)) => guided(labels, input, taxonomy, places)?,
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
        ("places of papers", input.taxonomy.map_or(papers, |(_, places)| places.len())),
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
    Theme {
        id: format!("t-{number}"),
        key,
        name,
        kind: ThemeKind::Discovered,
        description: None,
        terms,
        representatives: representatives(input.vectors, &papers, REPRESENTATIVES),
        papers,
        bridges: Vec::new(),
        first_paper: None,
        trend: None,
    }
}

/// Every cluster is a theme.
fn discovered(input: &ThemesInput<'_>, labels: &[Label], members: &[Vec<u32>]) -> Themes {
    let mut keys = rustc_hash::FxHashSet::default();
    let themes = labels
        .iter()
        .zip(members)
        .enumerate()
        .map(|(index, (label, papers))| {
            let mut key = slug(&label.name);
            if !keys.insert(key.clone()) {
                key = format!("{key}-{}", index + 1);
                keys.insert(key.clone());
            }
            theme(input, index + 1, key, label.name.clone(), label.terms.clone(), papers.clone())
        })
        .collect();
    let assignments = input
        .cluster_places
        .iter()
        .zip(input.outliers)
        .map(|(place, &outlier)| Assignment {
            theme: place.cluster,
            score: place.similarity,
            margin: place.margin,
            second_theme: place.second,
            cluster: place.cluster,
            second_cluster: place.second,
            subtheme: None,
            outlier,
            probability: None,
        })
        .collect();
    Themes { themes, assignments, gaps: Vec::new() }
}

/// The taxonomy's wanted themes, the rest, and the clusters that the taxonomy has no theme for.
fn guided(
    labels: &Labels<'_>,
    input: &ThemesInput<'_>,
    taxonomy: &Taxonomy,
    places: &[TaxonomyPlace],
) -> Result<Themes, ThemeError> {
    let wanted: Vec<usize> =
        (0..taxonomy.themes.len()).filter(|&index| !taxonomy.themes[index].other).collect();
    let other = wanted.len() as u32;
    let index_of = |theme: Option<u32>| {
        let index = theme.and_then(|theme| wanted.iter().position(|&index| index == theme as usize));
        index.map_or(other, |index| index as u32)
    };
    let assignments: Vec<Assignment> = places
        .iter()
        .zip(input.cluster_places)
        .zip(input.outliers)
        .map(|((place, cluster), &outlier)| Assignment {
            theme: index_of(place.theme),
            score: place.score,
            margin: place.margin,
            second_theme: Some(index_of(place.second)),
            cluster: cluster.cluster,
            second_cluster: cluster.second,
            subtheme: place.absorbed_by.map(|theme| taxonomy.themes[theme as usize].key.clone()),
            outlier,
            probability: None,
        })
        .collect();
    let groups = wanted.len() + 1;
    let theme_of: Vec<Option<u32>> = assignments.iter().map(|assignment| Some(assignment.theme)).collect();
    let theme_labels = labels.of(&theme_of, groups)?;
    let mut members = members(&theme_of, groups).into_iter();
    let mut themes: Vec<Theme> = wanted
        .iter()
        .zip(&theme_labels)
        .zip(members.by_ref())
        .enumerate()
        .map(|(index, ((&source, label), papers))| {
            let source = &taxonomy.themes[source];
            let made =
                theme(input, index + 1, source.key.clone(), source.name.clone(), label.terms.clone(), papers);
            Theme { kind: ThemeKind::Taxonomy, description: Some(source.description.clone()), ..made }
        })
        .collect();
    let rest = members.next().unwrap_or_default();
    let terms = theme_labels[wanted.len()].terms.clone();
    let made = theme(input, groups, "other".into(), "Other".into(), terms, rest);
    themes.push(Theme { kind: ThemeKind::Other, ..made });
    let taken: Vec<&str> = themes.iter().map(|theme| theme.name.as_str()).collect();
    let gaps = gaps(labels, input, &assignments, other, &taken)?;
    Ok(Themes { themes, assignments, gaps })
}

/// Clusters most of whose papers fit no wanted theme, the largest first.
fn gaps(
    labels: &Labels<'_>,
    input: &ThemesInput<'_>,
    assignments: &[Assignment],
    other: u32,
    taken: &[&str],
) -> Result<Vec<DiscoveredGap>, ThemeError> {
    let mut sizes = vec![0_usize; input.clusters];
    for assignment in assignments {
        sizes[assignment.cluster as usize] += 1;
    }
    let unplaced: Vec<Option<u32>> = assignments
        .iter()
        .map(|assignment| (assignment.theme == other).then_some(assignment.cluster))
        .collect();
    let members = members(&unplaced, input.clusters);
    let is_gap = |cluster: usize| {
        let papers = members[cluster].len();
        papers >= GAP_PAPERS && papers as f64 >= GAP_SHARE * sizes[cluster] as f64
    };
    let mut clusters: Vec<usize> = (0..input.clusters).filter(|&cluster| is_gap(cluster)).collect();
    clusters.sort_by_key(|&cluster| (std::cmp::Reverse(members[cluster].len()), cluster));
    let gap_labels = labels.named(&unplaced, input.clusters, taken)?;
    Ok(clusters
        .into_iter()
        .enumerate()
        .map(|(rank, cluster)| {
            let papers = members[cluster].clone();
            let label = &gap_labels[cluster];
            DiscoveredGap {
                id: format!("t-{}", taken.len() + rank + 1),
                name: label.name.clone(),
                terms: label.terms.clone(),
                representatives: representatives(input.vectors, &papers, REPRESENTATIVES),
                nearest_theme: nearest_theme(assignments, &papers, other),
                papers,
                cluster: Some(cluster as u32),
                trend: None,
            }
        })
        .collect())
}

/// The wanted theme that is most often the second choice of `papers`, ties by index.
fn nearest_theme(assignments: &[Assignment], papers: &[u32], other: u32) -> Option<u32> {
    let mut votes = vec![0_usize; other as usize];
    for &row in papers {
        if let Some(second) = assignments[row as usize].second_theme.filter(|&second| second != other) {
            votes[second as usize] += 1;
        }
    }
    (0..other)
        .filter(|&theme| votes[theme as usize] > 0)
        .max_by_key(|&theme| (votes[theme as usize], std::cmp::Reverse(theme)))
}

/// Lower-case letters and digits of a name, its words joined by hyphens.
fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let words: Vec<&str> =
        lower.split(|character: char| !character.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("-")
}
