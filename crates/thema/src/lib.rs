//! Turns research abstracts into themes: what a field works on, how much, since when, and in which papers.
//!
//! ```
//! use thema::{Document, Engine, Settings};
//!
//! let papers = [
//!     ("Ring all-reduce for training", "Gradients of large models are reduced in a ring of accelerators."),
//!     ("Training with pipelines", "Large models are trained by pipelines over many accelerators."),
//!     ("Gradient compression", "Compressed gradients make training on many accelerators faster."),
//!     ("Consensus under partitions", "Replicas agree on a log of commands although messages are lost."),
//!     ("Leader election", "Replicas elect a leader when messages of the old one are lost."),
//!     ("Logs of commands", "Replicas apply commands in the order in which a leader logs messages."),
//! ];
//! let documents = papers.map(|(title, body)| Document::new(title, body));
//! let mut settings = Settings::default();
//! settings.clusters.count = Some(2);
//! let learned = Engine::new(settings)?.learn(&documents)?;
//! assert_eq!(learned.themes.themes.len(), 2);
//! let places = learned.placer.place(&[Document::new("Replicas and leaders", "Messages are lost.")])?;
//! assert_eq!(places[0].theme, learned.themes.assignments[3].theme);
//! # Ok::<(), thema::Error>(())
//! ```
//!
//! [`Engine::run`] reads files and writes a run directory; [`Engine::update`] adds papers to one. A
//! [`Placer`] places papers in the themes of a run without loading the run's state. A [`Tally`] counts placed
//! papers in batches; the merged tallies of all batches give the same report as one tally of all papers. All
//! work runs on the rayon pool it is called in, and an [`Observer`] receives progress. Equal inputs give
//! equal results, whatever the number of threads.

mod assign;
mod author_marks;
mod checked;
mod date_precision;
mod diff;
pub mod divided;
mod draw;
mod draw_memory;
mod editing;
mod engine;
mod error;
mod eval;
mod explaining;
mod facets;
mod finishing;
mod first_format;
mod fit;
mod founders;
mod group_terms;
mod harvest;
mod ingest;
mod inputs;
mod learning;
mod mapping;
mod memory_size;
mod named;
mod observer;
mod outliers;
mod paper_ids;
mod paper_table;
mod papers;
mod placed_files;
mod placer;
mod pool_size;
mod reconciliation_csv;
mod render;
mod report_files;
mod roles;
mod run;
mod run_model;
mod settings;
mod stages;
mod stored;
mod taught;
mod taxonomy;
mod taxonomy_check;
mod texts;
mod update;
mod vectors;

pub use assign::Assigned;
pub use diff::{Comparison, diff};
pub use editing::{EditedThemes, NameRequest, NamedTheme, NamedThemes, edit, name_themes};
pub use engine::Engine;
pub use error::{Error, Fault, Result};
pub use eval::{Grouping, Labels, Scores, eval};
pub use explaining::{
    Because, Confidence, Explanation, Fit, Neighbour, Place, Side, WordContribution, explain,
};
pub use fit::BackgroundSummary;
pub use harvest::HarvestRequest;
pub use ingest::Ingestion;
pub use inputs::{Inputs, rejected, unread_inputs};
pub use learning::Learned;
pub use memory_size::MemorySize;
pub use observer::Observer;
pub use placer::{Placer, ThemeName};
pub use pool_size::pool_size;
pub use render::{Rendered, render};
pub use report_files::PAGE;
pub use run::Run;
pub use settings::{
    Choice, ClusterSettings, DEFAULTS, FeatureSettings, IngestSettings, Settings, ThemeSettings, Weight,
};
pub use taxonomy::check_taxonomy;
pub use taxonomy_check::{EntryFit, IgnoredFit, TaxonomyFit, ThemeFit, WordFit};
pub use update::Updated;
pub use vectors::Vectors;

pub use thema_cluster::agreement::Agreement;
pub use thema_cluster::algorithms::Algorithm;
pub use thema_durable::{FileGroup, Links, Output, abandon, begins_with, make_folders, settle};
pub use thema_features::Document;
pub use thema_features::analysis::Language;
pub use thema_ingest::harvest::HarvestService;
pub use thema_ingest::{
    Additions, ArrowTable, ColumnMapping, ColumnUse, DateLosses, FieldDescription, Format, InputDescription,
    InputSummary, Reject, TextEncoding, Timestamp, plain,
};
pub use thema_projection::ProjectionMethod;
pub use thema_report::names::outlier as outlier_name;
pub use thema_report::{
    InputFile, NamedPapers, Report, StoredRun, ThemeReport, counted, percent, text_cell, thousands,
};
pub use thema_themes::identity::{EventKind, RunDiff, ThemeEvent, ThemeMatch};
pub use thema_themes::{
    Assignment, ClusterGroup, ClusterLabel, Edit, OutlierReason, Paper, Part, PlacedPaper, Tally, TallyShape,
    Taxonomy, TaxonomyProblem, Theme, ThemeKind, ThemeTally, Themes, TitleTally, Verdict,
};
