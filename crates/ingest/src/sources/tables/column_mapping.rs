//! Which column of a table holds what.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::east_asian_names::east_asian_names;
use super::foreign_names::foreign_names;

/// What a column of a table can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// Title; the one column that a table must have, unless one of abstracts or texts stands for it.
    Title,
    /// Abstract.
    Abstract,
    /// Author names: a list, or one text separated by semicolons, `|`, `and` or commas.
    Authors,
    /// Category codes, separated by blanks, or names separated by semicolons, `|` or commas.
    Categories,
    /// arXiv identifier, with or without a version.
    ArxivId,
    /// Digital object identifier.
    Doi,
    /// PubMed's number.
    Pmid,
    /// Identifier of another authority, which is the column's name unless the value names it (`pmid:31452104`).
    Id,
    /// Day of the first version, down to a bare year.
    Published,
    /// Day of this version.
    Updated,
    /// The authors' comment.
    Comment,
    /// Journal reference.
    JournalReference,
    /// Keywords: a list, or one text separated by semicolons, `|` or commas.
    Keywords,
    /// Identifiers of what the paper cites: a list, or one text separated by semicolons, `|`, commas or blanks.
    References,
    /// Countries of the authors' institutions: a list, or one text separated by semicolons or `|`.
    Countries,
    /// Who paid for the work: a list, or one text separated by semicolons or `|`.
    Funders,
    /// Journal, conference or collection.
    Venue,
    /// What kind of work it is.
    Type,
    /// Language, by name or code.
    Language,
    /// Institutions of the authors, whose countries stand at their ends: one text separated by semicolons.
    Affiliations,
}

impl Column {
    /// Every kind, in the order of the error messages.
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

    /// The name by which a mapping calls it.
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

    /// English names, and tags of services, that mean this column where no mapping says otherwise, the likeliest first, in
    /// small letters and digits only.
    #[must_use]
    pub fn common_names(self) -> &'static [&'static str] {
        match self {
            Self::Title => {
                &["title", "papertitle", "articletitle", "documenttitle", "itemtitle", "displayname", "ti"]
            }
            Self::Abstract => &[
                "abstract",
                "summary",
                "abstracttext",
                "abstractnote",
                "paperabstract",
                "description",
                "ab",
                "text",
                "content",
                "body",
            ],
            Self::Authors => {
                &["authorfullnames", "authors", "author", "authornames", "creators", "creator", "af", "au"]
            }
            Self::Categories => &["categories", "category", "primarycategory", "subjects", "subject"],
            Self::ArxivId => &["arxivid", "arxiv", "eprint"],
            Self::Doi => &["doi", "itemdoi", "di"],
            Self::Pmid => &["pmid", "pubmedid", "medlinepmid", "pubmed"],
            Self::Id => &[
                "id",
                // What a service gives every row comes before what some of its rows have.
                "publicationid",
                "lensid",
                "eid",
                "ut",
                "openalexid",
                "corpusid",
                "bibcode",
                "paperid",
                "identifier",
            ],
            Self::Published => &[
                "published",
                "publicationdate",
                "publisheddate",
                "datepublished",
                "pubdate",
                "submitted",
                "submitteddate",
                "created",
                "date",
                "publicationyear",
                "pubyear",
                "year",
                "py",
            ],
            Self::Updated => &["updated", "updatedate", "updateddate", "modified", "lastupdated"],
            Self::Comment => &["comment", "comments"],
            Self::JournalReference => &["journalreference", "journalref"],
            Self::Keywords => &[
                "keywords",
                "authorkeywords",
                "keyword",
                "manualtags",
                "meshterms",
                "indexkeywords",
                "automatictags",
                "tags",
                "de",
            ],
            Self::References => {
                &["references", "referencedworks", "citedreferences", "outcitations", "cites"]
            }
            Self::Countries => &[
                "countries",
                "country",
                "countryofstandardizedresearchorganization",
                "countryofresearchorganization",
            ],
            Self::Funders => &[
                "funders",
                "funder",
                "fundingdetails",
                "fundinginformation",
                "fundingagency",
                "fundingsponsor",
            ],
            Self::Venue => &["journal", "sourcetitle", "publicationtitle", "journalbook", "venue", "so"],
            Self::Type => &["documenttype", "publicationtype", "itemtype", "contenttype", "type", "dt"],
            Self::Language => &["language", "languageoforiginaldocument", "la"],
            Self::Affiliations => &["affiliations", "affiliation", "authoraffiliations", "c1"],
        }
    }
}

/// What every name means, with its rank: English ones stand before those of other languages.
static MEANINGS: LazyLock<FxHashMap<&'static str, (Column, usize)>> = LazyLock::new(|| {
    let names = |column: Column| {
        column.common_names().iter().chain(foreign_names(column)).chain(east_asian_names(column))
    };
    let ranked = |column| names(column).zip(1..).map(move |(name, rank)| (*name, (column, rank)));
    Column::ALL.into_iter().flat_map(ranked).collect()
});

/// Which columns hold what, from the user (`title=Title,abstract=Summary`) and, for what the user leaves open,
/// from [common names](Column::common_names).
///
/// Common names are compared without regard to case, blanks and punctuation. `doi=` with nothing behind it means
/// that no column is to be taken for the DOI. The default mapping guesses everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnMapping {
    /// For each of [`Column::ALL`]: the column's exact name, an empty one for none, or `None` to guess.
    names: [Option<String>; Column::ALL.len()],
}

impl ColumnMapping {
    /// The mapping that guesses everything.
    pub const GUESSED: Self = Self { names: [const { None }; Column::ALL.len()] };

    /// What a column of this name holds, and how sure that is: of two columns for one thing the one of the lower
    /// number is meant.
    pub(crate) fn column_of(&self, name: &str) -> Option<(Column, usize)> {
        let exact =
            Column::ALL.into_iter().find(|column| self.names[*column as usize].as_deref() == Some(name));
        if let Some(column) = exact {
            return Some((column, 0));
        }
        let meaning = MEANINGS.get(plain_name(name).as_str()).copied();
        meaning.filter(|(column, _)| self.names[*column as usize].is_none())
    }

    /// Whether a column is one of texts that can do without titles: the user names it, or it has a name that says so.
    fn has_texts(&self, headers: &[String]) -> bool {
        if self.names[Column::Title as usize].as_ref().is_some_and(|name| !name.is_empty()) {
            return false;
        }
        let is_given = self.names[Column::Abstract as usize].as_ref().map(|name| !name.is_empty());
        is_given.unwrap_or_else(|| headers.iter().any(|name| TEXTS.contains(&plain_name(name).as_str())))
    }

    /// For each of [`Column::ALL`] the index of its column among `headers`.
    pub(crate) fn resolve(&self, headers: &[String]) -> Result<[Option<usize>; Column::ALL.len()], String> {
        let mut found: [Option<(usize, usize)>; Column::ALL.len()] = Default::default();
        for (index, header) in headers.iter().enumerate() {
            if let Some((column, rank)) = self.column_of(header) {
                let slot = &mut found[column as usize];
                if slot.is_none_or(|(_, best)| rank < best) {
                    *slot = Some((index, rank));
                }
            }
        }
        let listed = || headers.iter().take(50).map(String::as_str).collect::<Vec<_>>().join(", ");
        for (column, name) in Column::ALL.into_iter().zip(&self.names) {
            if let Some(name) = name.as_deref().filter(|name| !name.is_empty())
                && found[column as usize].is_none()
            {
                return Err(format!("no column {name:?}; the columns are {}", listed()));
            }
        }
        if found[Column::Title as usize].is_none() && !self.has_texts(headers) {
            return Err(format!(
                "no column is known to hold titles; name it with title=...; the columns are {}",
                listed()
            ));
        }
        Ok(found.map(|slot| slot.map(|(index, _)| index)))
    }
}

/// Names of columns that may hold all there is of a paper.
const TEXTS: [&str; 6] = ["text", "abstract", "summary", "content", "body", "abstracttext"];

/// `name` in small letters and digits only.
pub(crate) fn plain_name(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Why a text is no column mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnMappingError {
    /// A part without `=`.
    #[error("{part:?} is not of the form name=column")]
    NoColumn {
        /// The part between two commas.
        part: String,
    },
    /// A name on the left that means nothing.
    #[error("nothing is called {name:?}; known are {}", Column::ALL.map(Column::name).join(", "))]
    UnknownName {
        /// The name.
        name: String,
    },
    /// Two columns for one name.
    #[error("{name} is given two columns, {first:?} and {second:?}")]
    Twice {
        /// The name.
        name: &'static str,
        /// The column given first.
        first: String,
        /// The column given second.
        second: String,
    },
    /// One column for two names.
    #[error("the column {column:?} is given to both {first} and {second}")]
    Shared {
        /// The column.
        column: String,
        /// The name that it was given to first.
        first: &'static str,
        /// The name that it was given to second.
        second: &'static str,
    },
}

impl FromStr for ColumnMapping {
    type Err = ColumnMappingError;

    /// Reads `title=Title,abstract=Summary`; blanks around names are ignored.
    fn from_str(text: &str) -> Result<Self, ColumnMappingError> {
        let mut mapping = Self::default();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let Some((name, given)) = part.split_once('=') else {
                return Err(ColumnMappingError::NoColumn { part: part.trim().to_owned() });
            };
            let (name, given) = (name.trim(), given.trim());
            let column = Column::ALL.into_iter().find(|column| column.name() == name);
            let column = column.ok_or_else(|| ColumnMappingError::UnknownName { name: name.to_owned() })?;
            if let Some(first) = &mapping.names[column as usize] {
                let (first, second) = (first.clone(), given.to_owned());
                return Err(ColumnMappingError::Twice { name: column.name(), first, second });
            }
            let same = Column::ALL
                .into_iter()
                .find(|other| mapping.names[*other as usize].as_deref() == Some(given));
            if let Some(first) = same.filter(|_| !given.is_empty()) {
                let (first, second) = (first.name(), column.name());
                return Err(ColumnMappingError::Shared { column: given.to_owned(), first, second });
            }
            mapping.names[column as usize] = Some(given.to_owned());
        }
        Ok(mapping)
    }
}

impl fmt::Display for ColumnMapping {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = Column::ALL
            .into_iter()
            .zip(&self.names)
            .filter_map(|(column, name)| Some((column, name.as_ref()?)));
        for (index, (column, name)) in given.enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(formatter, "{comma}{}={name}", column.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn common_names_are_guessed_and_given_names_win() {
        let headers = headers(&["Paper ID", "Document Title", "Summary", "Author(s)", "Year", "Heading"]);
        let found = ColumnMapping::default().resolve(&headers).unwrap();
        assert_eq!(found[Column::Title as usize], Some(1));
        assert_eq!(found[Column::Abstract as usize], Some(2));
        assert_eq!(found[Column::Authors as usize], Some(3));
        assert_eq!(found[Column::Published as usize], Some(4));
        let given: ColumnMapping = "title = Heading, published=".parse().unwrap();
        let found = given.resolve(&headers).unwrap();
        assert_eq!(found[Column::Title as usize], Some(5));
        assert_eq!(found[Column::Published as usize], None);
        assert_eq!(given.to_string(), "title=Heading,published=");
    }

    #[test]
    fn a_name_means_one_column() {
        let names = Column::ALL.map(|column| {
            column.common_names().len() + foreign_names(column).len() + east_asian_names(column).len()
        });
        assert_eq!(MEANINGS.len(), names.iter().sum::<usize>());
        assert!(MEANINGS.keys().all(|name| *name == plain_name(name)));
    }

    #[test]
    fn columns_are_known_in_six_languages() {
        for names in [
            ["Title", "Abstract", "Authors", "Year"],
            ["Titel", "Zusammenfassung", "Verfasser", "Jahr"],
            ["Titre", "Résumé", "Auteurs", "Année de publication"],
            ["TÍTULO", "Resumen", "Autores", "Año"],
            ["Título", "Resumo", "Autor(es)", "Ano de publicação"],
            ["Titolo", "Riassunto", "Autori", "Anno"],
        ] {
            let found = ColumnMapping::default().resolve(&headers(&names)).unwrap();
            let held = [Column::Title, Column::Abstract, Column::Authors, Column::Published];
            assert_eq!(held.map(|column| found[column as usize]), [0, 1, 2, 3].map(Some), "{names:?}");
        }
    }

    #[test]
    fn the_likelier_of_two_names_is_taken() {
        let found =
            ColumnMapping::default().resolve(&headers(&["year", "title", "date", "published"])).unwrap();
        assert_eq!(found[Column::Published as usize], Some(3));
    }

    #[test]
    fn every_mistake_has_its_message() {
        let cases = [
            ("title", "\"title\" is not of the form name=column"),
            ("name=x", "nothing is called \"name\"; known are title, abstract, authors"),
            ("title=a,title=b", "title is given two columns, \"a\" and \"b\""),
            ("title=a,abstract=a", "the column \"a\" is given to both title and abstract"),
        ];
        for (text, message) in cases {
            let error = text.parse::<ColumnMapping>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let mapping: ColumnMapping = "title=T".parse().unwrap();
        assert_eq!(mapping.resolve(&headers(&["a"])), Err("no column \"T\"; the columns are a".to_owned()));
        assert!(
            ColumnMapping::default().resolve(&headers(&["a"])).unwrap_err().starts_with("no column is known")
        );
    }
}
