//! What every format guarantees for any input.

use proptest::prelude::*;
use thema_ingest::{Format, Position, Record, Sink, SourceError, sniff, source};

/// Counts what a format delivers and checks the guarantees for every record and reject.
#[derive(Default)]
struct Checking {
    records: Vec<Record>,
    rejects: usize,
    last: Position,
}

impl Checking {
    fn check(&mut self, position: Position) {
        assert!(position.record > 0, "records count from 1");
        assert!(position.line.is_none_or(|line| line > 0), "lines count from 1");
        assert!(position >= self.last, "in the order of the input");
        self.last = position;
    }
}

impl Sink for Checking {
    fn record(&mut self, position: Position, record: Record) {
        self.check(position);
        let is_abstract = !record.abstract_text.is_empty() && record.external_id.is_some();
        assert!(
            !record.title.trim().is_empty() || is_abstract,
            "a record has a title, or is the abstract of another"
        );
        self.records.push(record);
    }

    fn reject(&mut self, position: Position, reason: String) {
        self.check(position);
        assert!(!reason.is_empty());
        self.rejects += 1;
    }
}

fn read(format: Format, mut input: &[u8]) -> (Checking, Result<(), SourceError>) {
    let mut sink = Checking::default();
    let ended = source(format).read(&mut input, &mut sink);
    (sink, ended)
}

/// One small input of each format, with two papers, as bytes.
fn samples() -> Vec<(Format, Vec<u8>)> {
    let mut samples: Vec<(Format, Vec<u8>)> = Format::ALL
        .into_iter()
        .filter(|format| *format != Format::Parquet)
        .map(|format| (format, text(format).into()))
        .collect();
    samples.push((Format::Parquet, parquet()));
    samples
}

fn parquet() -> Vec<u8> {
    let mut table = polars::df!(
        "title" => ["On Queues", "On Logs"],
        "abstract" => ["We study queues.", "We study logs."],
    )
    .unwrap();
    let mut bytes = Vec::new();
    polars::prelude::ParquetWriter::new(&mut bytes).finish(&mut table).unwrap();
    bytes
}

/// The text of a format's sample.
#[allow(clippy::too_many_lines, reason = "one sample of each format")]
fn text(format: Format) -> &'static str {
    match format {
        Format::ArxivApiText => {
            "https://arxiv.org/api/x 2026-06-10T06:13:33Z 2 0 10 http://arxiv.org/abs/2606.00001v1 On Queues \
             2026-06-02T11:14:57Z We study queues. 2026-06-02T11:14:57Z 4 pages Ada One Bo Two \
             http://arxiv.org/abs/2606.00002v2 On Logs 2026-06-02T11:14:57Z We study logs. \
             2026-06-01T11:14:57Z Ada One"
        }
        Format::ArxivAtom => {
            "<feed xmlns='http://www.w3.org/2005/Atom'><id>http://arxiv.org/api/x</id><entry>\
             <id>http://arxiv.org/abs/2606.00001v1</id><title>On Queues</title><summary>We study &lt;queues.\
             </summary></entry><entry><id>http://arxiv.org/abs/2606.00002v2</id><title>On Logs</title>\
             <summary>We study logs.</summary></entry></feed>"
        }
        Format::ArxivListingText => {
            "Showing new listings for Monday, 2 March 2026\n\n[1] arXiv:2606.00001 [pdf]\nTitle: On Queues\n\
             Ada One\nSubjects: Performance (cs.PF)\n\nWe study queues.\n\n[2] arXiv:2606.00002 [pdf]\nTitle: \
             On Logs\nAda One\nSubjects: Performance (cs.PF)\n\nWe study logs.\n"
        }
        Format::InferenceReport => {
            "The Inference Report\n\nMay 14, 2026\n\nOn Queues cs.DC\n\nWe study queues.\n\nOn Logs cs.DC\n\nWe \
             study logs.\n"
        }
        Format::KaggleJsonl => {
            "{\"id\":\"2606.00001\",\"title\":\"On Queues\",\"abstract\":\"We study \\\"queues\\\".\",\
             \"update_date\":\"2026-06-01\"}\n{\"id\":\"2606.00002\",\"title\":\"On Logs\",\"abstract\":\"We \
             study logs.\",\"update_date\":\"2026-06-01\"}\n"
        }
        Format::PithListing => {
            "pith.\n\n0\ncs.DC 2026-05-14 Recognition\n\nQueues wait\n\nOn Queues\n\nThey do.\n\nabstract click \
             to expand\nWe study queues.\n0\n0\ncs.DC 2026-05-13\n\nLogs grow\n\nOn Logs\n\nThey do.\n\n\
             abstract click to expand\nWe study logs.\n0\n"
        }
        Format::ArxivFeed => {
            "<rss version='2.0' xmlns:arxiv='http://arxiv.org/schemas/atom'><channel><title>cs updates on arXiv.org</title>\
             <link>http://rss.arxiv.org/rss/cs</link><item><title>On Queues</title>\
             <link>https://arxiv.org/abs/2606.00001</link><description>arXiv:2606.00001v1 Announce Type: new \n\
             Abstract: We study queues.</description><guid>oai:arXiv.org:2606.00001v1</guid></item><item>\
             <title>On Logs</title><link>https://arxiv.org/abs/2606.00002</link><description>arXiv:2606.00002v1 \
             Announce Type: new \nAbstract: We study logs.</description><guid>oai:arXiv.org:2606.00002v1</guid></item>\
             </channel></rss>"
        }
        Format::ArxivListingHtml => {
            "<html><body><h3>New submissions for Monday, 2 March 2026</h3><dl><dt><a href='/abs/2606.00001'>\
             arXiv:2606.00001</a></dt><dd><div class='list-title mathjax'><span class='descriptor'>Title:</span> On \
             Queues</div><p class='mathjax'>We study queues.</p></dd><dt><a href='/abs/2606.00002'>arXiv:2606.00002</a>\
             </dt><dd><div class='list-title mathjax'><span class='descriptor'>Title:</span> On Logs</div><p \
             class='mathjax'>We study logs.</p></dd></dl></body></html>"
        }
        Format::BibTex => {
            "@article{a, title = {On Queues}, abstract = {We study queues.}}\n@article{b, title = {On Logs}, abstract = \
             {We study logs.}}\n"
        }
        Format::BioRxiv => {
            "{\"doi\":\"10.1101/1\",\"title\":\"On Queues\",\"abstract\":\"We study queues.\",\"jatsxml\":\"\"}\n\
             {\"doi\":\"10.1101/2\",\"title\":\"On Logs\",\"abstract\":\"We study logs.\",\"jatsxml\":\"\"}\n"
        }
        Format::Csv => "title,abstract\nOn Queues,We study queues.\nOn Logs,We study logs.\n",
        Format::Crossref => {
            "{\"DOI\":\"10.1000/1\",\"reference-count\":1,\"title\":[\"On Queues\"],\"abstract\":\"We study queues.\"}\n\
             {\"DOI\":\"10.1000/2\",\"reference-count\":1,\"title\":[\"On Logs\"],\"abstract\":\"We study logs.\"}\n"
        }
        Format::CslJson => {
            "{\"type\":\"article\",\"issued\":{},\"title\":\"On Queues\",\"abstract\":\"We study queues.\"}\n\
             {\"type\":\"article\",\"issued\":{},\"title\":\"On Logs\",\"abstract\":\"We study logs.\"}\n"
        }
        Format::DataCite => {
            "{\"type\":\"dois\",\"attributes\":{\"titles\":[{\"title\":\"On Queues\"}],\"descriptions\":[{\"description\":\
             \"We study queues.\",\"descriptionType\":\"Abstract\"}]}}\n\
             {\"type\":\"dois\",\"attributes\":{\"titles\":[{\"title\":\"On Logs\"}],\"descriptions\":[{\"description\":\
             \"We study logs.\",\"descriptionType\":\"Abstract\"}]}}\n"
        }
        // Papers without abstracts; the text that other samples have in the abstract is in the journal here.
        Format::Dblp => {
            "<dblp><article key='a'><title>On Queues</title><journal>queues</journal></article><article key='b'>\
             <title>On Logs</title><journal>logs</journal></article></dblp>"
        }
        Format::EndNoteXml => {
            "<xml><records><record><titles><title>On Queues</title></titles><abstract>We study queues.</abstract></record>\
             <record><titles><title>On Logs</title></titles><abstract>We study logs.</abstract></record></records></xml>"
        }
        Format::Lines => "On Queues\nOn Logs\n",
        Format::EndNote => {
            "%0 Report\n%T On Queues\n%X We study queues.\n\n%0 Report\n%T On Logs\n%X We study logs.\n"
        }
        Format::Nbib => {
            "PMID- 1\nTI  - On Queues\nAB  - We study queues.\n\nPMID- 2\nTI  - On Logs\nAB  - We study logs.\n"
        }
        Format::Ndjson => {
            "{\"title\":\"On Queues\",\"abstract\":\"We study queues.\"}\n{\"title\":\"On \
             Logs\",\"abstract\":\"We study logs.\"}\n"
        }
        Format::OaiPmh => {
            "<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords><record><header><identifier>\
             oai:arXiv.org:2606.00001</identifier></header><metadata><arXiv xmlns='http://arxiv.org/OAI/arXiv/'>\
             <id>2606.00001</id><title>On Queues</title><abstract>We study queues.</abstract></arXiv></metadata></record>\
             <record><header><identifier>oai:arXiv.org:2606.00002</identifier></header><metadata><arXiv \
             xmlns='http://arxiv.org/OAI/arXiv/'><id>2606.00002</id><title>On Logs</title><abstract>We study logs.\
             </abstract></arXiv></metadata></record></ListRecords></OAI-PMH>"
        }
        Format::OpenAlex => {
            "{\"id\":\"https://openalex.org/W1\",\"display_name\":\"On \
             Queues\",\"ids\":{},\"abstract_inverted_index\":{\"We\":[0],\"queue.\":[1]}}\n\
             {\"id\":\"https://openalex.org/W2\",\"display_name\":\"On \
             Logs\",\"ids\":{},\"abstract_inverted_index\":{\"We\":[0],\"log.\":[1]}}\n"
        }
        Format::PubMed => {
            "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>On Queues\
             </ArticleTitle><Abstract><AbstractText>We study queues.</AbstractText></Abstract></Article>\
             </MedlineCitation></PubmedArticle><PubmedArticle><MedlineCitation><PMID>2</PMID><Article><ArticleTitle>On \
             Logs</ArticleTitle><Abstract><AbstractText>We study logs.</AbstractText></Abstract></Article>\
             </MedlineCitation></PubmedArticle></PubmedArticleSet>"
        }
        Format::Ris => {
            "TY  - JOUR\nTI  - On Queues\nAB  - We study queues.\nER  - \nTY  - JOUR\nTI  - On Logs\nAB  - We study \
             logs.\nER  - \n"
        }
        Format::SemanticScholar => {
            "{\"paperId\":\"a1\",\"corpusId\":1,\"externalIds\":{},\"title\":\"On Queues\",\"abstract\":\"We study \
             queues.\"}\n{\"paperId\":\"a2\",\"corpusId\":2,\"externalIds\":{},\"title\":\"On \
             Logs\",\"abstract\":\"We study logs.\"}\n"
        }
        Format::Tsv => "title\tabstract\nOn Queues\tWe study queues.\nOn Logs\tWe study logs.\n",
        Format::WebOfScience => {
            "PT J\nTI On Queues\nAB We study queues.\nER\n\nPT J\nTI On Logs\nAB We study logs.\nER\n"
        }
        other => panic!("{other} has no sample; write one"),
    }
}

#[test]
fn every_sample_is_recognised_and_read() {
    for (format, bytes) in samples() {
        // Any text could be one paper per line.
        assert_eq!(sniff(&bytes), Some(format).filter(|format| *format != Format::Lines));
        let (sink, ended) = read(format, &bytes);
        ended.unwrap();
        let titles: Vec<_> = sink.records.iter().map(|record| record.title.as_str()).collect();
        assert_eq!((titles, sink.rejects), (vec!["On Queues", "On Logs"], 0), "{format}");
        let has_abstracts = !matches!(format, Format::Dblp | Format::Lines);
        assert!(
            sink.records.iter().all(|record| record.abstract_text.is_empty() != has_abstracts),
            "{format}"
        );
    }
}

#[test]
fn nothing_and_what_is_of_no_format_gives_no_records() {
    assert_eq!(sniff(b""), None);
    assert_eq!(sniff(b"# Labels\n\nA file about papers, not of papers.\n"), None);
    assert_eq!(sniff(b"id,label\n1,a\n2,b\n"), None);
    for format in Format::ALL {
        let (sink, _) = read(format, b"");
        assert_eq!(sink.records.len(), 0, "{format}");
    }
}

/// The number of bytes before which the first paper of a sample is incomplete: the start of the second paper
/// or, in formats in which a paper ends where the next begins, a little after it.
fn first_paper_ends(format: Format, bytes: &[u8]) -> Option<usize> {
    // No Parquet row is complete without the directory at the end of the file.
    let second = memchr::memmem::rfind(bytes, b"On Logs").filter(|_| format != Format::Parquet)?;
    Some(second + memchr::memmem::find(&bytes[second + "On Logs".len()..], b"log")? + "On Logs".len())
}

#[test]
fn an_input_that_is_cut_keeps_what_stands_before_the_cut() {
    for (format, bytes) in samples() {
        let (whole, _) = read(format, &bytes);
        let intact = first_paper_ends(format, &bytes).unwrap_or(bytes.len());
        for cut in 0..bytes.len() {
            let (sink, ended) = read(format, &bytes[..cut]);
            assert!(sink.records.len() <= whole.records.len(), "{format} cut at {cut}");
            if cut < intact {
                continue;
            }
            // A format that is only read whole reports the cut; any other delivers the first paper.
            let is_told = format == Format::Parquet && ended.is_err();
            assert!(is_told || sink.records.first() == whole.records.first(), "{format} cut at {cut}");
        }
    }
}

/// Whether the format is a page copied as text or HTML, in which only words mark the start of a paper, so
/// that damage to them hides it.
fn is_framed_by_words(format: Format) -> bool {
    matches!(
        format,
        Format::ArxivApiText
            | Format::ArxivListingHtml
            | Format::ArxivListingText
            | Format::InferenceReport
            | Format::PithListing
            // Text outside entries is a comment.
            | Format::BibTex
    )
}

#[test]
fn a_byte_that_is_no_utf8_costs_one_record_at_most() {
    for (format, bytes) in samples().into_iter().filter(|(format, _)| *format != Format::Parquet) {
        let (whole, _) = read(format, &bytes);
        let begun = match first_paper_ends(format, &bytes) {
            Some(begun) if is_framed_by_words(format) => begun,
            _ => memchr::memmem::find(&bytes, b"On Logs").unwrap() + "On Logs".len(),
        };
        for at in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] = 0xff;
            let (sink, ended) = read(format, &damaged);
            let kept = |record: &Record| !record.title.contains('\u{fffd}');
            assert!(sink.records.iter().all(kept), "{format} at {at}");
            // Damage after the start of the second paper leaves the first one unchanged.
            if at >= begun {
                assert!(sink.records.first() == whole.records.first(), "{format} at {at}");
            }
            let lost = sink.records.len() < whole.records.len() && !is_framed_by_words(format);
            assert!(!lost || ended.is_err() || sink.rejects > 0, "{format} at {at}: lost in silence");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_format_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let _ = sniff(&bytes);
        for format in Format::ALL {
            let _ = read(format, &bytes);
        }
    }

    #[test]
    fn no_shuffled_sample_makes_a_format_panic(
        pieces in prop::collection::vec((0_usize..40, 0_usize..400, 0_usize..120), 0..30),
    ) {
        let samples = samples();
        let mut bytes = Vec::new();
        for (sample, start, length) in pieces {
            let (_, sample) = &samples[sample % samples.len()];
            let start = start.min(sample.len());
            bytes.extend_from_slice(&sample[start..(start + length).min(sample.len())]);
        }
        let _ = sniff(&bytes);
        for format in Format::ALL {
            let _ = read(format, &bytes);
        }
    }
}
