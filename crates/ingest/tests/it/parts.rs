//! Papers whose abstracts are in a separate file, as in Semantic Scholar's data sets.

use std::path::{Path, PathBuf};

use thema_ingest::{Corpus, IngestError, IngestParams, Ingested, ReconciliationReason};

const PAPERS: &str = r#"{"corpusid":1,"externalids":{"ArXiv":"2401.00001"},"title":"On Queues","year":2024}
{"corpusid":2,"externalids":{"DOI":"10.1000/a"},"title":"On Logs","year":2020}
{"corpusid":3,"externalids":{},"title":"On Bays","year":2021}
"#;

const ABSTRACTS: &str = r#"{"corpusid":2,"openaccessinfo":{},"abstract":"Logs grow."}
{"corpusid":1,"openaccessinfo":{},"abstract":"Queues wait."}
{"corpusid":9,"openaccessinfo":{},"abstract":"Nobody knows."}
"#;

/// A record from another service with the DOI of the second paper.
const CROSSREF: &str = r#"{"DOI":"10.1000/a","reference-count":1,"title":["On Logs"]}"#;

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn run(paths: &[&PathBuf]) -> Ingested {
    let paths: Vec<PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
    IngestParams::new().run(&paths).unwrap()
}

fn papers(corpus: &Corpus) -> Vec<[&str; 3]> {
    (0..corpus.len()).map(|row| [corpus.key(row), corpus.title(row), corpus.abstract_text(row)]).collect()
}

const JOINED: [[&str; 3]; 3] = [
    ["2401.00001", "On Queues", "Queues wait."],
    ["doi:10.1000/a", "On Logs", "Logs grow."],
    ["s2:3", "On Bays", ""],
];

#[test]
fn parts_are_joined_in_any_order() {
    let home = tempfile::tempdir().unwrap();
    let titles = write(home.path(), "papers.jsonl", PAPERS);
    let abstracts = write(home.path(), "abstracts.jsonl", ABSTRACTS);
    let crossref = write(home.path(), "crossref.jsonl", CROSSREF);
    for paths in [[&titles, &abstracts, &crossref], [&crossref, &abstracts, &titles]] {
        let ingested = run(&paths);
        assert_eq!(papers(&ingested.corpus), JOINED);
        let joined = ingested.reconciliation.rows.iter().filter(|row| row.field.is_none());
        let joined: Vec<_> = joined.map(|row| (row.input.as_str(), row.record, row.reason)).collect();
        assert!(joined.contains(&("abstracts.jsonl", 1, ReconciliationReason::ExternalId)), "{joined:?}");
        assert!(joined.contains(&("abstracts.jsonl", 2, ReconciliationReason::ExternalId)), "{joined:?}");
        assert_eq!((ingested.reconciliation.records, ingested.reconciliation.papers), (6, 3));
        let [reject] = &ingested.rejects[..] else { panic!("{:?}", ingested.rejects) };
        assert_eq!(reject.path, abstracts);
        assert!(
            reject.reason.starts_with("1 abstracts of papers that are not among the inputs"),
            "{}",
            reject.reason
        );
        assert!(reject.reason.contains("the first is record 3"), "{}", reject.reason);
        let summary = ingested.inputs.iter().find(|input| input.path == abstracts).unwrap();
        assert_eq!((summary.records, summary.rejected), (2, 1));
    }
}

#[test]
fn abstracts_are_joined_to_a_corpus_that_is_there() {
    let home = tempfile::tempdir().unwrap();
    let titles = write(home.path(), "papers.jsonl", PAPERS);
    let abstracts = write(home.path(), "abstracts.jsonl", ABSTRACTS);
    let stored = |ingested: &Ingested, name: &str| {
        let path = home.path().join(name);
        ingested.corpus.write_parquet(std::fs::File::create(&path).unwrap()).unwrap();
        (std::fs::read(&path).unwrap(), path)
    };
    let (_, former) = stored(&run(&[&titles]), "former.parquet");
    let (in_turn, path) = stored(&run(&[&former, &abstracts]), "joined.parquet");
    let (at_once, _) = stored(&run(&[&titles, &abstracts]), "joined.parquet");
    assert!(in_turn == at_once, "the same bytes, at once or one after another");
    assert_eq!(papers(&Corpus::read_parquet(&path).unwrap()), JOINED);
}

#[test]
fn abstracts_alone_are_no_papers() {
    let home = tempfile::tempdir().unwrap();
    let abstracts = write(home.path(), "abstracts.jsonl", ABSTRACTS);
    let Err(IngestError::NothingReadable { rejects }) = IngestParams::new().run(&[abstracts]) else {
        panic!("papers of nothing")
    };
    assert!(rejects[0].reason.starts_with("3 abstracts of papers"), "{}", rejects[0].reason);
}
