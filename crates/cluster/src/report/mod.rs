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
mod period_names;
mod run_directory;
mod similarity;
mod stored_run;
mod themes_csv;
mod timings;
mod trend_report;
mod trends_csv;
mod wording;
mod write;

pub use assemble::{ClusterGroup, ClusterLabel, ReportInput};
pub use day::{date_text, day_text};
pub use digest::digest;
pub use links::{ARXIV, paper_url};
pub use manifest::{InputFile, MANIFEST_SCHEMA, Manifest, RunCounts};
pub use map_layout::map_layout;
pub use model::{
    BridgeReport, CategoryCount, ClusterCount, ClusterReport, CorpusSummary, GapReport, HierarchyGroup,
    OutlierCount, OutlierSummary, PaperRef, REPORT_SCHEMA, REPORT_SCHEMA_VERSION, Report, SourceSummary,
    ThemeReport,
};
pub use numbers::{percent, points, probability, share_pair, thousands};
pub use period_names::{date_name, period_name, range_name};
pub use run_directory::StagedRun;
pub use similarity::{cosine_matrix, theme_similarity};
pub use stored_run::StoredRun;
pub use timings::{StageTiming, Timings};
pub use trend_report::{
    BurstReport, ChangeReport, NewestReport, PeriodReport, ShapeReport, TrendReport, WindowReport,
};
pub use write::RunFiles;

use write::write_error;
