//! The arguments of `thema run`.

use std::path::PathBuf;

use clap::Args;

use super::input::InputArguments;
use super::model::ModelArguments;

/// `thema run`.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Directory that the report is written to
    #[arg(long, short, value_name = "DIR", default_value = "thema-report")]
    pub(crate) out: PathBuf,
    /// Replace the directory if it holds an earlier report; its edits.toml stays, and `thema report` makes those edits on the
    /// new themes
    #[arg(long)]
    pub(crate) force: bool,
    /// Vectors of the papers, of sentences say, in the place of those that thema learns: an array of NumPy (.npy) with one a
    /// record, or Parquet, with a column `id` or one a record
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
    /// End with exit code 1 when a record was rejected
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) model: ModelArguments,
}
