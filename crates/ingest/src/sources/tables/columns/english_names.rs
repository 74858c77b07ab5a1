//! English column names, and tags of services.

use super::column::Column;

impl Column {
    /// English names and service tags that mean this column unless a mapping says otherwise, the most likely
    /// first, in lower-case letters and digits only.
    #[must_use]
    pub fn common_names(self) -> &'static [&'static str] {
        match self {
            Self::Title => &[
                "title",
                "papertitle",
                "papername",
                "articletitle",
                "documenttitle",
                "itemtitle",
                "displayname",
                "ti",
            ],
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
                // Identifiers that a service gives every row come before those that only some rows have.
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
                "date",
                "publicationyear",
                "pubyear",
                "year",
                "py",
                // Often when the row was entered.
                "created",
                "versions",
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
                "funding",
            ],
            Self::Venue => &["journal", "sourcetitle", "publicationtitle", "journalbook", "venue", "so"],
            Self::Type => &["documenttype", "publicationtype", "itemtype", "contenttype", "type", "dt"],
            Self::Language => &["language", "languageoforiginaldocument", "la"],
            Self::Affiliations => &["affiliations", "affiliation", "authoraffiliations", "c1"],
        }
    }
}
