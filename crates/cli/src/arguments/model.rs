//! Arguments that say how themes are made.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use thema::{Algorithm, Choice, MemorySize};

/// How themes are made.
#[derive(Args, Debug)]
pub(crate) struct ModelArguments {
    /// Number of clusters, at least 1; chosen from the data when absent
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..).map(|count| count as usize))]
    pub(crate) clusters: Option<usize>,
    /// Clustering algorithm
    #[arg(long, value_name = "NAME", value_parser = algorithm())]
    pub(crate) algorithm: Option<Algorithm>,
    /// Taxonomy file of wanted themes, in place of the embedded one
    #[arg(long, value_name = "FILE", conflicts_with = "no_taxonomy")]
    pub(crate) taxonomy: Option<PathBuf>,
    /// Discover all themes; use no taxonomy
    #[arg(long)]
    pub(crate) no_taxonomy: bool,
    /// `auto`, `none`, or a file that `thema fit --background` wrote
    #[arg(long, value_name = "MODEL")]
    pub(crate) background: Option<Choice>,
    /// Look at a thin, even draw of the inputs only, some 15,000 to 30,000 records of more: themes of any corpus in seconds, to
    /// try settings on
    #[arg(long, conflicts_with = "vectors")]
    pub(crate) preview: bool,
    /// Memory to take, 2GB unless it is set: what does not fit goes through files beside the report, and the report is the same
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<MemorySize>,
    /// Papers that themes are learned from, at most; the others are placed in them
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Seed of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// The names of clustering algorithms.
fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).try_map(|name| name.parse::<Algorithm>())
}
