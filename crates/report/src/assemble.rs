//! From themes and papers to the report model.

use std::collections::BTreeMap;

use thema_themes::{
    Assignment, ClusterGroup, ClusterLabel, LabelTerm, OutlierReason, Paper, Theme, ThemeKind, Themes,
    date_text,
};

use crate::model::{
    BridgeReport, CategoryCount, ClusterCount, ClusterReport, CorpusSummary, GapReport, HierarchyGroup,
    OutlierCount, OutlierSummary, PaperRef, REPORT_SCHEMA, REPORT_SCHEMA_VERSION, Report, SourceSummary,
    ThemeReport,
};
use crate::{InputFile, ReportError, TrendReport, paper_url};

/// Primary categories listed for the corpus.
const CORPUS_CATEGORIES: usize = 20;
/// Primary categories listed for a theme.
const THEME_CATEGORIES: usize = 5;
/// Clusters listed for a theme.
const THEME_CLUSTERS: usize = 10;

/// All that a report is assembled from.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// Version of thema.
    pub thema_version: &'a str,
    /// The corpus; rows of every other part refer to it. A paper that is in no theme's list of papers, as another
    /// counts for it, has its assignment and is in no count and no share.
    pub papers: &'a [Paper],
    /// Inputs in the order in which they were read.
    pub inputs: &'a [InputFile],
    /// Papers that repeat another paper nearly word for word.
    pub near_duplicates: u64,
    /// Themes and the place of every paper.
    pub themes: &'a Themes,
    /// Labels of discovered clusters, in any order; clusters may lack one.
    pub cluster_labels: &'a [ClusterLabel],
    /// Top of the hierarchy; empty where none was built.
    pub hierarchy: &'a [ClusterGroup],
    /// How near themes lie to each other ([`theme_similarity`](thema_themes::theme_similarity)), in the order of `themes`.
    pub similarity: Option<&'a [Vec<f64>]>,
    /// The quality card.
    pub quality: Option<&'a serde_json::Value>,
}

impl Report {
    /// Assembles the report of a run. Themes come out by size, the largest first, ties by key; a theme of kind
    /// [`ThemeKind::Other`] comes last. Shares, scores and similarities are rounded to six decimals.
    ///
    /// # Errors
    /// [`ReportError::LengthMismatch`] when papers and assignments or themes and similarities differ in number,
    /// [`ReportError::InconsistentThemes`] when a row, a theme or a cluster is named that does not exist.
    pub fn assemble(input: &ReportInput<'_>) -> Result<Self, ReportError> {
        check(input)?;
        let ReportInput { papers, themes: Themes { themes, assignments, gaps }, .. } = *input;
        let mut order: Vec<usize> = (0..themes.len()).collect();
        order.sort_by_key(|&index| {
            let theme = &themes[index];
            (theme.kind == ThemeKind::Other, std::cmp::Reverse(theme.papers.len()), &theme.key)
        });
        let ordered: Vec<&Theme> = order.iter().map(|&index| &themes[index]).collect();
        let mut counted: Vec<u32> = themes.iter().flat_map(|theme| theme.papers.iter().copied()).collect();
        counted.sort_unstable();
        let counted_theme = |(theme, rank)| theme_report(input, theme, rank, counted.len());
        let reports = ordered.iter().copied().zip(1..).map(counted_theme).collect();
        let gaps = gaps
            .iter()
            .map(|gap| GapReport {
                id: gap.id.clone(),
                name: gap.name.clone(),
                size: gap.papers.len() as u64,
                share: share(gap.papers.len(), counted.len()),
                terms: label_terms(&gap.terms),
                representatives: paper_refs(papers, &gap.representatives),
                cluster: gap.cluster,
                nearest_theme: gap.nearest_theme.map(|theme| themes[theme as usize].key.clone()),
                trend: gap.trend.as_ref().map(|trend| TrendReport::new(trend, papers)),
            })
            .collect();
        let clusters = cluster_reports(input, &counted);
        let hierarchy = input.hierarchy.iter().map(|group| hierarchy_group(group, &clusters)).collect();
        Ok(Self {
            schema: REPORT_SCHEMA.to_owned(),
            schema_version: REPORT_SCHEMA_VERSION.to_owned(),
            thema_version: input.thema_version.to_owned(),
            corpus: corpus_summary(input, &counted),
            themes: reports,
            gaps,
            clusters,
            hierarchy,
            similarity: input.similarity.map(|rows| reordered(rows, &order)),
            outliers: outlier_summary(assignments, &counted),
            quality: input.quality.filter(|card| !card.is_null()).cloned(),
        })
    }
}

/// Rows and columns of a square matrix in another order, its values rounded.
fn reordered(matrix: &[Vec<f64>], order: &[usize]) -> Vec<Vec<f64>> {
    order.iter().map(|&row| order.iter().map(|&column| rounded(matrix[row][column])).collect()).collect()
}

/// Refuses parts that do not fit each other.
fn check(input: &ReportInput<'_>) -> Result<(), ReportError> {
    let papers = input.papers.len();
    let Themes { themes, assignments, gaps } = input.themes;
    let lengths = [("assignments of papers", papers, assignments.len())];
    let rows = input.similarity.into_iter().flat_map(|rows| {
        let columns = rows.iter().map(|row| ("columns of the similarity", themes.len(), row.len()));
        columns.chain([("rows of the similarity", themes.len(), rows.len())])
    });
    for (what, expected, got) in lengths.into_iter().chain(rows) {
        if got != expected {
            return Err(ReportError::LengthMismatch { what, expected, got });
        }
    }
    let rows = themes
        .iter()
        .flat_map(|theme| theme.papers.iter().chain(&theme.representatives).chain(&theme.first_paper))
        .chain(themes.iter().flat_map(|theme| theme.bridges.iter().map(|bridge| &bridge.paper)))
        .chain(gaps.iter().flat_map(|gap| gap.papers.iter().chain(&gap.representatives)))
        .chain(input.cluster_labels.iter().flat_map(|label| &label.representatives));
    let named = assignments
        .iter()
        .flat_map(|assignment| std::iter::once(&assignment.theme).chain(&assignment.second_theme))
        .chain(themes.iter().flat_map(|theme| theme.bridges.iter().map(|bridge| &bridge.theme)))
        .chain(gaps.iter().filter_map(|gap| gap.nearest_theme.as_ref()));
    let missing = |what: &str, index: u32, count: usize| ReportError::InconsistentThemes {
        reason: format!("{what} {index} of {count} is named"),
    };
    for &row in rows {
        if row as usize >= papers {
            return Err(missing("paper", row, papers));
        }
    }
    for &theme in named {
        if theme as usize >= themes.len() {
            return Err(missing("theme", theme, themes.len()));
        }
    }
    Ok(())
}

fn theme_report(input: &ReportInput<'_>, theme: &Theme, rank: u32, counted: usize) -> ThemeReport {
    let ReportInput { papers, themes, .. } = *input;
    let assignments = || theme.papers.iter().map(|&row| &themes.assignments[row as usize]);
    let margins: f64 = assignments().map(|assignment| f64::from(assignment.margin)).sum();
    let mut clusters: BTreeMap<u32, u64> = BTreeMap::new();
    for assignment in assignments() {
        *clusters.entry(assignment.cluster).or_default() += 1;
    }
    let mut clusters: Vec<ClusterCount> =
        clusters.into_iter().map(|(cluster, papers)| ClusterCount { cluster, papers }).collect();
    clusters.sort_by_key(|count| (std::cmp::Reverse(count.papers), count.cluster));
    clusters.truncate(THEME_CLUSTERS);
    ThemeReport {
        rank,
        id: theme.id.clone(),
        key: theme.key.clone(),
        name: theme.name.clone(),
        kind: theme.kind,
        description: theme.description.clone(),
        size: theme.papers.len() as u64,
        share: share(theme.papers.len(), counted),
        mean_margin: (!theme.papers.is_empty()).then(|| rounded(margins / theme.papers.len() as f64)),
        outliers: assignments().filter(|assignment| assignment.outlier.is_some()).count() as u64,
        terms: label_terms(&theme.terms),
        representatives: paper_refs(papers, &theme.representatives),
        bridges: theme
            .bridges
            .iter()
            .map(|bridge| BridgeReport {
                paper: PaperRef::new(&papers[bridge.paper as usize]),
                theme: themes.themes[bridge.theme as usize].key.clone(),
            })
            .collect(),
        first_paper: theme.first_paper.map(|row| PaperRef::new(&papers[row as usize])),
        categories: categories(theme.papers.iter().map(|&row| &papers[row as usize]), THEME_CATEGORIES),
        clusters,
        trend: theme.trend.as_ref().map(|trend| TrendReport::new(trend, papers)),
    }
}

fn cluster_reports(input: &ReportInput<'_>, counted: &[u32]) -> Vec<ClusterReport> {
    let Themes { themes, assignments, .. } = input.themes;
    let found = assignments.iter().map(|assignment| assignment.cluster);
    let labelled = input.cluster_labels.iter().map(|label| label.cluster);
    let numbers: std::collections::BTreeSet<u32> = found.chain(labelled).collect();
    let mut by_theme: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
    for assignment in counted.iter().map(|&row| &assignments[row as usize]) {
        *by_theme.entry(assignment.cluster).or_default().entry(assignment.theme).or_default() += 1;
    }
    let cluster = |cluster: u32| {
        let themes_of = by_theme.get(&cluster);
        let size = themes_of.map_or(0, |counts| counts.values().sum::<u64>());
        let most = themes_of.and_then(|counts| {
            counts.iter().max_by_key(|&(&theme, &count)| (count, std::cmp::Reverse(theme)))
        });
        let label = input.cluster_labels.iter().find(|label| label.cluster == cluster);
        ClusterReport {
            cluster,
            name: label.map(|label| label.name.clone()),
            size,
            share: share(size as usize, counted.len()),
            theme: most.map(|(&theme, _)| themes[theme as usize].key.clone()),
            terms: label.map_or_else(Vec::new, |label| label_terms(&label.terms)),
            representatives: label
                .map_or_else(Vec::new, |label| paper_refs(input.papers, &label.representatives)),
        }
    };
    numbers.into_iter().map(cluster).collect()
}

fn hierarchy_group(group: &ClusterGroup, clusters: &[ClusterReport]) -> HierarchyGroup {
    let mut numbers = group.clusters.clone();
    numbers.sort_unstable();
    let members = clusters.iter().filter(|cluster| numbers.binary_search(&cluster.cluster).is_ok());
    HierarchyGroup {
        name: group.name.clone(),
        size: members.clone().map(|cluster| cluster.size).sum(),
        share: rounded(members.map(|cluster| cluster.share).sum()),
        clusters: numbers,
        children: group.children.iter().map(|child| hierarchy_group(child, clusters)).collect(),
    }
}

fn corpus_summary(input: &ReportInput<'_>, counted: &[u32]) -> CorpusSummary {
    let dates = || input.papers.iter().filter_map(Paper::date);
    let records: u64 = input.inputs.iter().map(|file| file.records).sum();
    let source = |file: &InputFile| SourceSummary {
        name: file.name.clone(),
        format: file.format.clone(),
        records: file.records,
        rejected: file.rejected,
    };
    CorpusSummary {
        records,
        papers: input.papers.len() as u64,
        joined: records.saturating_sub(input.papers.len() as u64),
        rejected: input.inputs.iter().map(|file| file.rejected).sum(),
        near_duplicates: input.near_duplicates,
        dated: dates().count() as u64,
        first_submitted: dates().min().and_then(date_text),
        last_submitted: dates().max().and_then(date_text),
        sources: input.inputs.iter().map(source).collect(),
        categories: categories(counted.iter().map(|&row| &input.papers[row as usize]), CORPUS_CATEGORIES),
    }
}

fn outlier_summary(assignments: &[Assignment], counted: &[u32]) -> OutlierSummary {
    let reasons = OutlierReason::ALL.map(|reason| {
        let of_reason = counted.iter().filter(|&&row| assignments[row as usize].outlier == Some(reason));
        OutlierCount { reason, papers: of_reason.count() as u64 }
    });
    let papers: u64 = reasons.iter().map(|count| count.papers).sum();
    OutlierSummary { papers, share: share(papers as usize, counted.len()), reasons: reasons.to_vec() }
}

/// The `limit` most frequent primary categories, the most frequent first, ties by name.
fn categories<'a>(papers: impl Iterator<Item = &'a Paper>, limit: usize) -> Vec<CategoryCount> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for category in papers.filter_map(Paper::primary_category) {
        *counts.entry(category).or_default() += 1;
    }
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(category, papers)| (std::cmp::Reverse(papers), category));
    counts.truncate(limit);
    counts
        .into_iter()
        .map(|(category, papers)| CategoryCount { category: category.to_owned(), papers })
        .collect()
}

fn label_terms(terms: &[LabelTerm]) -> Vec<LabelTerm> {
    terms.iter().map(|term| LabelTerm { text: term.text.clone(), weight: rounded(term.weight) }).collect()
}

fn paper_refs(papers: &[Paper], rows: &[u32]) -> Vec<PaperRef> {
    rows.iter().map(|&row| PaperRef::new(&papers[row as usize])).collect()
}

impl PaperRef {
    /// How reports name `paper`.
    #[must_use]
    pub fn new(paper: &Paper) -> Self {
        Self {
            id: paper.id.clone(),
            title: paper.title.clone(),
            url: paper_url(paper),
            submitted: paper.date().and_then(date_text),
            headline: paper.headline.clone(),
        }
    }
}

/// `part / whole` to six decimals; 0 for an empty whole.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { rounded(part as f64 / whole as f64) }
}

/// `value` to six decimals, without a negative zero; 0 where it is not finite, as JSON has no such number.
pub(super) fn rounded(value: f64) -> f64 {
    let scaled = (value * 1e6).round() / 1e6;
    if scaled.is_finite() { scaled + 0.0 } else { 0.0 }
}
