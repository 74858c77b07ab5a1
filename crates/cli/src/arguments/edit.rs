//! The arguments of `thema edit`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `thema edit`.
#[derive(Args, Debug)]
#[command(
    after_help = "Name themes by id, key or name, and papers by identifier. Edits are kept in edits.toml beside the \
report. You may also write that file by hand; `thema report` then applies it."
)]
pub(crate) struct EditArguments {
    /// Run directory
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    #[command(subcommand)]
    pub(crate) edit: EditCommand,
}

/// What is edited.
#[derive(Debug, Subcommand)]
pub(crate) enum EditCommand {
    /// Give a theme another name
    Rename {
        /// The theme
        theme: String,
        /// Its new name
        name: String,
    },
    /// Merge themes into another one, which keeps its name
    Merge {
        /// The themes to merge
        #[arg(required = true, value_name = "THEME")]
        themes: Vec<String>,
        /// The theme to merge them into
        #[arg(long, value_name = "THEME")]
        into: String,
    },
    /// Move some papers of a theme to a new theme
    Split {
        /// The theme
        theme: String,
        /// Name of the new theme
        #[arg(long)]
        name: String,
        /// Move the papers whose title or abstract contains this phrase
        #[arg(long, conflicts_with = "papers", required_unless_present = "papers")]
        phrase: Option<String>,
        /// Move these papers
        #[arg(long, value_name = "PAPER", num_args = 1..)]
        papers: Vec<String>,
    },
    /// Move papers to another theme
    Move {
        /// The papers
        #[arg(required = true, value_name = "PAPER")]
        papers: Vec<String>,
        /// The theme
        #[arg(long, value_name = "THEME")]
        to: String,
    },
    /// Exclude papers from all figures
    Exclude {
        /// The papers
        #[arg(required = true, value_name = "PAPER")]
        papers: Vec<String>,
    },
    /// Give a theme another description
    Describe {
        /// The theme
        theme: String,
        /// The description
        text: String,
    },
}
