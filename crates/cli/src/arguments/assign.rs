//! The arguments of `thema assign`.

use std::path::PathBuf;

use clap::Args;

use super::input::InputArguments;

/// `thema assign`.
#[derive(Args, Debug)]
pub(crate) struct AssignArguments {
    /// Run directory, or its `model` folder
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Vectors of the papers (.npy or Parquet), for a run learned from vectors; without them, papers are placed by their words
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
}
