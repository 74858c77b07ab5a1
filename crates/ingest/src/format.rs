//! The formats this crate reads, by name.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ParseError;

/// A format of abstracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Table in memory, in the form of Apache Arrow; no file is one, and so it is not one of [`ALL`](Self::ALL).
    Arrow,
    /// arXiv API response flattened to text, with or without blanks between its fields.
    ArxivApiText,
    /// arXiv API response, Atom XML.
    ArxivAtom,
    /// arXiv's daily announcements, RSS or Atom.
    ArxivFeed,
    /// arXiv listing page ("new submissions") as HTML.
    ArxivListingHtml,
    /// arXiv listing page ("new submissions") as text.
    ArxivListingText,
    /// BibTeX bibliography.
    BibTex,
    /// bioRxiv and medRxiv preprints, one a line or as pages of the API.
    BioRxiv,
    /// Crossref works, one a line, as pages of the API or as files of the public dump.
    Crossref,
    /// Citation Style Language JSON, as reference managers export it.
    CslJson,
    /// A corpus that this program wrote; it is recognised by its end, and so not one of [`ALL`](Self::ALL).
    Corpus,
    /// Table, separated by commas, semicolons or bars.
    Csv,
    /// `DataCite` records, one a line or as pages of the API.
    DataCite,
    /// DBLP's bibliography, XML.
    Dblp,
    /// EndNote export as text.
    EndNote,
    /// EndNote export as XML.
    EndNoteXml,
    /// Inference Report page as text.
    InferenceReport,
    /// Kaggle's arXiv metadata snapshot, one JSON object a line.
    KaggleJsonl,
    /// Plain text of one title or abstract a line.
    Lines,
    /// MEDLINE export of PubMed.
    Nbib,
    /// Table as one JSON object a line, or as a list of objects.
    Ndjson,
    /// OAI-PMH responses with arXiv's metadata or Dublin Core, XML.
    OaiPmh,
    /// OpenAlex works, one a line or as pages of the API.
    OpenAlex,
    /// OpenAlex's list of works that went into others; no paper stands in it, and so it is not one of [`ALL`](Self::ALL).
    OpenAlexMerges,
    /// Table as Parquet.
    Parquet,
    /// Pith listing page as text.
    PithListing,
    /// PubMed articles, XML.
    PubMed,
    /// RIS export of a reference manager.
    Ris,
    /// Semantic Scholar papers, one a line or as pages of the API.
    SemanticScholar,
    /// Table, separated by tabulators.
    Tsv,
    /// Web of Science export as text.
    WebOfScience,
}

impl Format {
    /// Every format, in the order in which sniffing tries them.
    pub const ALL: [Self; 28] = [
        Self::KaggleJsonl,
        Self::Parquet,
        Self::OpenAlex,
        Self::SemanticScholar,
        Self::Crossref,
        Self::DataCite,
        Self::BioRxiv,
        Self::CslJson,
        Self::ArxivFeed,
        Self::ArxivAtom,
        Self::OaiPmh,
        Self::PubMed,
        Self::Dblp,
        Self::EndNoteXml,
        Self::ArxivListingHtml,
        Self::ArxivApiText,
        Self::ArxivListingText,
        Self::PithListing,
        Self::InferenceReport,
        Self::Nbib,
        Self::WebOfScience,
        Self::EndNote,
        Self::Ris,
        Self::BibTex,
        Self::Ndjson,
        Self::Tsv,
        Self::Csv,
        Self::Lines,
    ];

    /// The name by which `--format` and reports call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Arrow => "arrow",
            Self::ArxivApiText => "arxiv-api-text",
            Self::ArxivAtom => "arxiv-atom",
            Self::ArxivFeed => "arxiv-feed",
            Self::ArxivListingHtml => "arxiv-listing-html",
            Self::ArxivListingText => "arxiv-listing-text",
            Self::BibTex => "bibtex",
            Self::BioRxiv => "biorxiv",
            Self::Corpus => "corpus",
            Self::Crossref => "crossref",
            Self::CslJson => "csl-json",
            Self::Csv => "csv",
            Self::DataCite => "datacite",
            Self::Dblp => "dblp",
            Self::EndNote => "endnote",
            Self::EndNoteXml => "endnote-xml",
            Self::InferenceReport => "inference-report",
            Self::KaggleJsonl => "kaggle-jsonl",
            Self::Lines => "lines",
            Self::Nbib => "nbib",
            Self::Ndjson => "ndjson",
            Self::OaiPmh => "oai-pmh",
            Self::OpenAlex => "openalex",
            Self::OpenAlexMerges => "openalex-merged-ids",
            Self::Parquet => "parquet",
            Self::PithListing => "pith-listing",
            Self::PubMed => "pubmed",
            Self::Ris => "ris",
            Self::SemanticScholar => "semantic-scholar",
            Self::Tsv => "tsv",
            Self::WebOfScience => "web-of-science",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl FromStr for Format {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        Self::ALL
            .into_iter()
            .chain([Self::Arrow, Self::Corpus, Self::OpenAlexMerges])
            .find(|format| format.name() == name)
            .ok_or_else(|| ParseError { what: "format", text: name.chars().take(80).collect() })
    }
}
