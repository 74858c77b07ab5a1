//! The arguments of `thema name`.

use std::path::PathBuf;

use clap::Args;

/// `thema name`.
#[derive(Args, Debug)]
#[command(
    after_help = "The server gets the terms of each theme and the titles of its representative papers; nothing else \
is sent, and nothing without this command. If the server needs a key, it is read from THEMA_API_KEY. Answers are kept in edits.toml, so the same question is not asked twice."
)]
pub(crate) struct NameArguments {
    /// Run directory
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Address of a chat completions server, such as Ollama's `http://localhost:11434/v1`
    #[arg(long, value_name = "URL")]
    pub(crate) endpoint: String,
    /// Name of the model on the server
    #[arg(long, value_name = "NAME")]
    pub(crate) model: String,
    /// Timeout per answer, in seconds
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
}
