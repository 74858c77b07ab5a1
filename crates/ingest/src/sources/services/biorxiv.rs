//! bioRxiv and medRxiv preprints.

use std::io::BufRead;

use serde::Deserialize;

use crate::identifiers::doi::{arxiv_id_of_doi, normalise_doi};
use crate::identifiers::paper_types::PREPRINT;
use crate::records::keywords::{each_once, keywords};
use crate::sources::json::head::{first_item_keys, first_keys};
use crate::sources::json::{self, lenient, lenient_list, read_item};
use crate::text::author_names::given_name_first;
use crate::text::dates::parse_partial_date;
use crate::text::html_tokens::without_tags;
use crate::text::whitespace::{collapse_nonempty, paragraphs};
use crate::{Format, Record, Sink, Source, SourceError};

/// Pages of the API at <https://api.biorxiv.org>, `{"messages": [...], "collection": [...]}`, with preprints
/// (`details`) or their published versions (`pubs`); or preprints one per line.
///
/// Every version of a preprint is a separate record. The subject area is a keyword.
pub(in crate::sources) struct BioRxiv;

/// Keys that only these services use for preprints.
const OWN: [&str; 4] = ["jatsxml", "author_corresponding_institution", "biorxiv_doi", "preprint_title"];

/// The key of a page that holds the preprints.
const LIST: &str = "collection";

impl Source for BioRxiv {
    fn format(&self) -> Format {
        Format::BioRxiv
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let mentions = |key: &&str| memchr::memmem::find(head, format!("\"{key}\"").as_bytes()).is_some();
        match first_keys(head) {
            Some(keys) if keys.iter().any(|key| key == LIST) => OWN.iter().any(mentions),
            _ => first_item_keys(head).is_some_and(|keys| keys.iter().any(|key| OWN.contains(&key.as_str()))),
        }
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        json::read(self.format(), &[LIST], input, sink, &parse)
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Preprint {
    #[serde(
        alias = "biorxiv_doi",
        alias = "medrxiv_doi",
        alias = "preprint_doi",
        deserialize_with = "lenient"
    )]
    doi: String,
    #[serde(alias = "preprint_title", deserialize_with = "lenient")]
    title: String,
    #[serde(rename = "abstract", alias = "preprint_abstract", deserialize_with = "lenient")]
    abstract_text: String,
    #[serde(alias = "preprint_authors", deserialize_with = "lenient")]
    authors: String,
    #[serde(alias = "preprint_category", deserialize_with = "lenient")]
    category: String,
    #[serde(alias = "preprint_date", deserialize_with = "lenient")]
    date: String,
    #[serde(deserialize_with = "lenient")]
    version: String,
    /// `withdrawn` for a preprint that its authors withdrew.
    #[serde(rename = "type", deserialize_with = "lenient")]
    kind: String,
    #[serde(deserialize_with = "lenient")]
    published_journal: String,
    /// A list, or `NA`.
    #[serde(deserialize_with = "lenient_list")]
    funder: Vec<Funder>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Funder {
    #[serde(deserialize_with = "lenient")]
    name: String,
}

fn parse(preprint: &[u8]) -> Result<Record, String> {
    let preprint: Preprint = read_item(preprint)?;
    let date = parse_partial_date(&preprint.date);
    let doi_is_arxivs = arxiv_id_of_doi(&preprint.doi);
    Ok(Record {
        doi: normalise_doi(&preprint.doi).filter(|_| doi_is_arxivs.is_none()),
        arxiv_id: doi_is_arxivs,
        version: preprint.version.parse().ok(),
        title: collapse_nonempty(&without_tags(&preprint.title)).ok_or("no title")?,
        abstract_text: paragraphs(&without_tags(&preprint.abstract_text)),
        authors: preprint.authors.split(';').filter_map(collapse_nonempty).map(given_name_first).collect(),
        keywords: keywords(preprint.category.split(';')),
        // The first version of a preprint dates it.
        published: date,
        updated: date,
        journal_reference: collapse_nonempty(&preprint.published_journal),
        funders: each_once(preprint.funder.iter().map(|funder| funder.name.as_str())),
        kind: Some(PREPRINT.to_owned()),
        withdrawn: preprint.kind.eq_ignore_ascii_case("withdrawn"),
        ..Record::default()
    }
    .in_its_journal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const PREPRINT: &str = r#"{"doi":"10.1101/2021.01.02.425001","title":"Queues of <i>E. coli</i>","authors":"One, A.; Two, B. C.; The Queue Group","author_corresponding":"Ann One","author_corresponding_institution":"Invented School","date":"2021-06-05","version":"2","type":"new results","license":"cc_by","category":"microbiology","jatsxml":"https://www.biorxiv.org/content/early/2021/06/05/2021.01.02.425001.source.xml","abstract":"Cells wait &amp;\n  grow.","published":"NA","funder":[{"name":"Queue Fund","id":"https://ror.org/1","id-type":"ROR","award":"1"}],"server":"bioRxiv"}"#;

    #[test]
    fn pages_lists_and_lines_give_the_same_record() {
        let expected = Record {
            doi: Some("10.1101/2021.01.02.425001".into()),
            version: Some(2),
            title: "Queues of E. coli".into(),
            abstract_text: "Cells wait &\ngrow.".into(),
            authors: vec!["A. One".into(), "B. C. Two".into(), "The Queue Group".into()],
            keywords: vec!["microbiology".into()],
            funders: vec!["Queue Fund".into()],
            published: Timestamp::from_date(2021, 6, 5),
            updated: Timestamp::from_date(2021, 6, 5),
            kind: Some("preprint".into()),
            ..Record::default()
        };
        for text in [
            format!(
                r#"{{"messages":[{{"status":"ok","interval":"2021-06-05:2021-06-06","cursor":0,"count":1,"total":"1"}}], "collection":[{PREPRINT}]}}"#
            ),
            format!("[{PREPRINT}]"),
            format!("{PREPRINT}\n"),
        ] {
            assert_eq!(crate::sniff(text.as_bytes()), Some(Format::BioRxiv), "{text}");
            let (found, rejects) = records(&BioRxiv, text.as_bytes());
            assert_eq!((found, rejects), (vec![expected.clone()], vec![]), "{text}");
        }
    }

    #[test]
    fn a_page_of_published_preprints_is_read() {
        let page = r#"{"messages":[{"status":"ok","count":1}],"collection":[{"biorxiv_doi":"10.1101/390001","published_doi":"10.1000/J.1","published_journal":"J. Queues","preprint_platform":"bioRxiv","preprint_title":"On Queues","preprint_authors":"One, Ann; Two, Bo","preprint_category":"ecology","preprint_date":"2018-08-12","published_date":"2019-02-01","preprint_abstract":"They wait.","preprint_author_corresponding":"Ann One","preprint_author_corresponding_institution":"Invented School"}]}"#;
        assert_eq!(crate::sniff(page.as_bytes()), Some(Format::BioRxiv));
        let (found, rejects) = records(&BioRxiv, page.as_bytes());
        let expected = Record {
            doi: Some("10.1101/390001".into()),
            title: "On Queues".into(),
            abstract_text: "They wait.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into()],
            keywords: vec!["ecology".into()],
            published: Timestamp::from_date(2018, 8, 12),
            updated: Timestamp::from_date(2018, 8, 12),
            journal_reference: Some("J. Queues".into()),
            venue: Some("J. Queues".into()),
            kind: Some("preprint".into()),
            ..Record::default()
        };
        assert_eq!((found, rejects), (vec![expected], vec![]));
    }

    #[test]
    fn a_withdrawn_preprint_is_marked_and_one_without_a_title_rejected() {
        let page = r#"{"collection":[{"doi":"10.1101/1","title":"On Logs","type":"WITHDRAWN","jatsxml":""},{"doi":"10.1101/2","title":null}]}"#;
        let (found, rejects) = records(&BioRxiv, page.as_bytes());
        assert_eq!((found.len(), found[0].withdrawn), (1, true));
        assert_eq!((rejects[0].0.record, rejects[0].1.as_str()), (2, "no title"));
    }

    #[test]
    fn pages_of_others_are_left_alone() {
        for text in [r#"{"collection":[{"title":"T"}]}"#, r#"{"title":"T","doi":"10.1/a"}"#] {
            assert!(!BioRxiv.sniff(text.as_bytes()), "{text}");
        }
    }
}
