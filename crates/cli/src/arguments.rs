//! The command line as it is typed: raw flags, checked only for their form.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use thema::{Algorithm, Choice, ColumnMapping, Format, MemorySize, TextEncoding};

/// Turns dumps of research abstracts into theme reports.
#[derive(Debug, Parser)]
#[command(name = "thema", version, propagate_version = true, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done; 1 done, but an input could not be read to its end, or with records \
rejected under --strict or a failed quality gate; 2 wrong usage or configuration; 3 no readable input; 4 output could not be written.";

/// Flags that every command knows.
#[derive(Args, Debug)]
pub(crate) struct GlobalArguments {
    /// Settings file (TOML); `thema config` prints the defaults
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Threads to use; all cores when absent
    #[arg(long, global = true, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Print nothing but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Print the result as JSON on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Log more to standard error; twice for everything
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
    /// Fetch metadata from the arXiv API or by OAI-PMH
    Harvest(HarvestArguments),
    /// Learn a background model from a dump, for later runs on small inputs
    Fit(FitArguments),
    /// Score a run against labels
    Eval(EvalArguments),
    /// Render the page of a run again, and the whole report where its edits have changed
    Report(ReportArguments),
    /// Rename, merge, split or describe themes, move papers or leave them out
    Edit(EditArguments),
    /// Have a language model that you run or pay for name the discovered themes of a run
    Name(NameArguments),
    /// Place papers in the themes of a run; the run stays as it is
    Assign(AssignArguments),
    /// Add new papers to the themes of a run
    Update(UpdateArguments),
    /// Compare two runs
    Diff(DiffArguments),
    /// Say why a paper is in its theme
    Explain(ExplainArguments),
    /// Work on taxonomy files
    #[command(subcommand)]
    Taxonomy(TaxonomyCommand),
    /// Print the settings and their defaults
    Config,
    /// Print the licences of thema and of all that it is made of
    Licences,
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page
    Man {
        /// Write a page for thema and each of its commands to this directory instead
        #[arg(long, short, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// What is read, and as what.
#[derive(Args, Debug)]
pub(crate) struct InputArguments {
    /// Files, directories or patterns of abstracts, plain or packed (gz, xz, zst, zip); `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// How inputs are read.
#[derive(Args, Debug)]
pub(crate) struct ReadingArguments {
    /// Read every input as this format instead of recognising it
    #[arg(long, value_name = "NAME", value_parser = format())]
    pub(crate) format: Option<Format>,
    /// Read every text as written in this encoding (`latin1`, `utf-16`, `gb18030`) instead of inferring it
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<TextEncoding>,
    /// Which column of a table holds what: `title=Title,abstract=Summary`; guessed where names are common
    #[arg(long, value_name = "MAPPING")]
    pub(crate) columns: Option<ColumnMapping>,
}

/// `thema run`.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Directory that the report is written to
    #[arg(long, short, value_name = "DIR", default_value = "thema-report")]
    pub(crate) out: PathBuf,
    /// Replace the directory if it holds an earlier report; its edits.toml stays, and `thema report` makes those edits on the
    /// new themes
    #[arg(long)]
    pub(crate) force: bool,
    /// Vectors of the papers, of sentences say, in the place of those that thema learns: an array of NumPy (.npy) with one a
    /// record, or Parquet, with a column `id` or one a record
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
    /// End with exit code 1 when a record was rejected
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) model: ModelArguments,
}

/// `thema ingest`.
#[derive(Args, Debug)]
pub(crate) struct IngestArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Parquet file of the corpus; if it exists, new and newer records are added to it
    #[arg(long, short, value_name = "FILE", default_value = "corpus.parquet")]
    pub(crate) out: PathBuf,
    /// Say what would be read, column by column, and what would be rejected; write nothing
    #[arg(long)]
    pub(crate) describe: bool,
    /// End with exit code 1 when a record was rejected
    #[arg(long)]
    pub(crate) strict: bool,
}

/// `thema harvest`.
#[derive(Args, Debug)]
pub(crate) struct HarvestArguments {
    /// What is asked
    #[arg(value_enum)]
    pub(crate) service: Service,
    /// Directory that pages and corpus are written to; a harvest that was stopped goes on where it was
    #[arg(long, short, value_name = "DIR", required_unless_present = "list_sets")]
    pub(crate) out: Option<PathBuf>,
    /// Print the names of the sets of OAI-PMH and what they are called, and fetch nothing
    #[arg(long, conflicts_with_all = ["out", "set", "from", "until", "since_last"])]
    pub(crate) list_sets: bool,
    /// Your mail or web address, which the user agent names so that the server's keepers can reach you
    #[arg(long, value_name = "ADDRESS", env = "THEMA_CONTACT")]
    pub(crate) contact: String,
    /// Set of OAI-PMH (`cs`, `physics:hep-ph`), category of the arXiv API (`cs.DC`), or filter of Crossref (`issn:1234-5679`) or OpenAlex (`primary_topic.id:T10001`)
    #[arg(long, value_name = "NAME")]
    pub(crate) set: Option<String>,
    /// First day, of change (OAI-PMH, Crossref), submission (arXiv API) or publication (OpenAlex)
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) from: Option<String>,
    /// Last day
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) until: Option<String>,
    /// Fetch what has changed since the last harvest to this directory began, too
    #[arg(long)]
    pub(crate) since_last: bool,
    /// Another address of the same service
    #[arg(long, value_name = "URL")]
    pub(crate) address: Option<String>,
    /// Least time between two requests: three seconds of arXiv, one of the others, less of a service on this machine only
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    pub(crate) interval: f64,
}

/// A service that gives metadata.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Service {
    /// The arXiv API: submissions of a category or of some days
    ArxivApi,
    /// OAI-PMH: everything that changed
    OaiPmh,
    /// Crossref's polite pool: works of a filter or that changed on some days
    Crossref,
    /// OpenAlex's polite pool: works of a filter or of some days
    #[value(name = "openalex")]
    OpenAlex,
}

/// `thema fit`.
#[derive(Args, Debug)]
pub(crate) struct FitArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Write a background model: term vectors and document frequencies in a few megabytes
    #[arg(long, required = true)]
    pub(crate) background: bool,
    /// File that the model is written to
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Name that the model keeps
    #[arg(long, value_name = "NAME", default_value = "background")]
    pub(crate) name: String,
}

/// `thema eval`.
#[derive(Args, Debug)]
pub(crate) struct EvalArguments {
    /// Directory of a run
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
    /// End with exit code 1 when the V-measure is under this
    #[arg(long, value_name = "V")]
    pub(crate) fail_under: Option<f64>,
}

/// `thema assign`.
#[derive(Args, Debug)]
pub(crate) struct AssignArguments {
    /// Directory of a run, or the folder `model` of one
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Vectors of the papers, for a run that was made of such: .npy or Parquet; without them their words place papers
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
}

/// `thema update`.
#[derive(Args, Debug)]
pub(crate) struct UpdateArguments {
    /// Directory of a run
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// `thema diff`.
#[derive(Args, Debug)]
pub(crate) struct DiffArguments {
    /// Directory of the earlier run
    #[arg(value_name = "RUN_A")]
    pub(crate) old: PathBuf,
    /// Directory of the later run
    #[arg(value_name = "RUN_B")]
    pub(crate) new: PathBuf,
}

/// `thema explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// Directory of a run
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Identifier of one of its papers
    #[arg(value_name = "PAPER")]
    pub(crate) paper: String,
}

/// `thema taxonomy`.
#[derive(Debug, Subcommand)]
pub(crate) enum TaxonomyCommand {
    /// Check a taxonomy file, and on papers what its words catch; every problem is told with its line and column
    Check(CheckArguments),
}

/// `thema taxonomy check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Taxonomy file (TOML)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Papers to try it on, as `thema run` takes them: what its words catch, what drags them, which to add or exclude
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// `thema report`.
#[derive(Args, Debug)]
pub(crate) struct ReportArguments {
    /// Directory of a run
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Write the page here instead of the run's index.html
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

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

/// A grouping of papers.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Grouping {
    /// Discovered clusters
    Cluster,
    /// Themes
    Theme,
}

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

/// The names of formats.
fn format() -> impl TypedValueParser<Value = Format> {
    let formats = || Format::ALL.into_iter().chain([Format::Corpus]);
    PossibleValuesParser::new(formats().map(Format::name)).try_map(|name| name.parse::<Format>())
}

/// The names of clustering algorithms.
fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).try_map(|name| name.parse::<Algorithm>())
}
