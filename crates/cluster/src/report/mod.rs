//! The report: its model, the files of a run directory, and the directory itself. The model is assembled by a
//! pure function from papers and themes; every writer takes the model or the same parts and writes one file.

mod assemble;
mod csv_cell;
mod day;
mod digest;
mod exports;
mod json;
mod links;
mod manifest;
mod map_layout;
mod markdown;
mod model;
pub mod names;
mod numbers;
mod papers_csv;
mod papers_parquet;
mod run_directory;
mod similarity;
mod stored_run;
mod themes_csv;
mod timings;
mod trends_csv;
mod wording;
mod write;

pub use assemble::{ClusterGroup, ClusterLabel, ReportInput};
pub use day::day_text;
pub use digest::digest;
pub use links::{ARXIV, paper_url};
pub use manifest::{InputFile, MANIFEST_SCHEMA, Manifest, RunCounts};
pub use map_layout::map_layout;
pub use model::{
    BridgeReport, BurstReport, CategoryCount, ClusterCount, ClusterReport, CorpusSummary, GapReport,
    HierarchyGroup, OutlierCount, OutlierSummary, PaperRef, PeriodReport, REPORT_SCHEMA,
    REPORT_SCHEMA_VERSION, Report, SourceSummary, ThemeReport, TrendReport,
};
pub use numbers::{percent, probability, thousands};
pub use run_directory::StagedRun;
pub use similarity::{cosine_matrix, theme_similarity};
pub use stored_run::StoredRun;
pub use timings::{StageTiming, Timings};
pub use write::RunFiles;

use write::write_error;
