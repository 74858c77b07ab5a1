//! The arguments of `thema assign`.

use std::path::PathBuf;

use clap::Args;

use super::input::InputArguments;

/// `thema assign`.
#[derive(Args, Debug)]
pub(crate) struct AssignArguments {
    /// Directory of a run, or the folder `model` of one
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Vectors of the papers, for a run that was made of such: .npy or Parquet; without them their words place papers
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
}
