//! The arguments of `thema report`.

use std::path::PathBuf;

use clap::Args;

/// `thema report`.
#[derive(Args, Debug)]
pub(crate) struct ReportArguments {
    /// Run directory
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Write the page here instead of the run's index.html
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
