//! Groups papers into themes: clustering, labels, quality, trends and the report. This room takes vectors,
//! sparse rows, paper keys and dates; it knows nothing of the formats papers came in, or of the command line.

pub mod algorithms;
pub mod cluster_count;
mod confidence;
mod error;
pub mod hierarchy;
pub mod identity;
mod labels;
pub mod neighbours;
mod paper;
pub mod quality;
pub mod report;
mod taxonomy;
mod themes;
mod trends;

pub use confidence::{Evidence, OutlierRules, OutlierValidRules};
pub use error::ClusterError;
pub use labels::{
    GroupFrequencies, Label, LabelInput, LabelParams, LabelValidParams, SampledTexts, TermText,
    label_newborn, representatives,
};
pub use paper::{DatePrecision, Paper, PaperDate};
pub use report::{InputFile, Manifest, Report, ReportInput, RunFiles, StagedRun};
pub use taxonomy::{Taxonomy, TaxonomyProblem, TaxonomyTheme, best_for_categories, shipped};
pub use themes::{
    Assignment, Bridge, Burst, Change, ClusterPlace, Contribution, DiscoveredGap, GuidedPapers, GuidedTerms,
    GuidedThemes, GuidedThemesParams, GuidedThemesValidParams, LabelTerm, Newest, NewestTerm, OutlierReason,
    Past, PeriodUnit, Place, Placement, ScoreEvidence, SeedCounts, SeedEntry, SeedEvidence, SeedMatch,
    SeedMatcher, Shape, Theme, ThemeKind, Themes, ThemesInput, Trend, TrendPeriod, Verdict, Window, seed_terms,
};
pub use trends::{PeriodCounts, Periods, TrendParams, TrendValidParams};
