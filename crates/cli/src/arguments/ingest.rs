//! The arguments of `thema ingest`.

use std::path::PathBuf;

use clap::Args;

use super::input::InputArguments;

/// `thema ingest`.
#[derive(Args, Debug)]
pub(crate) struct IngestArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Parquet file of the corpus; if it exists, new and newer records are added to it
    #[arg(long, short, value_name = "FILE", default_value = "corpus.parquet")]
    pub(crate) out: PathBuf,
    /// Show what would be read, column by column, and what would be rejected; write nothing
    #[arg(long)]
    pub(crate) describe: bool,
    /// Exit with code 1 if a record was rejected
    #[arg(long)]
    pub(crate) strict: bool,
}
