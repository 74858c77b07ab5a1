//! Malicious inputs: each ends soon, in bounded memory, and says why.

use std::time::{Duration, Instant};

use thema_ingest::{Format, Position, Record, Sink, SourceError, source};

#[derive(Default)]
struct Kept {
    records: Vec<Record>,
    rejects: Vec<String>,
}

impl Sink for Kept {
    fn record(&mut self, _: Position, record: Record) {
        self.records.push(record);
    }

    fn reject(&mut self, _: Position, reason: String) {
        self.rejects.push(reason);
    }
}

fn read(format: Format, text: &[u8]) -> (Kept, Result<(), SourceError>) {
    let mut kept = Kept::default();
    let mut input = text;
    let ended = source(format).read(&mut input, &mut kept);
    (kept, ended)
}

/// The XML formats, each with a record around a title.
fn xml(title: &str) -> [(Format, String); 6] {
    [
        (
            Format::ArxivAtom,
            format!(
                "<feed xmlns='http://www.w3.org/2005/Atom'><id>http://arxiv.org/api/x</id><entry>\
                 <id>http://arxiv.org/abs/2601.00001v1</id><title>{title}</title><summary>x</summary></entry></feed>"
            ),
        ),
        (
            Format::ArxivFeed,
            format!(
                "<rss xmlns:arxiv='http://arxiv.org/schemas/atom'><channel><item><title>{title}</title>\
                 <link>https://arxiv.org/abs/2601.00001</link><description>arXiv:2601.00001v1 Announce Type: new \
                 Abstract: x</description></item></channel></rss>"
            ),
        ),
        (
            Format::OaiPmh,
            format!(
                "<OAI-PMH><ListRecords><record><header><identifier>oai:arXiv.org:2601.00001</identifier></header>\
                 <metadata><arXiv><id>2601.00001</id><title>{title}</title><abstract>x</abstract></arXiv></metadata>\
                 </record></ListRecords></OAI-PMH>"
            ),
        ),
        (Format::Dblp, format!("<dblp><article key='a'><title>{title}</title></article></dblp>")),
        (
            Format::EndNoteXml,
            format!("<xml><records><record><titles><title>{title}</title></titles></record></records></xml>"),
        ),
        (
            Format::PubMed,
            format!(
                "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>{title}\
                 </ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
            ),
        ),
    ]
}

#[test]
fn the_papers_around_the_attacks_are_read() {
    for (format, text) in xml("On Queues") {
        let (kept, ended) = read(format, text.as_bytes());
        ended.unwrap();
        assert_eq!(kept.records.len(), 1, "{format}: {:?}", kept.rejects);
        assert_eq!(kept.records[0].title, "On Queues");
    }
}

#[test]
fn entities_are_never_expanded() {
    let entities: Vec<String> =
        (1..30).map(|level| format!("<!ENTITY e{level} '&e{0};&e{0};'>", level - 1)).collect();
    let entities = entities.concat();
    for (format, text) in xml("&e29;") {
        let bomb = format!("<!DOCTYPE x [<!ENTITY e0 'boom'>{entities}]>{text}");
        let (kept, ended) = read(format, bomb.as_bytes());
        assert!(ended.is_err() && kept.records.is_empty(), "{format}");
        let external = format!("<!DOCTYPE x [<!ENTITY e29 SYSTEM 'file:///etc/passwd'>]>{text}");
        let (kept, ended) = read(format, external.as_bytes());
        assert!(ended.is_err() && kept.records.is_empty(), "{format}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (format, text) in xml(&format!("{}On Queues{}", "<i>".repeat(200_000), "</i>".repeat(200_000))) {
        let (kept, ended) = read(format, text.as_bytes());
        assert!(kept.records.is_empty(), "{format}");
        assert!(ended.is_err() || !kept.rejects.is_empty(), "{format}");
    }
    for format in [
        Format::BioRxiv,
        Format::Crossref,
        Format::CslJson,
        Format::DataCite,
        Format::KaggleJsonl,
        Format::Ndjson,
        Format::OpenAlex,
        Format::SemanticScholar,
    ] {
        for open in ["[", "{\"a\":"] {
            let text = format!("{{\"title\":\"T\",\"abstract\":\"A\",\"x\":{}", open.repeat(100_000));
            let (kept, ended) = read(format, text.as_bytes());
            assert!(kept.records.is_empty(), "{format}");
            assert!(ended.is_err() || !kept.rejects.is_empty(), "{format}");
        }
    }
    for format in [Format::BibTex, Format::ArxivListingHtml] {
        let text = format!("@article{{a, title = {}T", "{".repeat(1_000_000)) + &"<div>".repeat(1_000_000);
        let (kept, _) = read(format, text.as_bytes());
        assert!(kept.records.is_empty(), "{format}");
    }
}

#[test]
fn huge_fields_cost_one_record_or_the_input() {
    let huge = "x".repeat(40 << 20);
    for (format, text) in xml(&huge) {
        let (kept, ended) = read(format, text.as_bytes());
        assert!(kept.records.is_empty(), "{format}");
        assert!(ended.is_err() || !kept.rejects.is_empty(), "{format}");
    }
    let line = format!(
        "{{\"id\":\"2601.00001\",\"title\":\"{huge}\",\"abstract\":\"x\"}}\n{{\"title\":\"T\",\"abstract\":\"A\"}}"
    );
    for format in [Format::KaggleJsonl, Format::Ndjson] {
        let (kept, ended) = read(format, line.as_bytes());
        ended.unwrap();
        assert_eq!((kept.records.len(), kept.rejects.len()), (1, 1), "{format}");
    }
    for (format, separator) in [(Format::Csv, ","), (Format::Tsv, "\t")] {
        let table = format!("title{separator}abstract\n{huge}{separator}x\nT{separator}A\n");
        let (kept, ended) = read(format, table.as_bytes());
        ended.unwrap();
        assert_eq!((kept.records.len(), kept.rejects.len()), (1, 1), "{format}");
    }
    for (format, text) in [
        (Format::BibTex, format!("@article{{a, title = {{{huge}}}}}")),
        (Format::Ris, format!("TY  - JOUR\nTI  - {huge}\nER  - \n")),
    ] {
        let (kept, ended) = read(format, text.as_bytes());
        assert!(kept.records.iter().all(|record| record.title.len() <= 16 << 20), "{format}");
        assert!(ended.is_err() || !kept.rejects.is_empty(), "{format}");
    }
}

#[test]
fn what_repeats_takes_no_quadratic_time() {
    let pieces = [
        "<",
        "<a ",
        "&",
        "{",
        "@",
        "\\",
        "$",
        "[1] ",
        "arXiv:",
        "TY  - ",
        "\"",
        "\n\n",
        "0\n",
        "<!--",
        "]]>",
        "http://arxiv.org/abs/",
        "Title: ",
        "AB  - x\n",
        "<entry>",
        "<record>",
        "@a{b,",
        "[{",
        ",",
    ];
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Parquet) {
        for piece in pieces {
            let text = piece.repeat((1 << 20) / piece.len());
            let began = Instant::now();
            let _ = read(format, text.as_bytes());
            // A quadratic parser takes minutes for a megabyte.
            assert!(began.elapsed() < Duration::from_secs(20), "{format} of {piece:?}");
        }
    }
}
