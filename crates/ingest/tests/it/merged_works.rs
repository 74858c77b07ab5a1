//! An OpenAlex snapshot with its lists of merged works.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};
use thema_ingest::{Format, IngestError, IngestParams, Ingested, ReconciliationReason};

/// Writes compressed parts of a snapshot and returns the folder.
fn snapshot(home: &Path, parts: &[(&str, &str)]) -> Vec<PathBuf> {
    for (name, text) in parts {
        let path = home.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut file = GzEncoder::new(std::fs::File::create(path).unwrap(), Compression::fast());
        file.write_all(text.as_bytes()).unwrap();
        file.finish().unwrap();
    }
    vec![home.to_owned()]
}

fn work(number: u32, title: &str) -> String {
    let index = r#""abstract_inverted_index":{"We":[0],"wait.":[1]}"#;
    let authors = r#""authorships":[{"author":{"display_name":"Ann One"}}]"#;
    format!("{{\"id\":\"https://openalex.org/W{number}\",\"title\":\"{title}\",{authors},{index}}}\n")
}

const HEADER: &str = "merge_date,id,merge_into_id\n";

fn keys(ingested: &Ingested) -> Vec<&str> {
    (0..ingested.corpus.len()).map(|row| ingested.corpus.key(row)).collect()
}

#[test]
fn a_work_joins_the_one_that_it_went_into() {
    let home = tempfile::tempdir().unwrap();
    let inputs = snapshot(
        home.path(),
        &[
            (
                "works/updated_date=2024-01-01/part_000.gz",
                // By its text, the first would speak for the paper.
                &[work(3, "A queue"), work(2, "B queue"), work(5, "On bays"), work(7, "On logs")].concat(),
            ),
            (
                "works/updated_date=2024-02-01/part_000.gz",
                &[work(1, "C queue"), work(6, "On ships")].concat(),
            ),
            ("merged_ids/works/2024-03-01.csv.gz", &format!("{HEADER}2024-03-01,W2,W1\n2024-03-01,W70,W7\n")),
            // A chain of merges, one whose target is not in the inputs, and a cycle.
            (
                "merged_ids/works/2024-04-01.csv.gz",
                &format!(
                    "{HEADER}2024-04-01,W3,W2\n2024-04-01,W5,W50\n2024-04-01,W6,W60\n2024-04-01,W60,W6\n"
                ),
            ),
        ],
    );
    let params = IngestParams::new();
    let ingested = params.run(&inputs).unwrap();
    assert_eq!(keys(&ingested), ["openalex:W1", "openalex:W5", "openalex:W6", "openalex:W7"]);
    assert_eq!(ingested.corpus.title(0), "C queue", "the work that still is speaks for the paper");
    assert_eq!(ingested.rejects, []);
    let joined: Vec<_> = ingested
        .reconciliation
        .rows
        .iter()
        .filter(|row| row.field.is_none() && row.paper == "openalex:W1")
        .map(|row| (row.input.rsplit('/').next().unwrap(), row.record, row.reason))
        .collect();
    let by_key = ReconciliationReason::ExternalId;
    assert_eq!(
        joined,
        [
            ("2024-03-01.csv.gz", 1, by_key),
            ("2024-04-01.csv.gz", 1, by_key),
            ("part_000.gz", 1, by_key),
            ("part_000.gz", 2, by_key)
        ]
    );
    let in_parts = params.run_in_parts(&inputs, home.path(), 4).unwrap();
    assert_eq!(in_parts.reconciliation, ingested.reconciliation);
    assert_eq!(in_parts.inputs, ingested.inputs);
}

#[test]
fn lists_without_works_say_what_they_are_for() {
    let home = tempfile::tempdir().unwrap();
    let inputs = snapshot(
        home.path(),
        &[
            ("merged_ids/authors/2024-03-01.csv.gz", &format!("{HEADER}2024-03-01,A2,A1\n")),
            ("merged_ids/works/2024-03-01.csv.gz", &format!("{HEADER}2024-03-01,W2,W1\n")),
        ],
    );
    let Err(IngestError::NothingReadable { rejects }) = IngestParams::new().run(&inputs) else {
        panic!("there are papers")
    };
    let reasons: Vec<_> = rejects.iter().map(|reject| (reject.format, reject.reason.as_str())).collect();
    let [(None, authors), (Some(Format::OpenAlexMerges), works)] = reasons[..] else { panic!("{reasons:?}") };
    assert!(authors.contains("list of merged authors"), "{authors}");
    assert!(works.contains("give the folder of works too"), "{works}");
}
