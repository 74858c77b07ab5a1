//! Truncated compressed files: the records before the cut are kept, however small the file is.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use thema_ingest::{Format, IngestParams, Ingested};

/// A paper whose text compresses badly, so that a truncated file still contains records.
fn paper(number: usize) -> (String, String) {
    let mut state = number as u64 + 1;
    let mut words = (0..40).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("w{:x}", state >> 40)
    });
    (format!("On {number} {}", words.next().unwrap()), words.collect::<Vec<_>>().join(" "))
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn read(name: &str, bytes: &[u8]) -> Ingested {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(name);
    fs::write(&path, bytes).unwrap();
    IngestParams::new().run(&[path]).unwrap()
}

#[test]
fn an_input_that_ends_inside_a_record_is_not_read_to_its_end() {
    let ris = "TY  - JOUR\nTI  - On 1\nER  - \nTY  - JOUR\nTI  - On 2\nER  - \n";
    let xml = "<dblp><article key=\"1\"><title>On 1</title></article><article key=\"2\"><title>On 2</title></article></dblp>";
    let json =
        r#"[{"type":"article","title":"On 1","issued":{}},{"type":"article","title":"On 2","issued":{}}]"#;
    for (name, text, position) in
        [("papers.ris", ris, true), ("papers.xml", xml, true), ("papers.json", json, false)]
    {
        let whole = read(name, text.as_bytes());
        assert_eq!((whole.corpus.len(), whole.rejects.len()), (2, 0), "{name}");
        let end = text.find("On 2").unwrap() + 2;
        let cut = read(name, &text.as_bytes()[..end]);
        assert_eq!((cut.corpus.len(), cut.rejects.len()), (1, 1), "{name}: {:?}", cut.rejects);
        let reject = &cut.rejects[0];
        assert!(reject.unread, "{name}");
        assert_eq!(reject.position.map(|position| position.record), position.then_some(2), "{name}");
    }
}

#[test]
fn an_input_that_stops_being_of_its_format_is_not_read_to_its_end() {
    let start = "<dblp><article key=\"1\"><title>On 1</title></article>";
    let endless = format!("{start}<!-- {}", "x".repeat(17 << 20));
    let declared = "<!DOCTYPE dblp [<!ENTITY a 'b'>]>";
    let stray = format!("{start}<! <article key=\"2\"><title>On 2</title></article></dblp>");
    for text in [endless, format!("{start}{declared}"), stray] {
        let read = read("papers.xml", text.as_bytes());
        assert_eq!((read.corpus.len(), read.rejects.len()), (1, 1), "{:?}", read.rejects);
        assert!(read.rejects[0].unread, "{:?}", read.rejects);
    }
    let json = "[{\"type\":\"article\",\"title\":\"On 1\",\"issued\":{}} 1]";
    assert!(read("papers.json", json.as_bytes()).rejects[0].unread);
}

#[test]
fn a_file_without_records_of_its_format_is_read_to_its_end() {
    let home = tempfile::tempdir().unwrap();
    let (papers, empty) = (home.path().join("papers.ris"), home.path().join("empty.ris"));
    fs::write(&papers, "TY  - JOUR\nTI  - On 1\nER  - \n").unwrap();
    fs::write(&empty, "Nothing was found.\n").unwrap();
    let ingested = IngestParams::new().format(Some(Format::Ris)).run(&[papers, empty]).unwrap();
    assert_eq!(ingested.rejects.len(), 1);
    assert!(!ingested.rejects[0].unread);
}

#[test]
fn a_small_file_with_a_cut_tail_keeps_the_records_before_the_cut() {
    const PAPERS: usize = 100;
    let papers = (0..PAPERS).map(paper);
    let lines =
        papers.clone().map(|(title, text)| format!("{{\"title\":\"{title}\",\"abstract\":\"{text}\"}}\n"));
    let rows = papers.clone().map(|(title, text)| format!("{title},{text}\n"));
    let bibtex = papers
        .clone()
        .map(|(title, text)| format!("@article{{k, title = {{{title}}}, abstract = {{{text}}}}}\n"));
    let ris = papers.map(|(title, text)| format!("TY  - JOUR\nTI  - {title}\nAB  - {text}\nER  - \n"));
    let files = [
        ("papers.jsonl.gz", lines.collect::<String>()),
        ("papers.csv.gz", format!("title,abstract\n{}", rows.collect::<String>())),
        ("papers.bib.gz", bibtex.collect()),
        ("papers.ris.gz", ris.collect()),
    ];
    for (name, text) in files {
        let bytes = packed(&text);
        assert!((4 << 10..64 << 10).contains(&bytes.len()), "{name}: {}", bytes.len());
        assert_eq!(read(name, &bytes).corpus.len(), PAPERS, "{name}");
        for (cut, least) in [(1, PAPERS - 2), (bytes.len() / 10, PAPERS / 2), (bytes.len() / 2, PAPERS / 4)] {
            let ingested = read(name, &bytes[..bytes.len() - cut]);
            let found = ingested.corpus.len();
            assert!((least..=PAPERS).contains(&found), "{name} without {cut} bytes: {found}");
            let titles: Vec<&str> = (0..found).map(|row| ingested.corpus.title(row)).collect();
            let expected = (0..PAPERS).map(|number| paper(number).0);
            assert_eq!(expected.filter(|title| titles.contains(&title.as_str())).count(), found, "{name}");
            assert!(!ingested.rejects.is_empty(), "{name}: the cut is said");
        }
    }
}
