//! Arguments that say how themes are made.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use thema::{Algorithm, Choice, MemorySize};

/// How themes are made.
#[derive(Args, Debug)]
pub(crate) struct ModelArguments {
    /// Number of clusters, at least 1; chosen from the data by default
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..).map(|count| count as usize))]
    pub(crate) clusters: Option<usize>,
    /// Clustering algorithm; papers that it calls noise join the nearest cluster
    #[arg(long, value_name = "NAME", value_parser = algorithm())]
    pub(crate) algorithm: Option<Algorithm>,
    /// Taxonomy file to use instead of the embedded one
    #[arg(long, value_name = "FILE", conflicts_with = "no_taxonomy")]
    pub(crate) taxonomy: Option<PathBuf>,
    /// Discover all themes; use no taxonomy
    #[arg(long)]
    pub(crate) no_taxonomy: bool,
    /// `auto`, `none`, or a file written by `thema fit --background`
    #[arg(long, value_name = "MODEL")]
    pub(crate) background: Option<Choice>,
    /// Read only an even sample of the inputs (15,000 to 30,000 records): themes in seconds, to try settings
    #[arg(long, conflicts_with = "vectors")]
    pub(crate) preview: bool,
    /// Memory to use (default 2GB); what does not fit is spilled to files beside the report, without changing it
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<MemorySize>,
    /// Most papers to learn themes from; the others are placed in them
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
