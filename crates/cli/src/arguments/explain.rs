//! The arguments of `thema explain`.

use std::path::PathBuf;

use clap::Args;

/// `thema explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// Run directory
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Identifier of a paper in the run
    #[arg(value_name = "PAPER")]
    pub(crate) paper: String,
}
