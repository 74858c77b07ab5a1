//! The command line as typed: raw flags, checked only for their syntax.

mod assign;
mod diff;
mod edit;
mod eval;
mod explain;
mod fit;
mod harvest;
mod ingest;
mod input;
mod model;
mod name;
mod report;
mod run;
mod taxonomy;
mod update;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use assign::AssignArguments;
pub(crate) use diff::DiffArguments;
pub(crate) use edit::{EditArguments, EditCommand};
pub(crate) use eval::{EvalArguments, Grouping};
pub(crate) use explain::ExplainArguments;
pub(crate) use fit::FitArguments;
pub(crate) use harvest::{HarvestArguments, Service};
pub(crate) use ingest::IngestArguments;
pub(crate) use input::{InputArguments, ReadingArguments};
pub(crate) use model::ModelArguments;
pub(crate) use name::NameArguments;
pub(crate) use report::ReportArguments;
pub(crate) use run::RunArguments;
pub(crate) use taxonomy::{CheckArguments, TaxonomyCommand};
pub(crate) use update::UpdateArguments;

/// Turns dumps of research abstracts into theme reports.
#[derive(Debug, Parser)]
#[command(name = "thema", version, propagate_version = true, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 success; 1 done, but an input could not be read to its end, a record was \
rejected under --strict, an answer of a language model was refused or missing, or a quality gate failed; 2 wrong usage or \
settings; 3 no readable input; 4 output could not be written.";

/// Flags that every command knows.
#[derive(Args, Debug)]
pub(crate) struct GlobalArguments {
    /// Settings file (TOML); `thema config` prints the defaults
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Threads to use; all cores by default
    #[arg(long, global = true, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Print no progress, warnings or summaries, only errors and results
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Print the result as JSON on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Log more to standard error; give it twice to log everything
    #[arg(long, short, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// What thema can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Turn inputs into a theme report
    Run(RunArguments),
    /// Read and reconcile inputs into a corpus file, or add them to one
    Ingest(IngestArguments),
    /// Fetch metadata from the arXiv API, OAI-PMH, Crossref or OpenAlex
    Harvest(HarvestArguments),
    /// Learn a background model from a dump, for later runs on small inputs
    Fit(FitArguments),
    /// Score a run against labels
    Eval(EvalArguments),
    /// Render the page of a run again, and the whole report if its edits have changed
    Report(ReportArguments),
    /// Rename, merge, split or describe themes, and move or exclude papers
    Edit(EditArguments),
    /// Name the discovered themes of a run with a language model you run or pay for
    Name(NameArguments),
    /// Place papers in the themes of a run without changing it
    Assign(AssignArguments),
    /// Add new papers to the themes of a run
    Update(UpdateArguments),
    /// Compare two runs
    Diff(DiffArguments),
    /// Explain why a paper is in its theme
    Explain(ExplainArguments),
    /// Work on taxonomy files
    #[command(subcommand)]
    Taxonomy(TaxonomyCommand),
    /// Print the settings and their defaults; with --config or --json, those in effect, as a run records them
    Config,
    /// Print the licences of thema and its dependencies
    Licences,
    /// Print shell completions
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page
    Man {
        /// Write man pages for thema and every command to this directory instead
        #[arg(long, short, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}
