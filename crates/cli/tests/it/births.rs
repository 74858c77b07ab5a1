//! Themes that updates find, and updates in which there is none to find.

use std::fs;
use std::path::Path;

use super::invented::invented_papers;
use super::{root, text, thema};

/// A run, and files of papers beside it.
struct Run(tempfile::TempDir);

impl Run {
    fn of(papers: &str, flags: &[&str]) -> Self {
        let run = Self(tempfile::tempdir().unwrap());
        let file = run.file("papers", papers);
        let directory = run.directory();
        let arguments = ["run", &file, "--no-taxonomy", "--out", &directory, "--quiet"];
        let output = thema(&[&arguments, flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        run
    }

    fn file(&self, name: &str, papers: &str) -> String {
        let file = self.0.path().join(format!("{name}.jsonl"));
        fs::write(&file, papers).unwrap();
        file.to_str().unwrap().to_owned()
    }

    fn directory(&self) -> String {
        self.0.path().join("run").to_str().unwrap().to_owned()
    }

    /// What `thema update --json` says.
    fn update(&self, papers: &str) -> serde_json::Value {
        let output = thema(&["update", &self.directory(), &self.file("update", papers), "--json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Theme of every paper whose number `wanted` holds.
    fn themes_of(&self, wanted: impl Fn(u64) -> bool) -> Vec<String> {
        let table = fs::read(Path::new(&self.directory()).join("papers.csv")).unwrap();
        let mut rows = csv::Reader::from_reader(&table[..]);
        rows.records()
            .map(Result::unwrap)
            .filter(|row| wanted(row[0][5..].parse().unwrap()))
            .map(|row| row[2].to_owned())
            .collect()
    }
}

fn born(update: &serde_json::Value) -> Vec<&serde_json::Value> {
    update["events"].as_array().unwrap().iter().filter(|event| event["event"] == "born").collect()
}

#[test]
fn a_field_that_the_run_never_saw_becomes_a_theme_that_keeps_its_papers() {
    let run = Run::of(&invented_papers(0..600, &[0, 1, 2]), &["--clusters", "3"]);
    // Of six papers one is of a fourth topic.
    let update = run.update(&invented_papers(600..1_200, &[0, 1, 2, 0, 1, 7]));
    let events = born(&update);
    assert_eq!(events.len(), 1, "{update}");
    assert_eq!((events[0]["papers"].as_u64(), events[0]["moved"].as_u64()), (Some(100), Some(0)));
    assert_eq!((update["moved"].as_u64(), update["churn"].as_f64()), (Some(0), Some(0.0)));
    let newborn = run.themes_of(|number| number >= 600 && number % 6 == 5);
    assert!(newborn.iter().all(|theme| theme == "t-4"), "{newborn:?}");
    let known = run.themes_of(|number| number < 600 || number % 6 != 5);
    assert!(known.iter().all(|theme| theme != "t-4"));
    let update = run.update(&invented_papers(1_200..1_290, &[0, 1, 7]));
    assert!(born(&update).is_empty(), "its later papers make no second theme: {update}");
}

#[test]
fn papers_of_several_updates_make_a_theme_together_and_the_move_is_told() {
    let run = Run::of(&invented_papers(0..600, &[0, 1, 2]), &["--clusters", "3"]);
    let first = run.update(&invented_papers(600..632, &[0, 1, 2, 7]));
    assert!(born(&first).is_empty(), "eight papers are too few: {first}");
    let second = run.update(&invented_papers(632..664, &[0, 1, 2, 7]));
    let events = second["events"].as_array().unwrap();
    assert_eq!(events.len(), 1, "{second}");
    assert_eq!((events[0]["papers"].as_u64(), events[0]["moved"].as_u64()), (Some(16), Some(8)));
    assert_eq!(second["moved"].as_u64(), Some(8));
    assert!((second["churn"].as_f64().unwrap() - 8.0 / 632.0).abs() < 1e-9, "{second}");
    assert_eq!(second["waiting"].as_u64(), Some(0));
}

#[test]
fn more_papers_of_what_is_known_make_no_theme() {
    let run = Run::of(&invented_papers(0..300, &[0, 1, 2]), &["--clusters", "3"]);
    for papers in [invented_papers(300..600, &[0, 1, 2]), invented_papers(600..900, &[1])] {
        assert!(born(&run.update(&papers)).is_empty());
    }
}

/// The texts that are no papers, as lines of the Kaggle snapshot.
fn junk() -> String {
    let texts = fs::read_to_string(root().join("tests/not_papers.jsonl")).unwrap();
    let line = |(number, text): (usize, &str)| {
        let text: serde_json::Value = serde_json::from_str(text).unwrap();
        let record = serde_json::json!({
            "id": format!("2701.{number:05}"),
            "title": text["title"],
            "abstract": text["abstract"],
            "categories": "cs.DC",
            "update_date": "2027-01-01",
        });
        format!("{record}\n")
    };
    texts.lines().enumerate().map(line).collect()
}

#[test]
fn junk_founds_no_theme() {
    let sample = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let papers: String = sample.lines().map(super::standing::kaggle).collect();
    let run = Run::of(&papers, &[]);
    let update = run.update(&junk());
    assert_eq!(update["events"].as_array().unwrap().len(), 0, "{update}");
}

#[test]
fn one_theme_takes_updates() {
    let run = Run::of(&invented_papers(0..120, &[0]), &["--clusters", "1"]);
    let update = run.update(&invented_papers(120..180, &[0]));
    assert!(born(&update).is_empty(), "{update}");
    let update = run.update(&invented_papers(180..240, &[7]));
    assert_eq!(born(&update).len(), 1, "{update}");
}
