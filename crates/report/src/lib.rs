//! The report of a run: the report as a value, all its writers except that of the page, and the run
//! directory. A pure function assembles the value from papers and themes; every writer takes it, or the same
//! parts, and writes one file. This crate does not know how themes were made.

mod assemble;
mod csv_cell;
mod csv_schema;
mod digest;
mod error;
mod exports;
mod facet_report;
mod facets_csv;
mod json;
mod links;
mod manifest;
mod map_places;
mod markdown;
mod model;
mod moved;
mod named_papers;
pub mod names;
mod numbers;
mod paper_batches;
mod papers_csv;
mod papers_parquet;
mod peak;
mod period_names;
mod preview;
mod quality_figures;
mod run_contents;
mod run_directory;
mod selection;
mod snapshot;
mod stored_file;
mod stored_run;
mod themes_csv;
mod timings;
mod trend_report;
mod trend_words;
mod trends_csv;
mod wording;
mod write;

pub use assemble::ReportInput;
pub use csv_cell::text as text_cell;
pub use digest::digest;
pub use error::ReportError;
pub use facet_report::{FacetCount, FacetReport};
pub use links::{ARXIV, paper_url};
pub use manifest::{AppliedEdits, InputFile, MANIFEST_SCHEMA, Manifest, RunCounts, VectorsFile};
pub use map_places::MapPlaces;
pub use model::{
    BridgeReport, CategoryCount, ClusterCount, ClusterReport, CorpusSummary, HierarchyGroup, OutlierCount,
    OutlierSummary, PaperRef, REPORT_SCHEMA, REPORT_SCHEMA_VERSION, Report, SourceSummary, StrayDatesReport,
    SubthemeCount, ThemeReport,
};
pub use named_papers::NamedPapers;
pub use numbers::{percent, points, probability, share_change, share_pair, thousands};
pub use paper_batches::{BATCH, HeldPapers, PaperBatch, PaperBatches};
pub use period_names::{date_name, period_name, range_name, short_period_name};
pub use preview::Preview;
pub use quality_figures::{
    CoherenceFigures, CountFigure, CountFigures, QualityFigures, ReliabilityFigure, ReliabilityFigures,
};
pub use run_directory::{RunFile, StagedRun};
pub use snapshot::{check_files, consistently};
pub use stored_file::StoredFile;
pub use stored_run::StoredRun;
pub use timings::{StageTiming, Timings};
pub use trend_report::{
    BurstReport, BusiestReport, ChangeReport, NewCategoryReport, NewestReport, PeriodReport, ShapeReport,
    TrendReport, WindowReport,
};
pub use wording::{capitalised, counted, joined};
pub use write::RunFiles;

use write::write_error;
