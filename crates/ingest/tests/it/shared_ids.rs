//! Different papers to which a table gives the same identifier.

use std::path::{Path, PathBuf};

use thema_ingest::{IngestParams, Ingested, ReconciliationReason, ReconciliationRow};

fn ingest(folder: &Path, files: &[(&str, &str)]) -> Ingested {
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(name, rows)| {
            let path = folder.join(name);
            std::fs::write(&path, format!("id,title,abstract\n{rows}")).unwrap();
            path
        })
        .collect();
    IngestParams::new().run(&paths).unwrap()
}

fn shared(ingested: &Ingested) -> Vec<ReconciliationRow> {
    let rows = ingested.reconciliation.rows.iter();
    rows.filter(|row| row.reason == ReconciliationReason::SharedId).cloned().collect()
}

#[test]
fn rows_of_one_id_are_told_apart_and_reported() {
    let home = tempfile::tempdir().unwrap();
    let rows =
        "7,On Bays,They are wide.\n8,On Logs,They grow.\n7,On Queues,They wait.\n7,On Ships,They sail.\n";
    let ingested = ingest(home.path(), &[("papers.csv", rows)]);
    let corpus = &ingested.corpus;
    let keys: Vec<&str> = (0..corpus.len()).map(|row| corpus.key(row)).collect();
    let [first, logs, queues, ships] = keys[..] else { panic!("{keys:?}") };
    assert_eq!((first, logs), ("7", "8"));
    assert!(queues.starts_with("hash:") && ships.starts_with("hash:"));
    let input = home.path().join("papers.csv").file_name().unwrap().to_string_lossy().into_owned();
    let shared = shared(&ingested);
    assert_eq!(shared.len(), 2);
    for (row, key) in shared.iter().zip([queues, ships]) {
        let record = if corpus.title(corpus.row_of(key).unwrap()) == "On Queues" { 3 } else { 4 };
        let expected = ReconciliationRow {
            paper: key.to_owned(),
            input: input.clone(),
            record,
            reason: ReconciliationReason::SharedId,
            field: Some("key".into()),
            kept: Some(key.to_owned()),
            dropped: Some("7".into()),
            kept_from: Some(format!("{input}#1")),
        };
        assert_eq!(*row, expected);
    }
}

#[test]
fn ids_of_two_tables_are_of_different_papers() {
    let home = tempfile::tempdir().unwrap();
    let ingested = ingest(
        home.path(),
        &[
            ("a.csv", "1,On Bays,They are wide.\n"),
            ("b.csv", "1,On Queues,They wait.\n2,On Bays,They are wide.\n"),
        ],
    );
    assert_eq!(ingested.corpus.len(), 2);
    let shared = shared(&ingested);
    assert_eq!(shared.len(), 1, "{shared:?}");
    assert_eq!((shared[0].input.as_str(), shared[0].kept_from.as_deref()), ("b.csv", Some("a.csv#1")));
}

#[test]
fn a_further_doi_joins_and_an_uncertain_date_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let [first, second] = ["a.ris", "b.ris"].map(|name| directory.path().join(name));
    std::fs::write(
        &first,
        "TY  - JOUR\nTI  - On Queues\nPY  - 98\nDO  - 10.1000/a\nDO  - 10.1000/b\nER  - \n",
    )
    .unwrap();
    std::fs::write(&second, "TY  - JOUR\nTI  - Queues, a reprint\nPY  - 2001\nDO  - 10.1000/b\nER  - \n")
        .unwrap();
    for files in [[&first, &second], [&second, &first]] {
        let ingested = IngestParams::new().run(&files.map(Clone::clone)).unwrap();
        assert_eq!(ingested.corpus.len(), 1);
        let joined =
            ingested.reconciliation.rows.iter().filter(|row| row.reason == ReconciliationReason::Doi);
        assert!(joined.count() > 0);
        let doubts = ingested
            .reconciliation
            .rows
            .iter()
            .filter(|row| row.reason == ReconciliationReason::UncertainDate);
        let said: Vec<_> =
            doubts.map(|row| (row.field.as_deref(), row.kept.as_deref(), row.dropped.as_deref())).collect();
        assert_eq!(said, [(Some("submitted"), Some("1998"), Some("98"))]);
        // Reading the stored corpus logs it again.
        let stored = directory.path().join("corpus.parquet");
        ingested.corpus.write_parquet(std::fs::File::create(&stored).unwrap()).unwrap();
        let again = IngestParams::new().run(std::slice::from_ref(&stored)).unwrap();
        let doubts =
            again.reconciliation.rows.iter().filter(|row| row.reason == ReconciliationReason::UncertainDate);
        assert_eq!(doubts.count(), 1);
        assert_eq!(again.corpus.identifiers(0).collect::<Vec<_>>(), ["doi:10.1000/b"]);
    }
}
