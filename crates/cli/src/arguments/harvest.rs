//! The arguments of `thema harvest`.

use std::path::PathBuf;

use clap::Args;

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
