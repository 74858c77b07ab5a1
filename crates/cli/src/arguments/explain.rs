//! The arguments of `thema explain`.

use std::path::PathBuf;

use clap::Args;

/// `thema explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// Directory of a run
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Identifier of one of its papers
    #[arg(value_name = "PAPER")]
    pub(crate) paper: String,
}
