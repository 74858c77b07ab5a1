//! What can go wrong between clusters and themes.

use std::path::PathBuf;

/// Why themes could not be made, or a model of them not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ThemeError {
    /// A parameter is outside its range.
    #[error("{parameter} {reason}")]
    InvalidParameter {
        /// The parameter's name.
        parameter: &'static str,
        /// What it must be, and what it was.
        reason: String,
    },
    /// Two inputs that describe the same rows differ in length.
    #[error("{what}: expected {expected}, got {got}")]
    LengthMismatch {
        /// What was counted.
        what: &'static str,
        /// The count that the other input has.
        expected: usize,
        /// The count found.
        got: usize,
    },
    /// A taxonomy file is not valid.
    #[error("invalid taxonomy: {}", crate::taxonomy_problem::list_problems(problems))]
    InvalidTaxonomy {
        /// Every problem found, in the order of the file; never empty.
        problems: Vec<crate::TaxonomyProblem>,
    },
    /// A stored model is of a later version than this program knows.
    #[error("{}: the model is of version {found}; this program reads up to version {supported}", path.display())]
    NewerModel {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest version that can be read.
        supported: u32,
    },
    /// A stored model is not whole, or something else.
    #[error("{}: the model cannot be read: {reason}", path.display())]
    DamagedModel {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file of a run is missing or does not hold what a run's file holds.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}
