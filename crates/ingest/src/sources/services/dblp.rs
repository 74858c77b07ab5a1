//! DBLP's bibliography.

use std::io::BufRead;

use crate::identifiers::doi::{arxiv_id_of_doi, normalise_doi};
use crate::identifiers::paper_types::{PREPRINT, paper_type_of};
use crate::sources::xml_items;
use crate::text::dates::parse_partial_date;
use crate::text::full_stop::without_full_stop;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::xml::{Element, root_element};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError};

/// Publications from <https://dblp.org>: its dump `dblp.xml`, a record, or a person's page
/// (<https://dblp.org/xml/docu/dblpxml.pdf>). They have no abstracts.
///
/// The key becomes `dblp:journals/jq/One20`, and likewise the keys of cited works. The DOI and the arXiv
/// identifier are each taken from the first electronic edition URL that has one. Proceedings, home pages and
/// data sets are not papers and are skipped.
pub(in crate::sources) struct Dblp;

/// The elements that are papers, including books.
const PUBLICATIONS: &[&str] =
    &["article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis"];

impl Source for Dblp {
    fn format(&self) -> Format {
        Format::Dblp
    }

    fn sniff(&self, head: &[u8]) -> bool {
        root_element(head).is_some_and(|(name, _)| matches!(name, "dblp" | "dblpperson"))
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        xml_items::read(self.format(), input, sink, PUBLICATIONS, |item| Ok(record(item)))
    }
}

/// Elements that name the venue of a publication, the most likely first.
const VENUES: [&str; 4] = ["journal", "booktitle", "series", "school"];

fn record(item: Element<'_>) -> Record {
    let text = |name| item.child(name).and_then(|element| collapse_nonempty(element.text()));
    let title = item.child("title").map(|title| collapse(title.text())).unwrap_or_default();
    let editions: Vec<&str> = item.children_named("ee").map(|address| address.text().trim()).collect();
    let arxiv_id = editions.iter().find_map(|address| {
        let at_arxiv = address.contains("arxiv.org/").then(|| ArxivId::parse_versioned(address).ok());
        arxiv_id_of_doi(address).or_else(|| Some(at_arxiv??.0))
    });
    let is_own = |address: &&&str| arxiv_id_of_doi(address).is_none();
    let venue = VENUES.into_iter().find_map(text);
    let is_arxivs = venue.as_deref() == Some("CoRR");
    let year = text("year").unwrap_or_default();
    let month = text("month").unwrap_or_default();
    Record {
        doi: editions.iter().filter(is_own).find_map(|address| normalise_doi(address)),
        external_id: item.attribute("key").and_then(collapse_nonempty).map(|key| format!("dblp:{key}")),
        title: without_full_stop(&title).to_owned(),
        authors: item
            .children_named("author")
            .filter_map(|name| collapse_nonempty(name.text()))
            .map(without_number)
            .collect(),
        published: parse_partial_date(&format!("{month} {year}")).or_else(|| parse_partial_date(&year)),
        // DBLP lists arXiv as a journal called CoRR.
        journal_reference: journal_reference(item).filter(|_| !is_arxivs),
        kind: if is_arxivs { Some(PREPRINT.to_owned()) } else { paper_type_of([item.name()]) },
        venue: venue.filter(|_| !is_arxivs),
        references: item.children_named("cite").filter_map(|key| cited(key.text())).collect(),
        withdrawn: item.attribute("publtype") == Some("withdrawn"),
        arxiv_id,
        ..Record::default()
    }
}

/// A name without the number that distinguishes namesakes (`Ann One 0001`).
pub(in crate::sources) fn without_number(name: String) -> String {
    let is_number = |number: &str| number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    match name.rsplit_once(' ').filter(|(_, number)| is_number(number)) {
        Some((bare, _)) => bare.to_owned(),
        None => name,
    }
}

/// The identifier of a cited publication; dots stand for one that DBLP does not have.
fn cited(key: &str) -> Option<String> {
    collapse_nonempty(key).filter(|key| key != "...").map(|key| format!("dblp:{key}"))
}

/// `Title 12(3):45-67` of a journal, a proceedings volume or a school, as far as known.
fn journal_reference(item: Element<'_>) -> Option<String> {
    let text = |name| item.child(name).and_then(|element| collapse_nonempty(element.text()));
    let mut reference = VENUES.into_iter().find_map(text)?;
    if let Some(volume) = text("volume") {
        reference = format!("{reference} {volume}");
        if let Some(number) = text("number") {
            reference = format!("{reference}({number})");
        }
    }
    Some(text("pages").map_or(reference.clone(), |pages| format!("{reference}:{pages}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const DUMP: &str = r#"<?xml version="1.0" encoding="US-ASCII"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
<article mdate="2020-06-01" key="journals/jq/OneM20">
<author orcid="0000-0000-0000-0001">Ann One 0001</author><author>J&uuml;rgen M&uuml;ller</author>
<title>Waiting in H<sub>2</sub>O &amp; &Oslash;resund.</title><pages>45-67</pages><year>2020</year><month>May</month>
<volume>12</volume><journal>J. Queues</journal><number>3</number><ee type="oa">https://doi.org/10.1000/XYZ</ee>
<ee>https://www.wikidata.org/entity/Q1</ee><url>db/journals/jq/jq12.html#OneM20</url><cite>conf/q/Two01</cite><cite>...</cite>
</article>
<proceedings key="conf/q/2001"><editor>Ed Itor</editor><title>Queues 2001.</title><year>2001</year></proceedings>
<inproceedings key="conf/q/Two01"><author>Bo Two</author><title>Do logs wait?</title><pages>1-9</pages><year>2001</year>
<booktitle>Queues</booktitle><crossref>conf/q/2001</crossref></inproceedings>
<article publtype="informal" key="journals/corr/abs-2401-00001"><author>Ann One</author><title>On logs.</title>
<year>2024</year><volume>abs/2401.00001</volume><journal>CoRR</journal><ee>https://doi.org/10.48550/arXiv.2401.00001</ee></article>
<www key="homepages/o/One"><author>Ann One</author><title>Home Page</title></www>
<phdthesis key="phd/Three99"><author>Cy Three</author><title>Long logs.</title><year>1999</year><school>Free School</school>
</phdthesis><article publtype="withdrawn" key="journals/corr/x"><title>Lost.</title><ee>http://arxiv.org/abs/cs/0101001</ee></article>
<article key="journals/jq/None"><author>Nobody</author></article>
</dblp>"#;

    #[test]
    fn every_field_of_the_dump_is_read() {
        assert_eq!(crate::sniff(DUMP.as_bytes()), Some(Format::Dblp));
        let (found, rejects) = records(&Dblp, DUMP.as_bytes());
        let article = Record {
            doi: Some("10.1000/xyz".into()),
            external_id: Some("dblp:journals/jq/OneM20".into()),
            title: "Waiting in H2O & Øresund".into(),
            authors: vec!["Ann One".into(), "Jürgen Müller".into()],
            published: Timestamp::from_month(2020, 5),
            journal_reference: Some("J. Queues 12(3):45-67".into()),
            venue: Some("J. Queues".into()),
            references: vec!["dblp:conf/q/Two01".into()],
            kind: Some("article".into()),
            ..Record::default()
        };
        let paper = Record {
            external_id: Some("dblp:conf/q/Two01".into()),
            title: "Do logs wait?".into(),
            authors: vec!["Bo Two".into()],
            published: Timestamp::from_year(2001),
            journal_reference: Some("Queues:1-9".into()),
            venue: Some("Queues".into()),
            kind: Some("conference paper".into()),
            ..Record::default()
        };
        let preprint = Record {
            arxiv_id: Some("2401.00001".parse().unwrap()),
            external_id: Some("dblp:journals/corr/abs-2401-00001".into()),
            title: "On logs".into(),
            authors: vec!["Ann One".into()],
            published: Timestamp::from_year(2024),
            kind: Some("preprint".into()),
            ..Record::default()
        };
        let thesis = Record {
            external_id: Some("dblp:phd/Three99".into()),
            title: "Long logs".into(),
            authors: vec!["Cy Three".into()],
            published: Timestamp::from_year(1999),
            journal_reference: Some("Free School".into()),
            venue: Some("Free School".into()),
            kind: Some("thesis".into()),
            ..Record::default()
        };
        let withdrawn = Record {
            arxiv_id: Some("cs/0101001".parse().unwrap()),
            external_id: Some("dblp:journals/corr/x".into()),
            title: "Lost".into(),
            withdrawn: true,
            kind: Some("article".into()),
            ..Record::default()
        };
        assert_eq!(found, [article, paper, preprint, thesis, withdrawn]);
        let line = crate::sources::testing::line_of(DUMP, "<article key=\"journals/jq/None\"");
        let [(position, reason)] = &rejects[..] else { panic!("{rejects:?}") };
        assert_eq!((position.record, position.line, reason.as_str()), (6, Some(line), "no title"));
    }

    #[test]
    fn a_record_and_the_page_of_a_person_are_read() {
        let article =
            "<article key=\"a\"><author>Ann One</author><title>On queues.</title><year>2020</year></article>";
        for text in [
            format!("<?xml version=\"1.0\"?>\n<dblp>{article}</dblp>"),
            format!(
                "<?xml version=\"1.0\"?>\n<dblpperson name=\"Ann One\" n=\"1\"><person key=\"homepages/o/One\">\
                 <author>Ann One</author></person><r>{article}</r><coauthors n=\"0\"></coauthors></dblpperson>"
            ),
        ] {
            assert_eq!(crate::sniff(text.as_bytes()), Some(Format::Dblp), "{text}");
            let (found, rejects) = records(&Dblp, text.as_bytes());
            assert_eq!((found.len(), rejects.len(), found[0].title.as_str()), (1, 0, "On queues"), "{text}");
        }
    }
}
