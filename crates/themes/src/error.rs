//! Errors of turning clusters into themes.

use std::path::PathBuf;

/// Why themes could not be made, or a model of them could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ThemeError {
    /// A parameter is outside its range.
    #[error("{parameter} {reason}")]
    InvalidParameter {
        /// The parameter's name.
        parameter: &'static str,
        /// What the value must be, and what it was.
        reason: String,
    },
    /// Two inputs that describe the same rows have different lengths.
    #[error("{what}: expected {expected}, got {got}")]
    LengthMismatch {
        /// What was counted.
        what: &'static str,
        /// The count in the other input.
        expected: usize,
        /// The count found.
        got: usize,
    },
    /// A taxonomy file is not valid.
    #[error("invalid taxonomy: {}", crate::taxonomy_problem::list_problems(problems))]
    InvalidTaxonomy {
        /// Every problem found, in file order; never empty.
        problems: Vec<crate::TaxonomyProblem>,
    },
    /// A stored model has a later version than this program supports.
    #[error("{}: the model is of version {found}; this program reads up to version {supported}", path.display())]
    NewerModel {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest supported version.
        supported: u32,
    },
    /// A stored model is incomplete, or the file is not a model.
    #[error("{}: the model cannot be read: {reason}", path.display())]
    DamagedModel {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file of a run is missing or has the wrong contents.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}
