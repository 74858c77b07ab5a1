//! The formats this crate reads, by name.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ParseError;

/// A format of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// In-memory table in Apache Arrow form. No file has it, so it is not in [`ALL`](Self::ALL).
    Arrow,
    /// arXiv API response flattened to text, with or without spaces between its fields.
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
    /// bioRxiv and medRxiv preprints, one per line or as API pages.
    BioRxiv,
    /// Crossref works, one per line, as API pages or as files of the public dump.
    Crossref,
    /// Citation Style Language JSON, as reference managers export it.
    CslJson,
    /// A corpus written by this program. It is recognised by the end of the file, so it is not in
    /// [`ALL`](Self::ALL).
    Corpus,
    /// Table separated by commas, semicolons or vertical bars.
    Csv,
    /// `DataCite` records, one per line or as API pages.
    DataCite,
    /// DBLP bibliography, XML.
    Dblp,
    /// EndNote export as text.
    EndNote,
    /// EndNote export as XML.
    EndNoteXml,
    /// Inference Report page as text.
    InferenceReport,
    /// Kaggle's arXiv metadata snapshot, one JSON object per line.
    KaggleJsonl,
    /// Plain text, one title or abstract per line.
    Lines,
    /// PubMed export in MEDLINE format.
    Nbib,
    /// Table as one JSON object per line, or as a list of objects.
    Ndjson,
    /// OAI-PMH responses with arXiv metadata or Dublin Core, XML.
    OaiPmh,
    /// OpenAlex works, one per line or as API pages.
    OpenAlex,
    /// OpenAlex's list of works merged into others. It contains no papers, so it is not in
    /// [`ALL`](Self::ALL).
    OpenAlexMerges,
    /// Parquet table.
    Parquet,
    /// Pith listing page as text.
    PithListing,
    /// PubMed articles, XML.
    PubMed,
    /// RIS export from a reference manager.
    Ris,
    /// Semantic Scholar papers, one per line or as API pages.
    SemanticScholar,
    /// Table separated by tabs.
    Tsv,
    /// Web of Science export as text.
    WebOfScience,
}

impl Format {
    /// Every format that can be sniffed, in the order in which sniffing tries them.
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

    /// Every format that an input can be said to have: those that can be sniffed, and a corpus.
    pub fn nameable() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain([Self::Corpus])
    }

    /// The name used by `--format` and in reports.
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
        Self::nameable()
            .chain([Self::Arrow, Self::OpenAlexMerges])
            .find(|format| format.name() == name)
            .ok_or_else(|| ParseError { what: "format", text: name.chars().take(80).collect() })
    }
}
