//! The arguments of `thema fit`.

use std::path::PathBuf;

use clap::Args;

use super::input::InputArguments;

/// `thema fit`.
#[derive(Args, Debug)]
pub(crate) struct FitArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Write a background model: term vectors and document frequencies in a few megabytes
    #[arg(long, required = true)]
    pub(crate) background: bool,
    /// File to write the model to
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Name stored in the model
    #[arg(long, value_name = "NAME", default_value = "background")]
    pub(crate) name: String,
}
