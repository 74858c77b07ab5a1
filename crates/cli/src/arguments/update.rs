//! The arguments of `thema update`.

use std::path::PathBuf;

use clap::Args;

use super::input::InputArguments;

/// `thema update`.
#[derive(Args, Debug)]
pub(crate) struct UpdateArguments {
    /// Run directory
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArguments,
}
