//! The report model: the content of `themes.json`, read by every other writer and the page.

use std::io::Read;

use serde::de::Error;
use serde::{Deserialize, Serialize};

use thema_themes::{LabelTerm, OutlierReason, ThemeKind, Themes};

use crate::facet_report::FacetReport;
use crate::links::ARXIV;
use crate::{Preview, TrendReport};

/// Identifier of the report's JSON Schema; it changes with the major version.
pub const REPORT_SCHEMA: &str = "urn:thema:schema:themes:3";
/// Version of the report's JSON Schema. The minor part grows when fields are added, the major part when a
/// field is removed or changes its meaning.
pub const REPORT_SCHEMA_VERSION: &str = "3.6.0";

/// Themes of one corpus, ready to be written or shown. The fields are those of `themes.json`. An absent value
/// is `null`, never a missing key, except for `built_in_taxonomy` and for `preview`, `excluded` and `added` of the corpus. Shares are between 0
/// and 1. Days are `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` if a paper's source says no more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`REPORT_SCHEMA`].
    pub schema: String,
    /// [`REPORT_SCHEMA_VERSION`].
    pub schema_version: String,
    /// Version of thema that made the report.
    pub thema_version: String,
    /// The built-in taxonomy that was chosen by the papers' field; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built_in_taxonomy: Option<String>,
    /// The corpus in figures.
    pub corpus: CorpusSummary,
    /// The corpus by country, funder, venue, type, language and year; only facets known for at
    /// least a fifth of its papers.
    #[serde(default)]
    pub facets: Vec<FacetReport>,
    /// Themes by size, largest first; the theme of papers that fit no other comes last.
    pub themes: Vec<ThemeReport>,
    /// Discovered clusters by number.
    pub clusters: Vec<ClusterReport>,
    /// Groups of clusters at the top of the hierarchy; empty if none was built.
    pub hierarchy: Vec<HierarchyGroup>,
    /// Cosine similarity of the themes' mean vectors, rows and columns in the order of `themes`; `null` if
    /// the papers have no vectors.
    pub similarity: Option<Vec<Vec<f64>>>,
    /// Papers that could not be placed with confidence.
    pub outliers: OutlierSummary,
    /// The quality card as in `quality.json`.
    pub quality: Option<serde_json::Value>,
}

impl Report {
    /// Reads the content of `themes.json`.
    ///
    /// # Errors
    /// If the content is not a report, or the similarity has more or fewer rows than there are themes.
    pub fn read(input: impl Read) -> serde_json::Result<Self> {
        let report: Self = serde_json::from_reader(input)?;
        let themes = report.themes.len();
        let is_square =
            |rows: &Vec<Vec<f64>>| rows.len() == themes && rows.iter().all(|row| row.len() == themes);
        if report.similarity.as_ref().is_none_or(is_square) {
            Ok(report)
        } else {
            Err(serde_json::Error::custom("its similarity matrix does not match its themes"))
        }
    }

    /// Index in `themes` of each of the themes that the report was assembled from.
    #[must_use]
    pub fn indices_of(&self, themes: &Themes) -> Vec<u32> {
        let index = |id: &str| self.themes.iter().position(|theme| theme.id == id).unwrap_or(0) as u32;
        themes.themes.iter().map(|theme| index(&theme.id)).collect()
    }

    /// Index in `themes` of every paper's theme, parallel to the assignments of the `themes` that the report
    /// was assembled from.
    #[must_use]
    pub fn theme_of(&self, themes: &Themes) -> Vec<u32> {
        let indices = self.indices_of(themes);
        themes.assignments.iter().map(|assignment| indices[assignment.theme as usize]).collect()
    }
}

/// The corpus in figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CorpusSummary {
    /// Records read, not counting rejected ones.
    pub records: u64,
    /// Papers after reconciliation.
    pub papers: u64,
    /// Records joined to a paper that an earlier record had already given.
    pub joined: u64,
    /// Records rejected; `rejects.jsonl` says where and why.
    pub rejected: u64,
    /// Papers that repeat another paper almost word for word.
    pub near_duplicates: u64,
    /// Papers that edits exclude from all figures of the themes; omitted if there are none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub excluded: u64,
    /// Papers that updates added to the run; omitted if there were none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub added: u64,
    /// Papers that carry the date of their first version.
    pub dated: u64,
    /// Dates in the inputs of which only the year is used, because day and month could be swapped; omitted if
    /// there are none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dates_cut: u64,
    /// Earliest such date.
    pub first_submitted: Option<String>,
    /// Latest such date, that of strays excepted.
    pub last_submitted: Option<String>,
    /// A few papers dated years after all others; omitted if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stray_dates: Option<StrayDatesReport>,
    /// Inputs in the order in which they were read.
    pub sources: Vec<SourceSummary>,
    /// The twenty most frequent primary categories, most frequent first.
    pub categories: Vec<CategoryCount>,
    /// How much of the input the figures are from; omitted if it is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// At most one in a hundred papers, dated five years or more after all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrayDatesReport {
    /// Their number.
    pub papers: u64,
    /// Their latest date.
    pub last: String,
}

/// One input in figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSummary {
    /// The input's name.
    pub name: String,
    /// The format that it was read as.
    pub format: String,
    /// Records read, not counting rejected ones.
    pub records: u64,
    /// Records rejected.
    pub rejected: u64,
}

/// Papers of one primary category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryCount {
    /// Category code such as `cs.DC`.
    pub category: String,
    /// Papers with this primary category.
    pub papers: u64,
}

/// A paper as a report names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperRef {
    /// The paper's identifier.
    pub id: String,
    /// Title.
    pub title: String,
    /// `https` URL at arxiv.org or doi.org, built from a checked identifier; `null` for other papers.
    pub url: Option<String>,
    /// Date of the first version.
    pub submitted: Option<String>,
    /// A news page's headline for the paper.
    pub headline: Option<String>,
}

impl PaperRef {
    /// The identifier by which readers know the paper: the arXiv identifier in its URL, otherwise its own.
    /// Some sources give arXiv identifiers as numbers, which lose zeros: `907.529` is 0907.5290.
    #[must_use]
    pub fn cited_as(&self) -> &str {
        self.url.as_deref().and_then(|url| url.strip_prefix(ARXIV)).unwrap_or(&self.id)
    }
}

/// A paper between two themes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BridgeReport {
    /// The paper.
    pub paper: PaperRef,
    /// Key of the other theme.
    pub theme: String,
}

/// Papers of a theme in one discovered cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterCount {
    /// The cluster.
    pub cluster: u32,
    /// Papers of the theme in it.
    pub papers: u64,
}

/// One theme of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThemeReport {
    /// Position in the order of the report, counted from 1.
    pub rank: u32,
    /// Stable identifier.
    pub id: String,
    /// Short key, as in the column `theme` of `papers.csv`.
    pub key: String,
    /// Readable name.
    pub name: String,
    /// Where the theme comes from.
    pub kind: ThemeKind,
    /// The taxonomy's description, or the one given by an edit.
    pub description: Option<String>,
    /// Papers of the theme.
    pub size: u64,
    /// `size` divided by the papers that count: neither near-duplicates nor excluded ones.
    pub share: f64,
    /// Mean of the papers' margins; `null` for an empty theme.
    pub mean_margin: Option<f64>,
    /// Papers of the theme that are outliers.
    pub outliers: u64,
    /// Terms of the label, heaviest first.
    pub terms: Vec<LabelTerm>,
    /// Papers near the theme's centre, those first that say most of its name.
    pub representatives: Vec<PaperRef>,
    /// Papers between this theme and another.
    pub bridges: Vec<BridgeReport>,
    /// The earliest dated paper that clearly belongs to the theme.
    pub first_paper: Option<PaperRef>,
    /// The five most frequent primary categories.
    pub categories: Vec<CategoryCount>,
    /// The theme by the same facets as the corpus.
    #[serde(default)]
    pub facets: Vec<FacetReport>,
    /// Themes of the taxonomy marked `other` that its papers belong to, largest first.
    #[serde(default)]
    pub subthemes: Vec<SubthemeCount>,
    /// For a theme of the taxonomy that was not found, the papers nearest to it, or none if no paper holds
    /// any of its words; `null` for every other theme.
    #[serde(default)]
    pub nearest: Option<Vec<PaperRef>>,
    /// Discovered clusters that its papers come from, largest share first.
    pub clusters: Vec<ClusterCount>,
    /// Whether an update found the theme: papers of the first run are not in it.
    #[serde(default)]
    pub found_later: bool,
    /// How the share changed.
    pub trend: Option<TrendReport>,
}

/// Papers of a theme that belong to one taxonomy theme marked `other`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubthemeCount {
    /// The taxonomy's key, as in the column `subtheme` of `papers.csv`.
    pub key: String,
    /// The taxonomy's name.
    pub name: String,
    /// Number of papers.
    pub papers: u64,
}

/// A discovered cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterReport {
    /// Number, counted from 0, as in the column `cluster` of `papers.csv`.
    pub cluster: u32,
    /// Readable name, if the cluster was labelled.
    pub name: Option<String>,
    /// Papers in it, without those of themes that updates found.
    pub size: u64,
    /// `size` divided by the papers that count: neither near-duplicates nor excluded ones.
    pub share: f64,
    /// Key of the theme that most of its papers belong to; `null` for an empty cluster.
    pub theme: Option<String>,
    /// Terms of the label, heaviest first; empty if the cluster was not labelled.
    pub terms: Vec<LabelTerm>,
    /// Papers nearest the cluster's centre; empty if the cluster was not labelled.
    pub representatives: Vec<PaperRef>,
}

/// A group of clusters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HierarchyGroup {
    /// Readable name.
    pub name: String,
    /// Papers in it, without those of themes that updates found.
    pub size: u64,
    /// `size` divided by the papers that count: neither near-duplicates nor excluded ones.
    pub share: f64,
    /// Discovered clusters in it, ascending.
    pub clusters: Vec<u32>,
    /// Groups one level below; empty at the lowest level.
    pub children: Vec<HierarchyGroup>,
}

/// Papers that could not be placed with confidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OutlierSummary {
    /// Number of papers.
    pub papers: u64,
    /// `papers` divided by the papers that count: neither near-duplicates nor excluded ones.
    pub share: f64,
    /// The number for every reason, including reasons without papers.
    pub reasons: Vec<OutlierCount>,
}

/// Outliers with one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlierCount {
    /// The reason.
    pub reason: OutlierReason,
    /// Number of papers.
    pub papers: u64,
}
