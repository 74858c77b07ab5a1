//! The kinds of columns.

/// What a column of a table can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// Title; the only required column, unless one of abstracts or texts replaces it.
    Title,
    /// Abstract.
    Abstract,
    /// Author names: a list, or one text separated by semicolons, `|`, `and` or commas.
    Authors,
    /// Category codes separated by spaces, or names separated by semicolons, `|` or commas.
    Categories,
    /// arXiv identifier, with or without version.
    ArxivId,
    /// Digital object identifier.
    Doi,
    /// PubMed identifier.
    Pmid,
    /// Identifier from another authority, which is the column's name unless the value contains it
    /// (`pmid:31452104`).
    Id,
    /// Date of the first version, down to a bare year.
    Published,
    /// Date of this version.
    Updated,
    /// The authors' comment.
    Comment,
    /// Journal reference.
    JournalReference,
    /// Keywords: a list, or one text separated by semicolons, `|` or commas.
    Keywords,
    /// Identifiers of what the paper cites: a list, or one text separated by semicolons, `|`, commas or
    /// spaces.
    References,
    /// Countries of the authors' institutions: a list, or one text separated by semicolons or `|`.
    Countries,
    /// Funders of the work: a list, or one text separated by semicolons or `|`.
    Funders,
    /// Journal, conference or collection.
    Venue,
    /// Type of work.
    Type,
    /// Language, by name or code.
    Language,
    /// Institutions of the authors, each with its country at the end: one text separated by semicolons.
    Affiliations,
}

impl Column {
    /// Every kind, in the order used by error messages.
    pub const ALL: [Self; 20] = [
        Self::Title,
        Self::Abstract,
        Self::Authors,
        Self::Categories,
        Self::ArxivId,
        Self::Doi,
        Self::Pmid,
        Self::Id,
        Self::Published,
        Self::Updated,
        Self::Comment,
        Self::JournalReference,
        Self::Keywords,
        Self::References,
        Self::Countries,
        Self::Funders,
        Self::Venue,
        Self::Type,
        Self::Language,
        Self::Affiliations,
    ];

    /// The name used in a mapping.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Abstract => "abstract",
            Self::Authors => "authors",
            Self::Categories => "categories",
            Self::ArxivId => "arxiv_id",
            Self::Doi => "doi",
            Self::Pmid => "pmid",
            Self::Id => "id",
            Self::Published => "published",
            Self::Updated => "updated",
            Self::Comment => "comment",
            Self::JournalReference => "journal_reference",
            Self::Keywords => "keywords",
            Self::References => "references",
            Self::Countries => "countries",
            Self::Funders => "funders",
            Self::Venue => "venue",
            Self::Type => "type",
            Self::Language => "language",
            Self::Affiliations => "affiliations",
        }
    }
}
