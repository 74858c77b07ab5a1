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
    /// Directory to write the report to
    #[arg(long, short, value_name = "DIR", default_value = "thema-report")]
    pub(crate) out: PathBuf,
    /// Replace an earlier report; its edits.toml is kept, and `thema report` applies the edits to the new themes
    #[arg(long)]
    pub(crate) force: bool,
    /// Vectors to use instead of learned ones, such as sentence embeddings: NumPy (.npy) with one per record, or Parquet with a
    /// column `id` or one per record
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
    /// Exit with code 1 if a record was rejected
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) model: ModelArguments,
}
