//! OAI-PMH responses with arXiv's three kinds of metadata or any repository's Dublin Core.

use std::io::BufRead;

use crate::identifiers::category::is_category;
use crate::identifiers::category_names::category_of_subject;
use crate::identifiers::doi::normalise_doi;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::keywords;
use crate::sources::xml_items;
use crate::text::author_names::{given_name_first, split_author_list};
use crate::text::dates::{earliest, parse_partial_date};
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::xml::{Element, root_element};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// Pages of the Open Archives Initiative's protocol for metadata harvesting
/// (<https://www.openarchives.org/OAI/openarchivesprotocol.html>), one or several per file.
///
/// Reads metadata with the prefixes `arXiv`, `arXivOld`, `arXivRaw` and `oai_dc`. `arXivRaw` lists every
/// version: the first gives the publication date, the last the version number and its date. A record with the
/// header status `deleted` has no metadata and is rejected, so that it does not vanish silently. An error
/// returned by the repository is rejected with its code and message. Resumption tokens are for the harvester
/// and are skipped.
pub(in crate::sources) struct OaiPmh;

impl Source for OaiPmh {
    fn format(&self) -> Format {
        Format::OaiPmh
    }

    fn sniff(&self, head: &[u8]) -> bool {
        root_element(head).is_some_and(|(name, _)| matches!(name, "OAI-PMH" | "ListRecords" | "GetRecord"))
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        xml_items::read(self.format(), input, sink, &["record", "error"], record)
    }
}

fn record(element: Element<'_>) -> Result<Record, String> {
    if element.name() == "error" {
        let code = element.attribute("code").unwrap_or("an error");
        return Err(format!("the repository answered {code}: {}", collapse(element.text())));
    }
    let header = element.child("header");
    let identifier = header.and_then(|header| header.child("identifier")).map_or("", Element::text).trim();
    if header.and_then(|header| header.attribute("status")) == Some("deleted") {
        return Err(format!("{identifier} is deleted from the repository and has no metadata"));
    }
    let metadata = element.child("metadata").and_then(|metadata| metadata.children().next());
    let metadata = metadata.ok_or("no metadata")?;
    let mut record = match metadata.name() {
        "arXiv" | "arXivOld" | "arXivRaw" => arxiv(metadata)?,
        "dc" => dublin_core(metadata),
        other => return Err(format!("metadata of unknown kind {other:?}")),
    };
    if record.arxiv_id.is_none() {
        record.arxiv_id = identifier.parse().ok();
    }
    if record.arxiv_id.is_none() && identifier.starts_with("oai:") {
        record.external_id = Some(identifier.to_owned());
    }
    Ok(record)
}

fn arxiv(metadata: Element<'_>) -> Result<Record, String> {
    let text = |name| metadata.child(name).map_or("", Element::text);
    let nonempty = |name| collapse_nonempty(text(name));
    let date = |name| Timestamp::parse(text(name)).ok();
    let id: ArxivId = text("id").parse().map_err(|error| format!("{error}"))?;
    let versions = || metadata.children_named("version");
    let version_date = |version: Element<'_>| Timestamp::parse(version.child("date")?.text()).ok();
    let published = versions().next().and_then(version_date).or_else(|| date("created"));
    let latest = versions().last();
    Ok(Record {
        arxiv_id: Some(id),
        version: latest.and_then(|version| version.attribute("version")?.strip_prefix('v')?.parse().ok()),
        doi: normalise_doi(text("doi")),
        title: collapse(text("title")),
        abstract_text: paragraphs(text("abstract")),
        authors: authors(metadata),
        categories: text("categories").split_whitespace().map(str::to_owned).collect(),
        published,
        updated: latest.and_then(version_date).or_else(|| date("updated")).or(published),
        comment: nonempty("comments"),
        journal_reference: nonempty("journal-ref"),
        ..Record::default()
    })
}

/// Names in parts (`arXiv`) or as one list (`arXivRaw`).
fn authors(metadata: Element<'_>) -> Vec<String> {
    let Some(authors) = metadata.child("authors") else { return Vec::new() };
    let in_parts = authors.children_named("author").map(|author| {
        let parts = ["forenames", "keyname"].map(|part| author.child(part).map_or("", Element::text));
        let name = collapse(&parts.join(" "));
        match author.child("suffix").and_then(|suffix| collapse_nonempty(suffix.text())) {
            Some(suffix) => format!("{name}, {suffix}"),
            None => name,
        }
    });
    let in_parts: Vec<String> = in_parts.filter(|name| !name.is_empty()).collect();
    if in_parts.is_empty() { split_author_list(authors.text()) } else { in_parts }
}

/// Dublin Core as arXiv fills it. The first description is the abstract; one that begins with `Comment: ` is
/// the authors' comment. The earliest date is that of submission, which other repositories may give only as a
/// year; the latest is that of the newest version. Identifiers are the page's URL, the journal reference and
/// `doi:`. Subjects are names of categories and classes of other schemes.
fn dublin_core(metadata: Element<'_>) -> Record {
    let texts = |name| metadata.children_named(name).filter_map(|element| collapse_nonempty(element.text()));
    let mut record = Record {
        title: texts("title").next().unwrap_or_default(),
        authors: texts("creator").map(given_name_first).collect(),
        categories: texts("subject")
            .filter_map(|subject| match category_of_subject(&subject) {
                Some(code) => Some(code.to_owned()),
                None => is_category(&subject).then_some(subject),
            })
            .collect(),
        ..Record::default()
    };
    for description in metadata.children_named("description") {
        if let Some(comment) = description.text().trim_start().strip_prefix("Comment: ") {
            record.comment = collapse_nonempty(comment);
        } else if record.abstract_text.is_empty() {
            record.abstract_text = paragraphs(description.text());
        }
    }
    record.kind = paper_type_of(texts("type").collect::<Vec<_>>().iter().map(|kind| type_name(kind)));
    record.language = texts("language").find_map(|name| language_code(&name)).map(str::to_owned);
    // A journal with volume and pages; its ISSN is in another element of the same name.
    record.journal_reference = texts("source").find(|source| is_journal(source));
    record.venue =
        record.journal_reference.as_deref().and_then(|source| collapse_nonempty(source.split(';').next()?));
    let dates: Vec<Timestamp> = texts("date").filter_map(|date| parse_partial_date(&date)).collect();
    record.published = earliest(dates.iter().copied());
    record.updated = dates.into_iter().max();
    for identifier in texts("identifier") {
        if normalise_doi(&identifier).is_some() {
            record.set_dois([identifier.as_str()]);
        } else if let Ok((id, version)) = ArxivId::parse_versioned(&identifier) {
            record.arxiv_id = Some(id);
            record.version = version;
        } else if !identifier.contains("://") {
            record.journal_reference.get_or_insert(identifier);
        }
    }
    // Among arXiv's subjects, those that are not categories are classification codes.
    if record.arxiv_id.is_none() {
        record.keywords = keywords(texts("subject").collect::<Vec<_>>().iter().map(String::as_str));
    }
    record
}

/// The name of a type without its vocabulary: `info:eu-repo/semantics/article`.
fn type_name(text: &str) -> &str {
    text.rsplit('/').next().unwrap_or_default()
}

/// Whether a source is a journal name and not a URL or an ISSN (`1234-567X`).
fn is_journal(text: &str) -> bool {
    !text.contains("://") && text.chars().any(|character| character.is_alphabetic() && character != 'X')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    fn page(body: &str) -> String {
        format!(
            "<?xml version='1.0'?>\n<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>\n<ListRecords>{body}\
             <resumptionToken cursor='0'>1|1001</resumptionToken></ListRecords></OAI-PMH>"
        )
    }

    fn wrapped(id: &str, metadata: &str) -> String {
        format!(
            "<record><header><identifier>oai:arXiv.org:{id}</identifier><datestamp>2009-01-02</datestamp></header>\
             <metadata>{metadata}</metadata></record>"
        )
    }

    #[test]
    fn the_three_kinds_of_metadata_agree() {
        let kinds = [
            "<arXiv xmlns='http://arxiv.org/OAI/arXiv/'><id>0704.0001</id><created>2007-04-02</created>\
             <updated>2007-07-24</updated><authors><author><keyname>Bal&#225;zs</keyname><forenames>C.</forenames>\
             </author><author><keyname>King</keyname><forenames>M.</forenames><suffix>Jr.</suffix></author></authors>\
             <title>Diphotons &amp;\n  more</title><categories>hep-ph cs.DC</categories><comments>37 pages</comments>\
             <journal-ref>Phys.Rev.D76</journal-ref><doi>10.1103/PhysRevD.76</doi>\
             <abstract>  If $a &lt; b$.\n</abstract></arXiv>",
            "<arXivRaw xmlns='http://arxiv.org/OAI/arXivRaw/'><id>0704.0001</id><submitter>X</submitter>\
             <version version='v1'><date>Mon, 2 Apr 2007 00:00:00 GMT</date></version>\
             <version version='v2'><date>Tue, 24 Jul 2007 00:00:00 GMT</date></version>\
             <title>Diphotons &amp; more</title><authors>C. Balázs (1), M. King, Jr. ((1) MSU)</authors>\
             <categories>hep-ph cs.DC</categories><comments>37 pages</comments><journal-ref>Phys.Rev.D76</journal-ref>\
             <doi>10.1103/PhysRevD.76</doi><abstract>If $a &lt; b$.</abstract></arXivRaw>",
            "<oai_dc:dc xmlns:oai_dc='x' xmlns:dc='y'><dc:title>Diphotons &amp; more</dc:title>\
             <dc:creator>Balázs, C.</dc:creator><dc:creator>King, M., Jr.</dc:creator>\
             <dc:subject>High Energy Physics - Phenomenology</dc:subject>\
             <dc:subject>Computer Science - Distributed, Parallel, and Cluster Computing</dc:subject>\
             <dc:subject>68W15</dc:subject><dc:description>If $a &lt; b$.</dc:description>\
             <dc:description>Comment: 37 pages</dc:description><dc:date>2007-04-02</dc:date><dc:date>2007-07-24</dc:date>\
             <dc:type>text</dc:type><dc:identifier>http://arxiv.org/abs/0704.0001</dc:identifier>\
             <dc:identifier>Phys.Rev.D76</dc:identifier><dc:identifier>doi:10.1103/PhysRevD.76</dc:identifier></oai_dc:dc>",
        ];
        for (kind, version) in kinds.into_iter().zip([None, Some(2), None]) {
            let (found, rejects) = records(&OaiPmh, page(&wrapped("0704.0001", kind)).as_bytes());
            assert_eq!(rejects, []);
            let expected = Record {
                arxiv_id: Some("0704.0001".parse().unwrap()),
                version,
                doi: Some("10.1103/physrevd.76".into()),
                title: "Diphotons & more".into(),
                abstract_text: "If $a < b$.".into(),
                authors: vec!["C. Balázs".into(), "M. King, Jr.".into()],
                categories: vec!["hep-ph".into(), "cs.DC".into()],
                published: Timestamp::from_date(2007, 4, 2),
                updated: Timestamp::from_date(2007, 7, 24),
                comment: Some("37 pages".into()),
                journal_reference: Some("Phys.Rev.D76".into()),
                ..Record::default()
            };
            assert_eq!(found, [expected]);
        }
    }

    #[test]
    fn deleted_records_errors_and_unknown_metadata_are_rejected_with_reasons() {
        let body = "<record><header status='deleted'><identifier>oai:arXiv.org:0704.0002</identifier></header></record>"
            .to_owned()
            + &wrapped("0704.0003", "<marc/>")
            + &wrapped("0704.0004", "<arXiv><id>0704.0004</id><abstract>a</abstract></arXiv>");
        let (found, rejects) = records(&OaiPmh, page(&body).as_bytes());
        assert_eq!(found, []);
        let reasons: Vec<&str> = rejects.iter().map(|(_, reason)| reason.as_str()).collect();
        assert_eq!(
            reasons,
            [
                "oai:arXiv.org:0704.0002 is deleted from the repository and has no metadata",
                "metadata of unknown kind \"marc\"",
                "no title",
            ]
        );
        let error = "<OAI-PMH><error code='badResumptionToken'>token has expired</error></OAI-PMH>";
        let (_, rejects) = records(&OaiPmh, error.as_bytes());
        assert_eq!(rejects[0].1, "the repository answered badResumptionToken: token has expired");
    }

    #[test]
    fn other_repositories_keep_their_identifier() {
        let dc = "<dc><title>T</title><date>2019</date><identifier>https://example.org/1</identifier></dc>";
        let text = page(&wrapped("x", dc)).replace("oai:arXiv.org:x", "oai:zenodo.org:12");
        let (found, _) = records(&OaiPmh, text.as_bytes());
        assert_eq!(found[0].external_id.as_deref(), Some("oai:zenodo.org:12"));
        assert_eq!(found[0].journal_reference, None);
        assert_eq!(found[0].published, Timestamp::from_year(2019));
    }

    #[test]
    fn type_language_source_and_subjects_of_other_repositories_are_read() {
        let dc = "<dc><title>T</title><subject>queues</subject><subject>Logs</subject><type>info:eu-repo/semantics/article</type>\
                  <type>Peer-reviewed Article</type><language>spa</language><source>1234-567X</source><source>Journal of Queues; Vol. 1 \
                  No. 2 (2020); 1-10</source><identifier>10.1000/a</identifier><identifier>10.1000/b</identifier></dc>";
        let (found, _) = records(&OaiPmh, page(&wrapped("x", dc)).as_bytes());
        let expected = Record {
            title: "T".into(),
            external_id: Some("oai:arXiv.org:x".into()),
            doi: Some("10.1000/a".into()),
            identifiers: vec!["doi:10.1000/b".into()],
            keywords: vec!["queues".into(), "Logs".into()],
            kind: Some("article".into()),
            language: Some("es".into()),
            journal_reference: Some("Journal of Queues; Vol. 1 No. 2 (2020); 1-10".into()),
            venue: Some("Journal of Queues".into()),
            ..Record::default()
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn dates_of_other_repositories_come_in_any_order_and_precision() {
        let dc = "<dc><title>T</title><date>2021-02-03T04:05:06Z</date><date>2021</date><date>2018-05</date><date>2018</date></dc>";
        let (found, _) = records(&OaiPmh, page(&wrapped("x", dc)).as_bytes());
        assert_eq!(found[0].published, Timestamp::from_month(2018, 5));
        assert_eq!(found[0].updated, Timestamp::parse("2021-02-03T04:05:06Z").ok());
    }
}
