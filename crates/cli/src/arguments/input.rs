//! Arguments that say what to read, and how.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use thema::{ColumnMapping, Format, TextEncoding};

/// What is read, and as what.
#[derive(Args, Debug)]
pub(crate) struct InputArguments {
    /// Files, directories or glob patterns, plain or compressed (gz, xz, zst, zip); `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// How inputs are read.
#[derive(Args, Debug)]
pub(crate) struct ReadingArguments {
    /// Read every input as this format instead of detecting it
    #[arg(long, value_name = "NAME", value_parser = format())]
    pub(crate) format: Option<Format>,
    /// Read every text in this encoding (`latin1`, `utf-16`, `gb18030`) instead of inferring it
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<TextEncoding>,
    /// Which column of a table holds what: `title=Title,abstract=Summary`; guessed for common names
    #[arg(long, value_name = "MAPPING")]
    pub(crate) columns: Option<ColumnMapping>,
}

/// The names of formats.
fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::nameable().map(Format::name)).try_map(|name| name.parse::<Format>())
}
