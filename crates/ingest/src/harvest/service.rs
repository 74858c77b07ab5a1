//! The services that can be harvested.

use std::time::Duration;

use crate::Format;

/// A service that delivers metadata page by page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HarvestService {
    /// The arXiv API (<https://info.arxiv.org/help/api/user-manual.html>).
    ArxivApi,
    /// OAI-PMH with the metadata prefix `arXivRaw` (<https://info.arxiv.org/help/oa/index.html>).
    OaiPmh,
    /// Works from Crossref's REST API (<https://www.crossref.org/documentation/retrieve-metadata/rest-api/>).
    Crossref,
    /// Works from OpenAlex's API (<https://docs.openalex.org/how-to-use-the-api/api-overview>).
    OpenAlex,
}

impl HarvestService {
    /// The format of its pages.
    #[must_use]
    pub fn format(self) -> Format {
        match self {
            Self::ArxivApi => Format::ArxivAtom,
            Self::OaiPmh => Format::OaiPmh,
            Self::Crossref => Format::Crossref,
            Self::OpenAlex => Format::OpenAlex,
        }
    }

    /// The file extension of stored pages.
    #[must_use]
    pub fn page_extension(self) -> &'static str {
        match self {
            Self::ArxivApi | Self::OaiPmh => "xml",
            Self::Crossref | Self::OpenAlex => "json",
        }
    }

    /// How many days before the start of one harvest the next one begins, so that nothing is missed: the
    /// arXiv API lists a paper some days after its submission. `None` if the service does not say what has
    /// changed.
    #[must_use]
    pub fn days_of_overlap(self) -> Option<u8> {
        match self {
            Self::ArxivApi => Some(7),
            Self::OaiPmh | Self::Crossref => Some(1),
            Self::OpenAlex => None,
        }
    }

    pub(super) fn address(self) -> &'static str {
        match self {
            Self::ArxivApi => "https://export.arxiv.org/api/query",
            Self::OaiPmh => "https://oaipmh.arxiv.org/oai",
            Self::Crossref => "https://api.crossref.org/works",
            Self::OpenAlex => "https://api.openalex.org/works",
        }
    }

    /// The least time between two requests that the service asks for.
    pub(super) fn least_interval(self) -> Duration {
        match self {
            Self::ArxivApi | Self::OaiPmh => Duration::from_secs(3),
            Self::Crossref | Self::OpenAlex => Duration::from_secs(1),
        }
    }

    /// Most records per page.
    pub(super) fn most_page_records(self) -> u32 {
        match self {
            Self::ArxivApi | Self::OaiPmh => 2_000,
            Self::Crossref => 1_000,
            Self::OpenAlex => 200,
        }
    }

    /// Whether the service has a pool for clients that give a contact address in their requests.
    pub(super) fn has_polite_pool(self) -> bool {
        matches!(self, Self::Crossref | Self::OpenAlex)
    }
}
