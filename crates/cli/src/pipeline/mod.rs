//! The stages of a run, one file a stage; each takes what the stage before it gave and the settings.

mod background;
mod clusters;
mod explanation;
mod features;
mod model;
mod outliers;
mod paper_roles;
mod papers;
mod placing;
mod quality;
mod read;
mod report_files;
mod taxonomy;
mod texts;
mod themes;

pub(crate) use background::fit_background;
pub(crate) use clusters::{Clusters, cluster};
pub(crate) use explanation::{Explanation, Side, WordContribution, explain};
pub(crate) use features::{Features, fit_features};
pub(crate) use model::{StoredModel, rewrite_model, write_model};
pub(crate) use outliers::{fit_corpus, outlier, outlier_rules, outlier_rules_of};
pub(crate) use paper_roles::{PaperRoles, most_learned};
pub(crate) use papers::{document, documents, papers, related};
pub(crate) use placing::place_rest;
pub(crate) use quality::measure;
pub(crate) use read::{input_files, read, read_paths, write_reconciliation};
pub(crate) use report_files::{PAGE, write_report};
pub(crate) use taxonomy::{choose_taxonomy, place};
pub(crate) use texts::{StoredText, TEXTS, TextFile, write_texts};
pub(crate) use themes::make_themes;
