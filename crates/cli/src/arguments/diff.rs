//! The arguments of `thema diff`.

use std::path::PathBuf;

use clap::Args;

/// `thema diff`.
#[derive(Args, Debug)]
pub(crate) struct DiffArguments {
    /// Directory of the earlier run
    #[arg(value_name = "RUN_A")]
    pub(crate) old: PathBuf,
    /// Directory of the later run
    #[arg(value_name = "RUN_B")]
    pub(crate) new: PathBuf,
}
