//! The stages of a run, one file a stage; each takes what the stage before it gave and the settings.

mod background;
mod clusters;
mod explanation;
mod features;
mod model;
mod near_duplicates;
mod outliers;
mod papers;
mod quality;
mod read;
mod report_files;
mod taxonomy;
mod themes;

pub(crate) use background::fit_background;
pub(crate) use clusters::{Clusters, cluster};
pub(crate) use explanation::{Explanation, Side, WordContribution, explain};
pub(crate) use features::{Features, fit_features};
pub(crate) use model::{StoredModel, rewrite_model, write_model};
pub(crate) use near_duplicates::Counting;
pub(crate) use outliers::{outlier, outlier_rules, outlier_rules_of};
pub(crate) use papers::{document, documents, paper, papers, related};
pub(crate) use quality::measure;
pub(crate) use read::{input_files, read, read_paths, write_reconciliation};
pub(crate) use report_files::{PAGE, write_report};
pub(crate) use taxonomy::{choose_taxonomy, place};
pub(crate) use themes::make_themes;
