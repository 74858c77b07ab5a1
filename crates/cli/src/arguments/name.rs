//! The arguments of `thema name`.

use std::path::PathBuf;

use clap::Args;

/// `thema name`.
#[derive(Args, Debug)]
#[command(
    after_help = "The server gets the terms of each theme and the titles of its representative papers; nothing else \
is sent, and nothing without this command. A key, where the server wants one, is read from THEMA_API_KEY. Answers are kept in edits.toml, so that the same question is not asked again."
)]
pub(crate) struct NameArguments {
    /// Directory of a run
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Address of a server of chat completions, such as Ollama's `http://localhost:11434/v1`
    #[arg(long, value_name = "URL")]
    pub(crate) endpoint: String,
    /// The model, as the server calls it
    #[arg(long, value_name = "NAME")]
    pub(crate) model: String,
    /// Seconds that one answer may take
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
}
