//! Groups papers into themes: clustering, labels, quality, trends and the report. This room takes vectors,
//! sparse rows, paper keys and dates; it knows nothing of the formats papers came in, or of the command line.

pub mod algorithms;
mod error;
mod paper;
pub mod report;
mod themes;

pub use error::ClusterError;
pub use paper::Paper;
pub use report::{InputFile, Manifest, Report, ReportInput, RunFiles, StagedRun};
pub use themes::{
    Assignment, Bridge, Burst, DiscoveredGap, LabelTerm, OutlierReason, PeriodUnit, Theme, ThemeKind, Themes,
    Trend, TrendPeriod, Verdict,
};
