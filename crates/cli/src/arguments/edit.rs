//! The arguments of `thema edit`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `thema edit`.
#[derive(Args, Debug)]
#[command(
    after_help = "Themes are given by id, key or name, papers by identifier. Edits are kept in edits.toml beside the \
report, which you may also write by hand; `thema report` then shows them."
)]
pub(crate) struct EditArguments {
    /// Directory of a run
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
    /// Put themes into another one, which keeps its name
    Merge {
        /// The themes that end
        #[arg(required = true, value_name = "THEME")]
        themes: Vec<String>,
        /// The theme that stays
        #[arg(long, value_name = "THEME")]
        into: String,
    },
    /// Make a new theme of some papers of a theme
    Split {
        /// The theme
        theme: String,
        /// Name of the new theme
        #[arg(long)]
        name: String,
        /// Take the papers whose title or abstract holds this phrase
        #[arg(long, conflicts_with = "papers", required_unless_present = "papers")]
        phrase: Option<String>,
        /// Take these papers
        #[arg(long, value_name = "PAPER", num_args = 1..)]
        papers: Vec<String>,
    },
    /// Put papers into a theme
    Move {
        /// The papers
        #[arg(required = true, value_name = "PAPER")]
        papers: Vec<String>,
        /// The theme
        #[arg(long, value_name = "THEME")]
        to: String,
    },
    /// Leave papers out of all figures
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
