//! The arguments of `thema taxonomy`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::input::ReadingArguments;

/// `thema taxonomy`.
#[derive(Debug, Subcommand)]
pub(crate) enum TaxonomyCommand {
    /// Check a taxonomy file and, given papers, show what its words catch; problems are listed with line and column
    Check(CheckArguments),
}

/// `thema taxonomy check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Taxonomy file (TOML)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Papers to try it on: what its words catch, which ones mislead, which to add or exclude
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}
