//! The same forty papers in every text format.

use std::collections::BTreeMap;

use thema_ingest::{Corpus, IngestParams};

use crate::fixtures::{ingest, sample};

/// Formats with identifiers.
const IDENTIFIED: [&str; 5] = [
    "arxiv-atom.xml",
    "kaggle-jsonl.jsonl",
    "arxiv-api-text.txt",
    "arxiv-api-text-joined.txt",
    "arxiv-listing-text.txt",
];
/// Formats that identify papers by title only.
const PAGES: [&str; 2] = ["pith-listing.txt", "inference-report.txt"];

/// Title and abstract of every paper by key.
fn texts(corpus: &Corpus) -> BTreeMap<String, (String, String)> {
    (0..corpus.len())
        .map(|row| {
            (corpus.key(row).to_owned(), (corpus.title(row).to_owned(), corpus.abstract_text(row).to_owned()))
        })
        .collect()
}

#[test]
fn every_format_with_identifiers_gives_the_same_texts() {
    let expected = texts(&ingest(sample("forty").join(IDENTIFIED[0])).corpus);
    assert_eq!(expected.len(), 40);
    for name in &IDENTIFIED[1..] {
        let found = texts(&ingest(sample("forty").join(name)).corpus);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{name}");
        for (key, texts) in &expected {
            assert_eq!(&found[key], texts, "{key} in {name}");
        }
    }
}

#[test]
fn every_format_gives_the_same_authors_and_dates_as_far_as_it_has_them() {
    let expected = ingest(sample("forty").join(IDENTIFIED[0])).corpus;
    for name in &IDENTIFIED[1..] {
        let found = ingest(sample("forty").join(name)).corpus;
        for row in 0..40 {
            let authors = |corpus: &Corpus| corpus.authors(row).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(authors(&found), authors(&expected), "{} in {name}", expected.key(row));
            if let Some(submitted) = found.submitted(row) {
                assert_eq!(Some(submitted), expected.submitted(row), "{} in {name}", expected.key(row));
            }
        }
    }
}

#[test]
fn records_without_identifiers_join_the_papers() {
    let expected = texts(&ingest(sample("forty").join(IDENTIFIED[0])).corpus);
    for page in PAGES {
        let paths = [sample("forty").join(page), sample("forty").join(IDENTIFIED[0])];
        let joined = IngestParams::new().run(&paths).unwrap().corpus;
        assert_eq!(texts(&joined), expected, "{page}");
        assert_eq!(ingest(sample("forty").join(page)).corpus.len(), 40, "{page}");
    }
    let all = ingest(sample("forty")).corpus;
    assert_eq!(texts(&all), expected);
}
