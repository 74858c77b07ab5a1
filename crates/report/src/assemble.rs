//! Assembles the report model from themes and papers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use thema_themes::{
    Bridge, ClusterGroup, ClusterLabel, LabelTerm, OutlierReason, Paper, Subtheme, Tally, ThemeKind, Themes,
    date_text,
};

use crate::facet_report::CorpusFacets;
use crate::model::{
    BridgeReport, CategoryCount, ClusterCount, ClusterReport, CorpusSummary, HierarchyGroup, OutlierCount,
    OutlierSummary, PaperRef, REPORT_SCHEMA, REPORT_SCHEMA_VERSION, Report, SourceSummary, StrayDatesReport,
    SubthemeCount, ThemeReport,
};
use crate::numbers::{rounded, share};
use crate::{InputFile, NamedPapers, Preview, ReportError, TrendReport, names, paper_url};

/// Primary categories listed for the corpus.
const CORPUS_CATEGORIES: usize = 20;
/// Primary categories listed for a theme.
const THEME_CATEGORIES: usize = 5;
/// Clusters listed for a theme.
const THEME_CLUSTERS: usize = 10;

/// Everything that a report is assembled from.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// Version of thema.
    pub thema_version: &'a str,
    /// Counts over the corpus. A paper that does not count, because another counts for it, is not in any
    /// theme's figures or any share.
    pub tally: &'a Tally,
    /// The papers that the report names individually.
    pub named: &'a NamedPapers,
    /// Inputs in the order in which they were read.
    pub inputs: &'a [InputFile],
    /// How much of the inputs was read; `None` for all.
    pub preview: Option<Preview>,
    /// Papers that repeat another paper almost word for word.
    pub near_duplicates: u64,
    /// Papers that edits exclude from all figures of the themes.
    pub excluded: u64,
    /// Papers that updates added to the run.
    pub added: u64,
    /// Identifiers of the themes that updates found.
    pub found_later: &'a [&'a str],
    /// The themes; their papers and assignments are not used.
    pub themes: &'a Themes,
    /// Labels of discovered clusters, in any order; clusters may lack one.
    pub cluster_labels: &'a [ClusterLabel],
    /// Top of the hierarchy; empty if none was built.
    pub hierarchy: &'a [ClusterGroup],
    /// Similarity between themes ([`cosine_matrix`](thema_themes::cosine_matrix)), in the order of `themes`.
    pub similarity: Option<&'a [Vec<f64>]>,
    /// The quality card.
    pub quality: Option<&'a serde_json::Value>,
}

impl Report {
    /// Assembles the report of a run. Themes are sorted by size, largest first, ties by key; a theme of kind
    /// [`ThemeKind::Other`] comes last. Shares, scores and similarities are rounded to six decimals.
    ///
    /// # Errors
    /// [`ReportError::LengthMismatch`] if themes, figures and similarities differ in number,
    /// [`ReportError::InconsistentThemes`] if a paper or a theme is named that was not given.
    pub fn assemble(input: &ReportInput<'_>) -> Result<Self, ReportError> {
        check(input)?;
        let ReportInput { tally, themes: Themes { themes, .. }, .. } = *input;
        let counted = tally.counted();
        let mut order: Vec<usize> = (0..themes.len()).collect();
        order.sort_by_key(|&index| {
            let theme = &themes[index];
            (theme.kind == ThemeKind::Other, Reverse(tally.themes()[index].papers()), &theme.key)
        });
        let facets = CorpusFacets::of(tally);
        let reports = order.iter().zip(1..).map(|(&index, rank)| {
            let of_theme = facets.told(tally.themes()[index].facets());
            Ok(ThemeReport { facets: of_theme, ..theme_report(input, index, rank, counted)? })
        });
        let reports: Vec<ThemeReport> = reports.collect::<Result<_, ReportError>>()?;
        let clusters = cluster_reports(input, counted)?;
        let facets = facets.of_corpus();
        let outliers = outlier_summary(tally, counted);
        let hierarchy = input.hierarchy.iter().map(|group| hierarchy_group(group, &clusters)).collect();
        Ok(Self {
            schema: REPORT_SCHEMA.to_owned(),
            schema_version: REPORT_SCHEMA_VERSION.to_owned(),
            thema_version: input.thema_version.to_owned(),
            built_in_taxonomy: input.themes.built_in.clone(),
            corpus: corpus_summary(input),
            facets,
            themes: reports,
            clusters,
            hierarchy,
            similarity: input.similarity.map(|rows| reordered(rows, &order)),
            quality: input.quality.filter(|card| !card.is_null()).map(|card| with_coverage(card, &outliers)),
            outliers,
        })
    }
}

/// Rows and columns of a square matrix in another order, with rounded values.
fn reordered(matrix: &[Vec<f64>], order: &[usize]) -> Vec<Vec<f64>> {
    order.iter().map(|&row| order.iter().map(|&column| rounded(matrix[row][column])).collect()).collect()
}

/// Refuses parts that do not fit together.
fn check(input: &ReportInput<'_>) -> Result<(), ReportError> {
    let themes = &input.themes.themes;
    let figures = ("figures of themes", themes.len(), input.tally.themes().len());
    let rows = input.similarity.into_iter().flat_map(|rows| {
        let columns = rows.iter().map(|row| ("columns of the similarity matrix", themes.len(), row.len()));
        columns.chain([("rows of the similarity matrix", themes.len(), rows.len())])
    });
    for (what, expected, got) in std::iter::once(figures).chain(rows) {
        if got != expected {
            return Err(ReportError::LengthMismatch { what, expected, got });
        }
    }
    let bridged = themes.iter().flat_map(|theme| theme.bridges.iter().map(|bridge| bridge.theme));
    let found = input.tally.clusters().values().flat_map(|themes| themes.keys().copied());
    match bridged.chain(found).find(|&theme| theme as usize >= themes.len()) {
        None => Ok(()),
        Some(theme) => Err(ReportError::InconsistentThemes {
            reason: format!("theme {theme} is named, but there are {} themes", themes.len()),
        }),
    }
}

fn theme_report(
    input: &ReportInput<'_>,
    index: usize,
    rank: u32,
    counted: u64,
) -> Result<ThemeReport, ReportError> {
    let ReportInput { named, tally, themes: Themes { themes, .. }, .. } = *input;
    let (theme, figures) = (&themes[index], &tally.themes()[index]);
    let absent = input.themes.absent.iter().find(|absent| absent.key == theme.key);
    let absent = absent.filter(|_| figures.papers() == 0);
    let mut clusters: Vec<ClusterCount> = tally
        .clusters()
        .iter()
        .filter_map(|(&cluster, themes)| {
            Some(ClusterCount { cluster, papers: *themes.get(&(index as u32))? })
        })
        .collect();
    clusters.sort_by_key(|count| (Reverse(count.papers), count.cluster));
    clusters.truncate(THEME_CLUSTERS);
    let bridge = |bridge: &Bridge| {
        let paper = PaperRef::new(named.get(bridge.paper)?);
        Ok::<_, ReportError>(BridgeReport { paper, theme: themes[bridge.theme as usize].key.clone() })
    };
    Ok(ThemeReport {
        rank,
        id: theme.id.clone(),
        key: theme.key.clone(),
        name: theme.name.clone(),
        kind: theme.kind,
        description: theme.description.clone(),
        size: figures.papers(),
        share: share(figures.papers(), counted),
        mean_margin: figures.mean_margin().map(rounded),
        outliers: figures.outliers(),
        terms: label_terms(&theme.terms),
        representatives: paper_refs(named, &theme.representatives)?,
        bridges: theme.bridges.iter().map(bridge).collect::<Result<_, _>>()?,
        first_paper: theme.first_paper.map(|row| named.get(row).map(PaperRef::new)).transpose()?,
        categories: categories(figures.categories(), THEME_CATEGORIES),
        facets: Vec::new(),
        subthemes: subthemes(input, figures.subthemes()),
        nearest: absent.map(|absent| paper_refs(named, &absent.nearest)).transpose()?,
        clusters,
        found_later: input.found_later.contains(&theme.id.as_str()),
        trend: theme.trend.as_ref().map(|trend| TrendReport::new(trend, named)).transpose()?,
    })
}

/// Papers of the known subthemes, largest first, ties in the taxonomy's order.
fn subthemes(input: &ReportInput<'_>, counts: &BTreeMap<String, u64>) -> Vec<SubthemeCount> {
    let count = |subtheme: &Subtheme| {
        let papers = *counts.get(&subtheme.key)?;
        Some(SubthemeCount { key: subtheme.key.clone(), name: subtheme.name.clone(), papers })
    };
    let mut counts: Vec<SubthemeCount> = input.themes.subthemes.iter().filter_map(count).collect();
    counts.sort_by_key(|count| Reverse(count.papers));
    counts
}

fn cluster_reports(input: &ReportInput<'_>, counted: u64) -> Result<Vec<ClusterReport>, ReportError> {
    let by_theme = input.tally.clusters();
    let labelled = input.cluster_labels.iter().map(|label| label.cluster);
    let numbers: BTreeSet<u32> = by_theme.keys().copied().chain(labelled).collect();
    let cluster = |cluster: u32| {
        let themes_of = by_theme.get(&cluster);
        let size = themes_of.map_or(0, |counts| counts.values().sum::<u64>());
        let most = themes_of
            .and_then(|counts| counts.iter().max_by_key(|&(&theme, &papers)| (papers, Reverse(theme))));
        let label = input.cluster_labels.iter().find(|label| label.cluster == cluster);
        Ok(ClusterReport {
            cluster,
            name: label.map(|label| label.name.clone()),
            size,
            share: share(size, counted),
            theme: most.map(|(&theme, _)| input.themes.themes[theme as usize].key.clone()),
            terms: label.map_or_else(Vec::new, |label| label_terms(&label.terms)),
            representatives: label
                .map_or_else(|| Ok(Vec::new()), |label| paper_refs(input.named, &label.representatives))?,
        })
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

fn corpus_summary(input: &ReportInput<'_>) -> CorpusSummary {
    let tally = input.tally;
    let records: u64 = input.inputs.iter().map(|file| file.records).sum();
    let strays = tally.stray_dates();
    let last = strays.map(|strays| strays.before).or_else(|| tally.dates().map(|(_, last)| last));
    let source = |file: &InputFile| SourceSummary {
        name: file.name.clone(),
        format: file.format.clone(),
        records: file.records,
        rejected: file.rejected,
    };
    CorpusSummary {
        records,
        papers: tally.papers(),
        joined: records.saturating_sub(tally.papers()),
        rejected: input.inputs.iter().map(|file| file.rejected).sum(),
        near_duplicates: input.near_duplicates,
        excluded: input.excluded,
        added: input.added,
        dated: tally.dated(),
        dates_cut: input.inputs.iter().map(|file| file.dates_cut).sum(),
        first_submitted: tally.dates().and_then(|(first, _)| date_text(first)),
        last_submitted: last.and_then(date_text),
        stray_dates: strays.and_then(|strays| {
            Some(StrayDatesReport { papers: strays.papers, last: date_text(strays.last)? })
        }),
        sources: input.inputs.iter().map(source).collect(),
        categories: categories(tally.categories(), CORPUS_CATEGORIES),
        preview: input.preview.map(|preview| Preview { share: rounded(preview.share), ..preview }),
    }
}

fn outlier_summary(tally: &Tally, counted: u64) -> OutlierSummary {
    let reasons = OutlierReason::ALL.map(|reason| OutlierCount { reason, papers: tally.outliers(reason) });
    let papers: u64 = reasons.iter().map(|count| count.papers).sum();
    OutlierSummary { papers, share: share(papers, counted), reasons: reasons.to_vec() }
}

/// Adds to the card the share of papers that were placed with confidence, and the
/// number of outliers by reason.
fn with_coverage(card: &Value, outliers: &OutlierSummary) -> Value {
    let mut card = card.clone();
    if let Some(fields) = card.as_object_mut() {
        let reasons = outliers.reasons.iter();
        let reasons: Map<String, Value> =
            reasons.map(|count| (names::outlier(count.reason).to_owned(), count.papers.into())).collect();
        fields.insert("coverage".into(), rounded(1.0 - outliers.share).into());
        fields.insert("outliers".into(), reasons.into());
    }
    card
}

/// The most frequent primary categories, ties by code.
fn categories(counts: &BTreeMap<String, u64>, limit: usize) -> Vec<CategoryCount> {
    let mut counts: Vec<(&str, u64)> =
        counts.iter().map(|(category, &papers)| (category.as_str(), papers)).collect();
    counts.sort_by_key(|&(category, papers)| (Reverse(papers), category));
    counts.truncate(limit);
    counts
        .into_iter()
        .map(|(category, papers)| CategoryCount { category: category.to_owned(), papers })
        .collect()
}

fn label_terms(terms: &[LabelTerm]) -> Vec<LabelTerm> {
    terms.iter().map(|term| LabelTerm { text: term.text.clone(), weight: rounded(term.weight) }).collect()
}

fn paper_refs(named: &NamedPapers, rows: &[u32]) -> Result<Vec<PaperRef>, ReportError> {
    rows.iter().map(|&row| named.get(row).map(PaperRef::new)).collect()
}

impl PaperRef {
    /// The form in which reports name `paper`.
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
