//! The formats this room reads, by name.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// A format of abstracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// arXiv API response, Atom XML.
    ArxivAtom,
    /// arXiv API response flattened to text, with or without separators between fields.
    ArxivApiText,
    /// arXiv listing page ("new submissions") as text.
    ArxivListingText,
    /// Inference Report page as text.
    InferenceReport,
    /// Kaggle's arXiv metadata snapshot, one JSON object a line.
    KaggleJsonl,
    /// Pith listing page as text.
    PithListing,
}

impl Format {
    /// Every format, in the order in which sniffing tries them.
    pub const ALL: [Self; 6] = [
        Self::ArxivAtom,
        Self::KaggleJsonl,
        Self::ArxivApiText,
        Self::ArxivListingText,
        Self::PithListing,
        Self::InferenceReport,
    ];

    /// The name by which `--format` and reports call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ArxivAtom => "arxiv-atom",
            Self::ArxivApiText => "arxiv-api-text",
            Self::ArxivListingText => "arxiv-listing-text",
            Self::InferenceReport => "inference-report",
            Self::KaggleJsonl => "kaggle-jsonl",
            Self::PithListing => "pith-listing",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| ParseError { what: "format", text: name.chars().take(80).collect() })
    }
}
