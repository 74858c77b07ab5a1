//! The report of a run: the report as a value, every writer of it but the page's, and the run directory. The value is
//! assembled by a pure function from papers and themes; every writer takes it or the same parts and writes one file.
//! This crate does not know how themes were made.

mod assemble;
mod csv_cell;
mod digest;
mod error;
mod exports;
mod json;
mod links;
mod manifest;
mod markdown;
mod model;
pub mod names;
mod numbers;
mod papers_csv;
mod papers_parquet;
mod plain;
mod run_contents;
mod run_directory;
mod snapshot;
mod stored_file;
mod stored_run;
mod themes_csv;
mod timings;
mod trends_csv;
mod wording;
mod write;

pub use assemble::ReportInput;
pub use digest::digest;
pub use error::ReportError;
pub use links::{ARXIV, paper_url};
pub use manifest::{InputFile, MANIFEST_SCHEMA, Manifest, RunCounts};
pub use model::{
    BridgeReport, BurstReport, CategoryCount, ClusterCount, ClusterReport, CorpusSummary, GapReport,
    HierarchyGroup, OutlierCount, OutlierSummary, PaperRef, PeriodReport, REPORT_SCHEMA,
    REPORT_SCHEMA_VERSION, Report, SourceSummary, ThemeReport, TrendReport,
};
pub use numbers::{percent, probability, thousands};
pub use plain::plain;
pub use run_directory::StagedRun;
pub use snapshot::{check_files, consistently};
pub use stored_file::StoredFile;
pub use stored_run::StoredRun;
pub use timings::{StageTiming, Timings};
pub use write::RunFiles;

use write::write_error;
