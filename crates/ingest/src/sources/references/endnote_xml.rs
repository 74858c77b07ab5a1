//! EndNote exports as XML.

use std::io::BufRead;

use crate::identifiers::affiliations::country_of_affiliation;
use crate::identifiers::category::is_category;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::sources::xml_items;
use crate::text::author_names::given_name_first;
use crate::text::dates::parse_partial_date;
use crate::text::whitespace::{collapse_nonempty, paragraphs};
use crate::xml::{Element, root_element};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError};

/// Records in `<xml><records><record>`, as EndNote, Zotero and Mendeley export a library. The text of a field
/// may be split into pieces, each in a `<style>` element.
///
/// Journals are `periodical/full-title` or `titles/secondary-title`. The arXiv identifier is taken from a URL
/// or an arXiv DOI, that of PubMed or Web of Science from `accession-num` if the record says that it is
/// theirs. Editors and translators are not authors.
pub(in crate::sources) struct EndNoteXml;

impl Source for EndNoteXml {
    fn format(&self) -> Format {
        Format::EndNoteXml
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let Some((root, rest)) = root_element(head) else { return false };
        let inside = memchr::memchr(b'>', rest).and_then(|end| root_element(&rest[end + 1..]));
        match inside {
            Some((inner, _)) if root == "xml" => inner == "records",
            Some((inner, _)) => {
                root == "records" && inner == "record" && memchr::memmem::find(head, b"<ref-type").is_some()
            }
            None => false,
        }
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        xml_items::read(self.format(), input, sink, &["record"], |item| Ok(record(item)))
    }
}

fn record(item: Element<'_>) -> Record {
    let urls = item.child("urls").into_iter().flat_map(Element::children);
    let at_arxiv = urls
        .flat_map(Element::children)
        .flat_map(|url| url.text().split_whitespace())
        .filter(|address| address.contains("arxiv.org/"))
        .find_map(|address| ArxivId::parse_versioned(address).ok());
    let listed = || {
        let list = item.child("keywords").into_iter().flat_map(Element::children);
        list.flat_map(|keyword| keyword.text().split(['\r', '\n', ';']))
    };
    let categories = listed().map(str::trim).filter(|keyword| is_category(keyword));
    let names = item.child("contributors").and_then(|names| names.child("authors"));
    let authors = names.into_iter().flat_map(Element::children);
    let record = Record {
        version: at_arxiv.as_ref().and_then(|(_, version)| *version),
        arxiv_id: at_arxiv.map(|(id, _)| id),
        external_id: accession(item),
        title: text(item, &["titles", "title"]).unwrap_or_default(),
        abstract_text: item.child("abstract").map(|text| lines(text.text())).unwrap_or_default(),
        authors: authors.filter_map(|name| collapse_nonempty(name.text())).map(given_name_first).collect(),
        categories: categories.map(str::to_owned).collect(),
        keywords: keywords(listed()),
        journal_reference: text(item, &["periodical", "full-title"])
            .or_else(|| text(item, &["titles", "secondary-title"]))
            .or_else(|| text(item, &["periodical", "abbr-1"])),
        kind: paper_type_of(item.child("ref-type").and_then(|kind| kind.attribute("name"))),
        language: text(item, &["language"]).and_then(|name| language_code(&name)).map(str::to_owned),
        countries: each_once(
            item.child("auth-address")
                .into_iter()
                .flat_map(|address| address.text().split(['\r', '\n', ';']))
                .filter_map(country_of_affiliation),
        ),
        ..Record::default()
    };
    let mut record = record.in_its_journal();
    record.set_published(days(item));
    record.set_dois(text(item, &["electronic-resource-num"]).as_deref());
    record
}

/// The text of the element at `path`.
fn text(item: Element<'_>, path: &[&str]) -> Option<String> {
    let element = path.iter().try_fold(item, |element, name| element.child(name))?;
    collapse_nonempty(element.text())
}

/// The paragraphs of a text with any of the three line endings; a bare carriage return is one.
fn lines(text: &str) -> String {
    paragraphs(&text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// The date of `pub-dates`, completed by the year if it has none, and the year.
fn days(item: Element<'_>) -> [String; 2] {
    let year = text(item, &["dates", "year"]).unwrap_or_default();
    let day = text(item, &["dates", "pub-dates", "date"]).unwrap_or_default();
    let day = if parse_partial_date(&day).is_some() { day } else { format!("{day} {year}") };
    [day, year]
}

/// The identifier from PubMed or Web of Science.
fn accession(item: Element<'_>) -> Option<String> {
    let number = text(item, &["accession-num"])?.to_lowercase();
    if let Some(number) = number.strip_prefix("wos:") {
        return Some(format!("wos:{number}"));
    }
    let names = ["remote-database-name", "remote-database-provider"];
    let is_pubmed = names.iter().filter_map(|name| text(item, &[name])).any(|name| {
        let name = name.to_lowercase();
        ["pubmed", "medline", "nlm"].iter().any(|known| name.contains(known))
    });
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_pubmed && is_number).then(|| format!("pmid:{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const ENDNOTE: &str = r#"<?xml version="1.0" encoding="UTF-8" ?><xml><records><record><database name="My.enl" path="C:\My.enl">My.enl</database><source-app name="EndNote" version="20.1">EndNote</source-app><rec-number>1</rec-number><foreign-keys><key app="EN" db-id="a" timestamp="1">1</key></foreign-keys><ref-type name="Journal Article">17</ref-type><contributors><authors><author><style face="normal" font="default" size="100%">One, Ann</style></author><author>Two, Bo</author></authors><secondary-authors><author>Itor, Ed</author></secondary-authors></contributors><auth-address>Invented School, Berlin, Germany&#xD;Free School, Santiago, Chile</auth-address><titles><title><style face="normal">Queues of </style><style face="italic">E. coli</style></title><secondary-title>Journal of Queues</secondary-title></titles><periodical><full-title>J. Queues</full-title></periodical><pages>1-2</pages><volume>7</volume><keywords><keyword>queues</keyword><keyword>cs.DC</keyword></keywords><dates><year><style>2019</style></year><pub-dates><date>May 4</date></pub-dates></dates><isbn>1234-5678</isbn><accession-num>31452104</accession-num><abstract><style>Cells wait.&#xD;&#xD;They &lt;grow&gt;.</style></abstract><urls><related-urls><url>https://arxiv.org/abs/1903.00001v2</url></related-urls></urls><electronic-resource-num>10.1000/XYZ</electronic-resource-num><remote-database-name>Medline</remote-database-name><remote-database-provider>NLM</remote-database-provider></record></records></xml>"#;

    #[test]
    fn every_field_of_endnotes_export_is_read() {
        assert_eq!(crate::sniff(ENDNOTE.as_bytes()), Some(Format::EndNoteXml));
        let (found, rejects) = records(&EndNoteXml, ENDNOTE.as_bytes());
        let expected = Record {
            arxiv_id: Some("1903.00001".parse().unwrap()),
            version: Some(2),
            doi: Some("10.1000/xyz".into()),
            external_id: Some("pmid:31452104".into()),
            title: "Queues of E. coli".into(),
            abstract_text: "Cells wait.\nThey <grow>.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into()],
            categories: vec!["cs.DC".into()],
            published: Timestamp::from_date(2019, 5, 4),
            journal_reference: Some("J. Queues".into()),
            venue: Some("J. Queues".into()),
            kind: Some("article".into()),
            keywords: vec!["queues".into()],
            countries: vec!["Germany".into(), "Chile".into()],
            ..Record::default()
        };
        assert_eq!((found, rejects), (vec![expected], vec![]));
    }

    #[test]
    fn exports_of_zotero_and_mendeley_are_read() {
        let zotero = r#"<?xml version="1.0" encoding="UTF-8"?>
<xml><records><record><database name="MyLibrary">MyLibrary</database><source-app name="Zotero">Zotero</source-app><ref-type name="Conference Proceedings">10</ref-type><contributors><authors><author>One, Ann</author></authors></contributors><titles><title>On Logs</title><secondary-title>Proc. Logs</secondary-title></titles><dates><year>2001</year><pub-dates><date>2001-03</date></pub-dates></dates><electronic-resource-num>10.48550/arXiv.2401.00001</electronic-resource-num><abstract>Logs grow.</abstract></record>
<record><ref-type name="Book">6</ref-type></record></records></xml>"#;
        let mendeley = r#"<xml><records><record><source-app name="Mendeley" version="1.19">Mendeley</source-app><ref-type name="Journal Article">17</ref-type><contributors><authors><author>One, Ann</author></authors></contributors><titles><title>On Logs</title></titles><periodical><full-title>Proc. Logs</full-title></periodical><dates><year>2001</year><pub-dates><date>March</date></pub-dates></dates><electronic-resource-num>10.48550/arXiv.2401.00001</electronic-resource-num><accession-num>31452104</accession-num><abstract>Logs grow.</abstract></record></records></xml>"#;
        let expected = Record {
            arxiv_id: Some("2401.00001".parse().unwrap()),
            title: "On Logs".into(),
            abstract_text: "Logs grow.".into(),
            authors: vec!["Ann One".into()],
            published: Timestamp::from_month(2001, 3),
            journal_reference: Some("Proc. Logs".into()),
            venue: Some("Proc. Logs".into()),
            ..Record::default()
        };
        for (text, kind, without_title) in [(zotero, "conference paper", 1), (mendeley, "article", 0)] {
            let expected = Record { kind: Some(kind.into()), ..expected.clone() };
            assert_eq!(crate::sniff(text.as_bytes()), Some(Format::EndNoteXml), "{text}");
            let (found, rejects) = records(&EndNoteXml, text.as_bytes());
            assert_eq!(found, std::slice::from_ref(&expected), "{text}");
            assert_eq!(rejects.len(), without_title);
            assert!(
                rejects
                    .iter()
                    .all(|(at, reason)| (at.record, at.line) == (2, Some(3)) && reason == "no title")
            );
        }
    }

    #[test]
    fn an_export_of_web_of_science_without_a_frame_is_read() {
        let text = r#"<records><record><ref-type name="Journal Article">17</ref-type><titles><title>On Queues</title></titles><dates><year>2020</year></dates><accession-num>WOS:000500000000001</accession-num></record></records>"#;
        assert_eq!(crate::sniff(text.as_bytes()), Some(Format::EndNoteXml));
        let (found, _) = records(&EndNoteXml, text.as_bytes());
        assert_eq!(found[0].external_id.as_deref(), Some("wos:000500000000001"));
        assert_eq!(found[0].published, Timestamp::from_year(2020));
    }

    #[test]
    fn other_xml_is_left_alone() {
        for text in ["<xml><record/></xml>", "<records><record><title/></record></records>", "<xml>", ""] {
            assert!(!EndNoteXml.sniff(text.as_bytes()), "{text}");
        }
    }
}
