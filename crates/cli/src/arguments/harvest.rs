//! The arguments of `thema harvest`.

use std::path::PathBuf;

use clap::Args;

/// `thema harvest`.
#[derive(Args, Debug)]
pub(crate) struct HarvestArguments {
    /// Service to harvest
    #[arg(value_enum)]
    pub(crate) service: Service,
    /// Directory for pages and corpus; an interrupted harvest resumes
    #[arg(long, short, value_name = "DIR", required_unless_present = "list_sets")]
    pub(crate) out: Option<PathBuf>,
    /// List the names and titles of the OAI-PMH sets and fetch nothing
    #[arg(long, conflicts_with_all = ["out", "set", "from", "until", "since_last"])]
    pub(crate) list_sets: bool,
    /// Your mail or web address, sent in the user agent so that the service's operators can reach you
    #[arg(long, value_name = "ADDRESS", env = "THEMA_CONTACT")]
    pub(crate) contact: String,
    /// OAI-PMH set (`cs`, `physics:hep-ph`), arXiv API category (`cs.DC`), or filter for Crossref (`issn:1234-5679`) or OpenAlex (`primary_topic.id:T10001`)
    #[arg(long, value_name = "NAME")]
    pub(crate) set: Option<String>,
    /// First day of change (OAI-PMH, Crossref), submission (arXiv API) or publication (OpenAlex)
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) from: Option<String>,
    /// Last day
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) until: Option<String>,
    /// Also fetch what has changed since the last harvest to this directory began
    #[arg(long)]
    pub(crate) since_last: bool,
    /// Another address of the same service
    #[arg(long, value_name = "URL")]
    pub(crate) address: Option<String>,
    /// Minimum seconds between requests: at least 3 for arXiv and 1 for the others; less only for a service on this machine
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    pub(crate) interval: f64,
}

/// A service that provides metadata.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Service {
    /// The arXiv API: submissions in a category or on some days
    ArxivApi,
    /// OAI-PMH: everything that changed
    OaiPmh,
    /// Crossref's polite pool: works matching a filter or changed on some days
    Crossref,
    /// OpenAlex's polite pool: works matching a filter or published on some days
    #[value(name = "openalex")]
    OpenAlex,
}
