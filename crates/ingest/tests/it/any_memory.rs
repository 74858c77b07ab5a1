//! A corpus spilled through files equals the corpus built in memory.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use thema_ingest::{Corpus, IngestParams, Ingested, IngestedParts};

/// Everything a corpus says, one line per paper.
fn lines(corpus: &Corpus, first: u32, near: &[[u32; 2]]) -> Vec<String> {
    let line = |row: usize| {
        let mut line = format!(
            "{}|{}|{}|{:?}|{:?}|{:?}|{:?}|{:?}",
            corpus.key(row),
            corpus.title(row),
            corpus.abstract_text(row),
            corpus.doi(row),
            corpus.submitted(row),
            corpus.version(row),
            corpus.authors(row).collect::<Vec<_>>(),
            corpus.sources(row).collect::<Vec<_>>(),
        );
        if let Ok(at) = near.binary_search_by_key(&(first + row as u32), |pair| pair[0]) {
            write!(line, "|{}", near[at][1]).unwrap();
        }
        line
    };
    (0..corpus.len()).map(line).collect()
}

fn of_parts(ingested: &IngestedParts) -> Vec<String> {
    let near = ingested.corpus.near_duplicates();
    let part = |part: Result<(u32, Corpus), _>| {
        let (first, part) = part.expect("a part");
        lines(&part, first, near)
    };
    ingested.corpus.each().flat_map(part).collect()
}

/// The same inputs, read in memory and through files.
fn both(paths: &[PathBuf], memory: u64) -> (Ingested, IngestedParts) {
    let home = tempfile::tempdir().unwrap();
    let params = IngestParams::new().near_duplicates(Some(0.8));
    let whole = params.run(paths).unwrap();
    let parts = params.run_in_parts(paths, home.path(), memory).unwrap();
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0, "nothing is left behind");
    (whole, parts)
}

fn assert_same(paths: &[PathBuf], memory: u64) -> bool {
    let (whole, parts) = both(paths, memory);
    assert_eq!(of_parts(&parts), lines(&whole.corpus, 0, &whole.corpus.near_duplicates()));
    assert_eq!(parts.reconciliation, whole.reconciliation);
    assert_eq!(parts.rejects, whole.rejects);
    assert_eq!(parts.inputs, whole.inputs);
    parts.corpus.in_memory().is_none()
}

fn samples() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sample");
    vec![data.join("papers"), data.join("forty")]
}

#[test]
fn the_samples_are_the_same_in_any_memory() {
    for memory in [4, 4_000, 40_000, 400_000] {
        assert!(assert_same(&samples(), memory), "{memory}");
    }
    assert!(!assert_same(&samples(), u64::MAX), "what fits stays in memory");
}

/// A table record; most of its values are shared with other records.
fn record() -> impl Strategy<Value = String> {
    let title = prop_oneof![
        Just("Editorial".to_owned()),
        Just("Queues of commands that wait in line".to_owned()),
        Just("Queues of commands: that wait in line!".to_owned()),
        (0..30_u32).prop_map(|nth| format!("On the waiting of command number {nth}")),
    ];
    let body = prop_oneof![
        Just(String::new()),
        Just("They wait.".to_owned()),
        (1..4_usize)
            .prop_map(|times| "They wait in a line that grows while the others are served. ".repeat(times)),
    ];
    let id = prop_oneof![
        Just("null".to_owned()),
        (0..6_u32).prop_map(|nth| format!("\"row {nth}\"")),
        (0..6_u32).prop_map(|nth| format!("\"doi:10.1000/{nth}\"")),
        (0..6_u32).prop_map(|nth| format!("\"2001.0000{nth}\"")),
    ];
    let doi = prop_oneof![3 => Just("null".to_owned()), 1 => Just("\"10.1000/1; 10.1000/4\"".to_owned()), 1 => (0..6_u32).prop_map(|nth| format!("\"10.1000/{nth}\""))];
    let author = prop_oneof![Just("[]"), Just("[\"Ada One\"]"), Just("[\"Bo Two\"]")];
    (title, body, id, doi, author, 1990..2024_u32).prop_map(|(title, body, id, doi, author, year)| {
        format!(
            "{{\"title\":\"{title}\",\"abstract\":\"{body}\",\"id\":{id},\"doi\":{doi},\"authors\":{author},\"year\":{year}}}"
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn records_that_share_anything_become_the_same_papers(
        records in prop::collection::vec(record(), 1..80),
        memory in prop_oneof![Just(4_u64), 1_000_u64..40_000],
    ) {
        let file = tempfile::Builder::new().suffix(".ndjson").tempfile().unwrap();
        std::fs::write(file.path(), records.join("\n")).unwrap();
        assert_same(&[file.path().to_owned()], memory);
    }
}

#[test]
fn a_corpus_is_read_in_parts() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("corpus.parquet");
    let corpus = IngestParams::new().run(&samples()).unwrap().corpus;
    corpus.write_parquet(std::fs::File::create(&path).unwrap()).unwrap();
    assert!(assert_same(std::slice::from_ref(&path), 4));
    assert!(assert_same(&[samples(), vec![path]].concat(), 4_000));
}

#[test]
fn titles_alone_have_keys_of_their_own_and_can_be_read_again() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("titles.ndjson");
    std::fs::write(&file, "{\"title\":\"Editorial\"}\n".repeat(3)).unwrap();
    let corpus = IngestParams::new().run(&[file]).unwrap().corpus;
    let keys: Vec<&str> = (0..3).map(|row| corpus.key(row)).collect();
    assert!(keys[1] == format!("{}-1", keys[0]) && keys[2] == format!("{}-2", keys[0]), "{keys:?}");
    let path = home.path().join("corpus.parquet");
    corpus.write_parquet(std::fs::File::create(&path).unwrap()).unwrap();
    assert_eq!(Corpus::read_parquet(&path).unwrap().len(), 3);
}
