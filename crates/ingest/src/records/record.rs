//! What one source says of one paper, before reconciliation.

use crate::{ArxivId, Timestamp};

/// One source's account of one paper, as parsed.
///
/// Text fields hold the source's own characters with white space collapsed, abstracts with a line feed between
/// paragraphs; nothing is stemmed, stripped of LaTeX or otherwise analysed here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// arXiv identifier without its version, when the source gives one.
    pub arxiv_id: Option<ArxivId>,
    /// The arXiv identifier as the source spells it, when that is not [`arxiv_id`](Self::arxiv_id) itself
    /// (`1802.0820899999999`): tables that came from the same source use it.
    pub given_id: Option<String>,
    /// Version of the arXiv paper that this record describes, counted from 1.
    pub version: Option<u16>,
    /// Digital object identifier, lower case, without a resolver's address.
    pub doi: Option<String>,
    /// Any other identifier, prefixed by its authority: `openalex:W2741809807`, `pmid:31452104`.
    pub external_id: Option<String>,
    /// Title; empty only in a record that has nothing but the abstract of the paper that
    /// [`external_id`](Self::external_id) names.
    pub title: String,
    /// Abstract; empty when the source has none.
    pub abstract_text: String,
    /// Author names in the order of the source.
    pub authors: Vec<String>,
    /// Category codes such as `cs.DC`, the primary one first.
    pub categories: Vec<String>,
    /// When the first version was submitted.
    pub published: Option<Timestamp>,
    /// When the version described here was submitted.
    pub updated: Option<Timestamp>,
    /// When a listing or news page announced the paper; not a date of the paper itself.
    pub announced: Option<Timestamp>,
    /// The authors' comment.
    pub comment: Option<String>,
    /// Journal reference.
    pub journal_reference: Option<String>,
    /// Journal, conference or collection that it stands in, without volume and pages.
    pub venue: Option<String>,
    /// What kind of work it is, in plain words that are the same for every source: `article`, `preprint`, `conference paper`,
    /// `thesis`.
    pub kind: Option<String>,
    /// Language that it is written in, by its code of two letters (ISO 639-1).
    pub language: Option<String>,
    /// Keywords and subject headings, as the source writes them.
    pub keywords: Vec<String>,
    /// What the paper cites: keys that the cited papers would have (`2401.00001`, `doi:10.1000/xyz`), or other identifiers.
    pub references: Vec<String>,
    /// Countries of the authors' institutions, as the source writes them: codes of two letters or names.
    pub countries: Vec<String>,
    /// Who paid for the work.
    pub funders: Vec<String>,
    /// A news page's headline for the paper.
    pub headline: Option<String>,
    /// A news page's second line for the paper.
    pub subheadline: Option<String>,
    /// Whether the source marks the paper as withdrawn or deleted.
    pub withdrawn: bool,
}

impl Record {
    /// The same in a venue, where the journal reference is the name of one and nothing more.
    pub(crate) fn in_its_journal(self) -> Self {
        Self { venue: self.journal_reference.clone(), ..self }
    }
}
