//! Semantic Scholar papers.

use std::io::BufRead;

use serde::Deserialize;

use crate::identifiers::doi::{arxiv_id_of_doi, normalise_doi};
use crate::identifiers::paper_types::paper_type_of;
use crate::sources::accept::unmarked_texts;
use crate::sources::json::head::{first_item_keys, first_keys};
use crate::sources::json::{self, lenient, lenient_list, lenient_option, number, printed, read_item};
use crate::text::dates::parse_partial_date;
use crate::text::whitespace::{collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, SNIFF_BYTES, Sink, Source, SourceError};

/// Papers from <https://www.semanticscholar.org>, one per line as in its data sets, or as API pages: lists of
/// papers, with `data`, with `recommendedPapers`, and pages of citations and references, whose items each
/// contain a paper.
///
/// Keys are those of the API (`externalIds`, `publicationDate`) or of the data sets (`externalids`,
/// `publicationdate`). The corpus number becomes `s2:CORPUSID`, and the paper's own 40-digit identifier, by
/// which other papers cite it, becomes `s2:PAPERID`.
///
/// The data set of abstracts has no titles. Such a record has only the number and the abstract, and is joined
/// to the paper with that number in another file.
pub(in crate::sources) struct SemanticScholar;

impl Source for SemanticScholar {
    fn format(&self) -> Format {
        Format::SemanticScholar
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let own = |key: &String| OWN.contains(&key.as_str());
        let mentions = |key: &&str| memchr::memmem::find(head, format!("\"{key}\"").as_bytes()).is_some();
        match first_keys(head) {
            Some(keys) if keys.iter().any(|key| LISTS.contains(&key.as_str())) => OWN.iter().any(mentions),
            Some(keys) => keys.iter().any(own),
            None => first_item_keys(head).is_some_and(|keys| keys.iter().any(own)),
        }
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let head = input.fill_buf().map_err(|source| SourceError::Read { byte: 0, source })?;
        let keys = first_keys(&head[..head.len().min(SNIFF_BYTES)]).unwrap_or_default();
        let is_recommended = keys.iter().any(|key| key == LISTS[1]);
        let path: &[&str] = if is_recommended { &LISTS[1..] } else { &LISTS[..1] };
        json::read(self.format(), path, input, sink, &parse)
    }
}

/// Keys that only Semantic Scholar uses for papers.
const OWN: [&str; 7] =
    ["paperId", "corpusId", "corpusid", "externalIds", "externalids", "citingPaper", "citedPaper"];

/// Keys of pages that hold the papers.
static LISTS: [&str; 2] = ["data", "recommendedPapers"];

#[derive(Default, Deserialize)]
#[serde(default)]
struct Paper {
    #[serde(rename = "paperId", deserialize_with = "lenient")]
    own_id: String,
    /// The citing or cited paper, on a page of citations or references.
    #[serde(alias = "citedPaper", rename = "citingPaper", deserialize_with = "lenient_option")]
    other: Option<Box<Paper>>,
    #[serde(alias = "corpusid", rename = "corpusId", deserialize_with = "number")]
    corpus_id: Option<u64>,
    #[serde(alias = "externalids", rename = "externalIds", deserialize_with = "lenient")]
    external_ids: ExternalIds,
    #[serde(deserialize_with = "lenient")]
    title: String,
    #[serde(rename = "abstract", deserialize_with = "lenient")]
    abstract_text: String,
    #[serde(deserialize_with = "lenient_list")]
    authors: Vec<Author>,
    #[serde(alias = "publicationtypes", rename = "publicationTypes", deserialize_with = "lenient_list")]
    publication_types: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    venue: String,
    #[serde(deserialize_with = "lenient")]
    journal: Journal,
    #[serde(deserialize_with = "number")]
    year: Option<i16>,
    #[serde(alias = "publicationdate", rename = "publicationDate", deserialize_with = "lenient")]
    publication_date: String,
    #[serde(deserialize_with = "lenient_list")]
    references: Vec<Cited>,
}

/// A cited paper.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Cited {
    #[serde(rename = "paperId", deserialize_with = "lenient")]
    own_id: String,
    #[serde(rename = "externalIds", deserialize_with = "lenient")]
    external_ids: ExternalIds,
}

impl Cited {
    fn key(&self) -> Option<String> {
        let number = self.external_ids.corpus_id.map(|number| number.to_string());
        number.or_else(|| collapse_nonempty(&self.own_id)).map(|number| format!("s2:{number}"))
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ExternalIds {
    #[serde(rename = "ArXiv", deserialize_with = "lenient")]
    arxiv: String,
    #[serde(rename = "DOI", deserialize_with = "lenient")]
    doi: String,
    #[serde(rename = "CorpusId", deserialize_with = "number")]
    corpus_id: Option<u64>,
    #[serde(rename = "PubMed", deserialize_with = "printed")]
    pubmed: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Author {
    #[serde(deserialize_with = "lenient")]
    name: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Journal {
    #[serde(deserialize_with = "lenient")]
    name: String,
}

fn parse(paper: &[u8]) -> Result<Record, String> {
    if paper == b"null" {
        return Err("null, which Semantic Scholar gives for a paper it does not have".to_owned());
    }
    let paper: Paper = read_item(paper)?;
    record(paper).map(unmarked_texts)
}

fn record(paper: Paper) -> Result<Record, String> {
    if let Some(other) = paper.other {
        return record(*other);
    }
    let ids = paper.external_ids;
    let doi_is_arxivs = arxiv_id_of_doi(&ids.doi);
    let number = paper.corpus_id.or(ids.corpus_id).map(|number| format!("s2:{number}"));
    let own_id = collapse_nonempty(&paper.own_id).map(|id| format!("s2:{id}"));
    let pubmed = collapse_nonempty(&ids.pubmed).map(|pmid| format!("pmid:{pmid}"));
    let mut names = number.into_iter().chain(own_id).chain(pubmed);
    let external_id = names.next();
    let identifiers = names.collect();
    let year = paper.year.map(|year| year.to_string());
    let abstract_text = paragraphs(&paper.abstract_text);
    let title = collapse_nonempty(&paper.title);
    if let (None, Some(number), false) = (&title, paper.corpus_id, abstract_text.is_empty()) {
        return Ok(Record { external_id: Some(format!("s2:{number}")), abstract_text, ..Record::default() });
    }
    Ok(Record {
        doi: normalise_doi(&ids.doi).filter(|_| doi_is_arxivs.is_none()),
        arxiv_id: ids.arxiv.parse::<ArxivId>().ok().or(doi_is_arxivs),
        external_id,
        identifiers,
        title: title.ok_or("no title")?,
        abstract_text,
        authors: paper.authors.iter().filter_map(|author| collapse_nonempty(&author.name)).collect(),
        published: parse_partial_date(&paper.publication_date)
            .or_else(|| parse_partial_date(year.as_deref()?)),
        journal_reference: [paper.journal.name, paper.venue]
            .iter()
            .filter_map(|name| collapse_nonempty(name))
            .find(|name| !name.to_lowercase().starts_with("arxiv")),
        references: paper.references.iter().filter_map(Cited::key).collect(),
        kind: paper_type_of(paper.publication_types.iter().map(String::as_str)),
        ..Record::default()
    }
    .in_its_journal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    #[test]
    fn the_api_and_the_data_sets_give_the_same_record() {
        let api = r#"{"paperId":"0a1b","externalIds":{"ArXiv":"2401.00001","DOI":"10.1000/XYZ","CorpusId":7,"PubMed":"31452104"},
"title":"T","abstract":"A\n b","authors":[{"authorId":"1","name":"Ann One"}],"year":2024,"venue":"V",
"publicationDate":"2024-01-01","journal":{"name":"J","volume":"1"}}"#
            .replace('\n', "");
        let data_set = r#"{"corpusid":7,"externalids":{"ArXiv":"2401.00001","DOI":"10.1000/xyz","ACL":null,"PubMed":"31452104"},"title":"T","abstract":"A\n b","authors":[{"authorId":1,"name":"Ann One"}],"year":2024,"venue":"","publicationdate":"2024-01-01","journal":{"name":"J"}}"#;
        let expected = Record {
            arxiv_id: Some("2401.00001".parse().unwrap()),
            doi: Some("10.1000/xyz".into()),
            external_id: Some("s2:7".into()),
            identifiers: vec!["pmid:31452104".into()],
            title: "T".into(),
            abstract_text: "A\nb".into(),
            authors: vec!["Ann One".into()],
            published: Timestamp::from_date(2024, 1, 1),
            journal_reference: Some("J".into()),
            venue: Some("J".into()),
            ..Record::default()
        };
        for text in [
            api.clone(),
            data_set.to_owned(),
            format!("{{\"total\":1,\"data\":[{api}]}}"),
            format!("[{api}]"),
        ] {
            assert!(SemanticScholar.sniff(text.as_bytes()), "{text}");
            let (mut found, rejects) = records(&SemanticScholar, text.as_bytes());
            if text != data_set {
                assert_eq!(found[0].identifiers.remove(0), "s2:0a1b", "the name by which papers cite it");
            }
            assert_eq!(found, std::slice::from_ref(&expected));
            assert_eq!(rejects, []);
        }
    }

    #[test]
    fn what_a_paper_cites_goes_by_the_same_numbers_as_papers() {
        let line = r#"{"corpusId":7,"title":"T","references":[{"paperId":"0a1b","externalIds":{"CorpusId":8}},{"paperId":"0a1c","title":"U"},{"paperId":null}]}"#;
        let (found, _) = records(&SemanticScholar, line.as_bytes());
        assert_eq!(found[0].references, ["s2:8", "s2:0a1c"]);
    }

    #[test]
    fn a_year_dates_a_paper_without_a_day_and_numbers_may_be_texts() {
        let line = r#"{"corpusid":"7","title":"T","year":"2024","publicationdate":null,"externalids":{"PubMed":31452104}}"#;
        let (found, _) = records(&SemanticScholar, line.as_bytes());
        assert_eq!(found[0].published, Timestamp::from_year(2024));
        assert_eq!(found[0].external_id.as_deref(), Some("s2:7"));
        assert_eq!(found[0].identifiers, ["pmid:31452104"]);
    }

    #[test]
    fn an_abstract_of_the_data_set_is_kept_for_the_paper_of_its_number() {
        let text = r#"{"corpusid":7,"openaccessinfo":{"license":null,"url":null},"abstract":"Cells\n wait."}
{"corpusid":8,"abstract":""}
{"paperId":"0a1b","abstract":"A"}"#;
        assert_eq!(crate::sniff(text.as_bytes()), Some(Format::SemanticScholar));
        let (found, rejects) = records(&SemanticScholar, text.as_bytes());
        let expected = Record {
            external_id: Some("s2:7".into()),
            abstract_text: "Cells\nwait.".into(),
            ..Record::default()
        };
        assert_eq!(found, [expected]);
        let reasons: Vec<_> = rejects.iter().map(|(at, reason)| (at.record, reason.as_str())).collect();
        assert_eq!(reasons, [(2, "no title"), (3, "no title")]);
    }

    #[test]
    fn every_page_of_the_api_is_read() {
        let paper = r#"{"paperId":"649def34f8be52c8b66281af98ae884c09aef38b","title":"On Queues","abstract":"They wait."}"#;
        for page in [
            format!(r#"{{"offset":0,"next":1,"data":[{{"contexts":["a"],"citingPaper":{paper}}}]}}"#),
            format!(r#"{{"offset":0,"data":[{{"isInfluential":true,"citedPaper":{paper}}}]}}"#),
            format!(r#"{{"recommendedPapers":[{paper}]}}"#),
            format!(r#"{{"total":1,"token":"x","data":[{paper}]}}"#),
            format!("[{paper}]"),
        ] {
            assert_eq!(crate::sniff(page.as_bytes()), Some(Format::SemanticScholar), "{page}");
            let (found, rejects) = records(&SemanticScholar, page.as_bytes());
            assert_eq!(rejects, [], "{page}");
            assert_eq!(
                (found[0].title.as_str(), found[0].abstract_text.as_str()),
                ("On Queues", "They wait.")
            );
            assert_eq!(found[0].external_id.as_deref(), Some("s2:649def34f8be52c8b66281af98ae884c09aef38b"));
        }
    }
}
