//! When a title alone makes two records one paper.

use thema_ingest::IngestParams;

const TITLE: &str = "On the waiting times of customers in queues";

/// The number of papers that the rows of a table form, given as `doi|authors|year|abstract`.
fn papers(rows: &[&str]) -> usize {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("table.csv");
    let rows: Vec<String> = rows.iter().map(|row| format!("{TITLE}|{row}\n")).collect();
    std::fs::write(&path, format!("title|doi|authors|year|abstract\n{}", rows.concat())).unwrap();
    IngestParams::new().run(&[path]).unwrap().corpus.len()
}

#[test]
fn records_of_one_title_are_joined_where_nothing_speaks_against_it() {
    assert_eq!(papers(&["10.1000/a|Ann One|2020|They wait.", "|||"]), 1);
    assert_eq!(papers(&["|Ann One; Bo Two|2020|They wait.", "|Bo Two|2021|"]), 1);
    assert_eq!(papers(&["|Ann One|2020|They wait.", "|One AB|2020|"]), 1, "initials behind the family name");
}

#[test]
fn other_identifiers_authors_or_years_keep_them_apart() {
    assert_eq!(papers(&["10.1000/a||2020|They wait.", "10.1000/b||2020|"]), 2);
    assert_eq!(papers(&["|Ann One|2020|They wait.", "|Cy Three|2020|"]), 2);
    assert_eq!(papers(&["||2001|They wait.", "||2020|"]), 2);
    // A row that could be either paper does not make them one.
    assert_eq!(papers(&["|||", "10.1000/a||2020|They wait.", "10.1000/b||2020|We serve."]), 2);
}

#[test]
fn rows_that_their_table_tells_apart_stay_apart() {
    let home = tempfile::tempdir().unwrap();
    let table = |name: &str, ids: &[&str]| {
        let path = home.path().join(name);
        let rows: Vec<String> = ids.iter().map(|id| format!("{id},{TITLE},\n")).collect();
        std::fs::write(&path, format!("id,title,abstract\n{}", rows.concat())).unwrap();
        path
    };
    let (one, other) = (table("one.csv", &["a-1", "a-2"]), table("other.csv", &["b-1"]));
    let ids = |inputs: &[std::path::PathBuf]| -> Vec<String> {
        let corpus = IngestParams::new().run(inputs).unwrap().corpus;
        (0..corpus.len()).map(|row| corpus.key(row).to_owned()).collect()
    };
    assert_eq!(ids(std::slice::from_ref(&one)), ["a-1", "a-2"]);
    assert_eq!(ids(&[one, other]), ["a-1", "a-2"], "another table has other names for the same paper");
}

#[test]
fn thousands_of_one_title_are_read_in_reasonable_time() {
    let rows: Vec<String> = (0..20_000)
        .map(|row| if row % 2 == 0 { format!("||2020|Text {row}") } else { format!("10.1000/{row}||2020|") })
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let begun = std::time::Instant::now();
    assert!(papers(&rows) > 10_000);
    assert!(begun.elapsed().as_secs() < 60, "the way from records to papers is not linear");
}

#[test]
fn thousands_of_papers_called_editorial_are_numbered_in_reasonable_time() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("table.csv");
    let rows: Vec<String> =
        (0..20_000).map(|row| format!("x1,Editorial,\"Smith{row}, A.\",1999\n")).collect();
    std::fs::write(&path, format!("id,title,authors,year\n{}", rows.concat())).unwrap();
    let begun = std::time::Instant::now();
    let corpus = IngestParams::new().run(&[path]).unwrap().corpus;
    assert_eq!(corpus.len(), 20_000);
    assert!(begun.elapsed().as_secs() < 10, "the way from titles to keys is not linear");
}
