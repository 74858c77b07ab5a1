//! The arguments of `thema taxonomy`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::input::ReadingArguments;

/// `thema taxonomy`.
#[derive(Debug, Subcommand)]
pub(crate) enum TaxonomyCommand {
    /// Check a taxonomy file, and on papers what its words catch; every problem is told with its line and column
    Check(CheckArguments),
}

/// `thema taxonomy check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Taxonomy file (TOML)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Papers to try it on, as `thema run` takes them: what its words catch, what drags them, which to add or exclude
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}
