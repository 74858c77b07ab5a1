//! Turns clusters into themes: taxonomies, evidence, labels, trends, identity over time, and users' edits.
//! This crate takes clusters, sparse rows, vectors, paper keys and dates. It knows nothing of input formats,
//! clustering algorithms or the command line.

mod assemble;
mod cluster_label;
mod day;
mod edits;
mod error;
mod evidence;
mod facet;
mod fitting;
mod guided;
pub mod identity;
mod labels;
mod outlier_rules;
mod paper;
mod similarity;
mod tally;
mod taxonomy;
mod taxonomy_problem;
mod theme;
mod trends;

pub use assemble::{ClusterPlace, GuidedInput, ThemesInput};
pub use cluster_label::{ClusterGroup, ClusterLabel};
pub use day::{date_text, day_number, day_text};
pub use edits::{
    Edit, EditScope, Edited, Edits, Located, Misfit, ModelName, Part, Phrase, group_name, theme_content,
};
pub use error::ThemeError;
pub use evidence::{
    CommonWords, CorpusFit, CorpusFitParams, CorpusFitValidParams, Judgement, Reliability, ReliabilityBin,
    language_of,
};
pub use facet::Facet;
pub use guided::{
    Contribution, EntryCheck, FieldPaper, GuidedPapers, GuidedTerms, GuidedThemes, GuidedThemesParams,
    GuidedThemesValidParams, IgnoredPhrase, ScoreEvidence, SeedCounts, SeedEntry, SeedEvidence, SeedMatch,
    SeedMatcher, TaxonomyPlace, TellingWord, ThemeCheck, best_for_field, ignored_phrases, seed_terms,
};
pub use labels::{
    GroupFrequencies, Label, LabelInput, LabelParams, LabelValidParams, Meanings, NameTerms, Naming,
    SampledTexts, Subjects, TermText, distinguishing_terms,
};
pub use outlier_rules::{OutlierEvidence, OutlierRules, OutlierValidRules};
pub use paper::{DatePrecision, Paper, PaperDate};
pub use similarity::cosine_matrix;
pub use tally::{FacetTally, Membership, PlacedPaper, StrayDates, Tally, TallyShape, ThemeTally, TitleTally};
pub use taxonomy::{Taxonomy, TaxonomyTheme, shipped};
pub use taxonomy_problem::TaxonomyProblem;
pub use theme::{
    AbsentTheme, Assignment, Bridge, LabelTerm, OutlierReason, Subtheme, Theme, ThemeKind, Themes,
};
pub use trends::{
    Burst, BusiestMonth, Change, DateTally, Doubt, NewCategory, Newest, NewestTerm, Past, PeriodCounts,
    PeriodUnit, Periods, Shape, Trend, TrendParams, TrendPeriod, TrendValidParams, Verdict, Window,
};
