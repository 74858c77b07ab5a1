//! The arguments of `thema eval`.

use std::path::PathBuf;

use clap::Args;

/// `thema eval`.
#[derive(Args, Debug)]
pub(crate) struct EvalArguments {
    /// Run directory
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// `categories` for the primary categories, or a CSV file with the columns `id` and `label`
    #[arg(long, value_name = "LABELS", default_value = "categories")]
    pub(crate) labels: PathBuf,
    /// What to score
    #[arg(long, value_enum, default_value = "cluster")]
    pub(crate) by: Grouping,
    /// Score the first N labels only
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<usize>,
    /// Exit with code 1 if the V-measure is below this, from 0 to 1
    #[arg(long, value_name = "V", value_parser = v_measure)]
    pub(crate) fail_under: Option<f64>,
}

fn v_measure(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "a V-measure is a number from 0 to 1".to_owned())
}

/// A grouping of papers.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Grouping {
    /// Discovered clusters
    Cluster,
    /// Themes
    Theme,
}
