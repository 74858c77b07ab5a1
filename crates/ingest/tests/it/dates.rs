//! Dates whose reading the other dates of their input decide.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use thema_ingest::divided::{papers_of_records, papers_of_rows};
use thema_ingest::{Corpus, DateLosses, IngestParams};

/// A table with the dates that `date` gives.
fn table(home: &Path, rows: usize, date: impl Fn(usize) -> String) -> PathBuf {
    let mut text = "title,abstract,date\n".to_owned();
    for row in 0..rows {
        writeln!(text, "On the waiting of command {row},They wait in line {row}.,{}", date(row)).unwrap();
    }
    let path = home.join("dates.csv");
    std::fs::write(&path, text).unwrap();
    path
}

fn dates(corpus: &Corpus) -> Vec<(String, Option<String>)> {
    let mut dates: Vec<(String, Option<String>)> = (0..corpus.len())
        .map(|row| (corpus.title(row).to_owned(), corpus.submitted(row).map(|date| date.to_string())))
        .collect();
    dates.sort();
    dates
}

/// The dates of the papers in a file, read in every way; all must agree. Also what is told of them.
fn read(path: &PathBuf) -> (Vec<(String, Option<String>)>, Vec<String>) {
    let params = IngestParams::new();
    let home = tempfile::tempdir().unwrap();
    let whole = params.run(std::slice::from_ref(path)).unwrap();
    let expected = dates(&whole.corpus);

    let parts = params.run_in_parts(std::slice::from_ref(path), home.path(), 100_000).unwrap();
    assert!(parts.corpus.in_memory().is_none());
    let of_parts = parts.corpus.each().map(|part| part.unwrap().1);
    let mut found: Vec<_> = of_parts.flat_map(|part| dates(&part)).collect();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!((&parts.inputs, &parts.reconciliation), (&whole.inputs, &whole.reconciliation));

    let (mut origins, mut records) = (Vec::new(), Vec::new());
    let notes = params.read_rows(Path::new(""), path, &mut |rows| {
        origins.extend(rows.origins);
        records.extend(rows.records);
    });
    let rows = origins.iter().map(String::as_str).zip(records.iter().map(Vec::as_slice));
    let papers = papers_of_records(rows).unwrap();
    let divided = papers_of_rows(papers.papers.iter().map(Vec::as_slice)).unwrap();
    assert_eq!(dates(&divided), expected);
    assert_eq!(notes.unwrap().inputs, whole.inputs);

    let told = whole.inputs[0].date_losses.as_ref().map(DateLosses::told).unwrap_or_default();
    (expected, told)
}

fn date(dates: &[(String, Option<String>)], row: usize) -> Option<&str> {
    let title = format!("On the waiting of command {row}");
    dates.iter().find(|(found, _)| *found == title).unwrap().1.as_deref()
}

#[test]
fn the_last_date_of_a_file_can_tell_the_order_of_all() {
    let home = tempfile::tempdir().unwrap();
    for (last, first) in [("31/12/2018", "2017-02-09T00:00:00Z"), ("12/31/2018", "2017-09-02T00:00:00Z")] {
        let path = table(home.path(), 9_000, |row| {
            if row == 8_999 { last.to_owned() } else { format!("09/02/{}", 2017 + row % 3) }
        });
        let (dates, told) = read(&path);
        assert_eq!(date(&dates, 0), Some(first));
        assert_eq!(date(&dates, 8_999), Some("2018-12-31T00:00:00Z"));
        assert!(told.is_empty(), "{told:?}");
    }
}

#[test]
fn files_of_one_name_have_their_own_order() {
    let home = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (folder, last) in [("day", "31/12/2018"), ("month", "12/31/2018")] {
        let folder = home.path().join(folder);
        std::fs::create_dir(&folder).unwrap();
        let first = paths.len();
        paths.push(table(&folder, 2, |row| if row == 0 { "09/02/2017".to_owned() } else { last.to_owned() }));
        let text = std::fs::read_to_string(&paths[first]).unwrap();
        std::fs::write(&paths[first], text.replace("command", &format!("{first} command"))).unwrap();
    }
    let dates = dates(&IngestParams::new().run(&paths).unwrap().corpus);
    let days: Vec<&str> = dates.iter().map(|(_, date)| date.as_deref().unwrap()).collect();
    assert_eq!(days[0], "2017-02-09T00:00:00Z");
    assert_eq!(days[2], "2017-09-02T00:00:00Z");
}

#[test]
fn dates_of_no_known_order_keep_their_year_and_are_told() {
    let home = tempfile::tempdir().unwrap();
    for (two, why) in [
        (["2018", "2019"], "their order is not known"),
        (["31/12/2018", "12/31/2018"], "others have both orders"),
    ] {
        let path = table(home.path(), 3_000, |row| (*two.get(row).unwrap_or(&"09/02/2017")).to_owned());
        let (dates, told) = read(&path);
        assert_eq!(date(&dates, 2), Some("2017"));
        assert_eq!(
            told,
            [format!(
                "2998 of 3000 dates keep only the year, because day and month could be swapped, as in \"09/02/2017\", and {why}; \
                 write them as 2017-02-09"
            )]
        );
    }
}

#[test]
fn a_column_of_numbers_counts_days_or_is_told_to_be_unread() {
    let home = tempfile::tempdir().unwrap();
    let path = table(home.path(), 3_000, |row| (43_100 + row % 500).to_string());
    let (dates, told) = read(&path);
    assert_eq!(date(&dates, 0), Some("2017-12-31T00:00:00Z"));
    assert!(told.is_empty(), "{told:?}");
    let path = table(home.path(), 3_000, |row| if row == 7 { "2017".to_owned() } else { "43100".to_owned() });
    let (dates, told) = read(&path);
    assert_eq!((date(&dates, 0), date(&dates, 7)), (None, Some("2017")));
    assert_eq!(told, ["2999 of 3000 dates cannot be read, such as \"43100\"; write them as 2017-02-09"]);
}
