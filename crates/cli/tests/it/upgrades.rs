//! Runs and corpora written by earlier versions, through every command that reads them.

use std::fs;
use std::path::{Path, PathBuf};

use super::edits::{path, report};
use super::standing::{copy, kaggle};
use super::{root, text, thema};

/// Papers of the sample in the files of earlier versions; the rest is new to them.
const OLD_PAPERS: usize = 60;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn papers(range: std::ops::Range<usize>, file: &Path) {
    let master = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let lines: Vec<String> = master.lines().map(kaggle).collect();
    fs::write(file, lines[range].concat()).unwrap();
}

fn done(arguments: &[&str]) -> String {
    let output = thema(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_run_of_the_first_version_is_read_by_every_command_and_updated() {
    let home = tempfile::tempdir().unwrap();
    let (run, old, new) =
        (home.path().join("run"), home.path().join("old.jsonl"), home.path().join("new.jsonl"));
    copy(&fixture("first-run"), &run);
    papers(0..OLD_PAPERS, &old);
    papers(OLD_PAPERS..OLD_PAPERS + 40, &new);
    let before = report(&run);

    done(&["report", path(&run), "--quiet"]);
    let page = fs::read_to_string(run.join("index.html")).unwrap();
    for theme in before["themes"].as_array().unwrap() {
        assert!(page.contains(theme["name"].as_str().unwrap()), "{theme}");
    }
    let assigned = done(&["assign", path(&run), path(&old)]);
    let mut rows = csv::Reader::from_reader(assigned.as_bytes());
    let placed: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(placed.len(), OLD_PAPERS);
    let explained = done(&["explain", path(&run), &placed[0][0], "--json"]);
    let explained: serde_json::Value = serde_json::from_str(&explained).unwrap();
    assert_eq!(explained["theme"]["id"], placed[0][1]);
    assert!(done(&["eval", path(&run)]).contains("V-measure"));
    let diff = done(&["diff", path(&fixture("first-run")), path(&run), "--json"]);
    let diff: serde_json::Value = serde_json::from_str(&diff).unwrap();
    assert_eq!(diff["moved"], serde_json::json!([]), "{diff}");

    done(&["update", path(&run), path(&new), "--quiet"]);
    let after = report(&run);
    assert_eq!(after["corpus"]["papers"], OLD_PAPERS as u64 + 40);
    let ids = |report: &serde_json::Value| -> Vec<String> {
        let themes = report["themes"].as_array().unwrap();
        themes.iter().map(|theme| theme["id"].as_str().unwrap().to_owned()).collect()
    };
    assert!(ids(&before).iter().all(|id| ids(&after).contains(id)), "a theme lost its identifier");
    assert!(run.join("model/placer.thema").is_file() && !run.join("model/run.bin").exists());
    done(&["edit", path(&run), "rename", &ids(&after)[0], "By hand"]);
    let again: serde_json::Value =
        serde_json::from_str(&done(&["update", path(&run), path(&old), "--json"])).unwrap();
    assert_eq!((&again["known"], &again["added"]), (&serde_json::json!(OLD_PAPERS), &serde_json::json!(0)));
}

#[test]
fn a_run_of_the_first_version_is_edited_once_it_was_updated() {
    let home = tempfile::tempdir().unwrap();
    let run = home.path().join("run");
    copy(&fixture("first-run"), &run);
    let output = thema(&["edit", path(&run), "rename", "t-1", "By hand"]);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(
        said.contains("written by a version of thema without edits; update it or run it again"),
        "{said}"
    );
}

#[test]
fn corpora_of_earlier_versions_take_more_papers() {
    for version in ["first", "second", "third", "fourth", "fifth"] {
        takes_more_papers(version);
    }
}

fn takes_more_papers(version: &str) {
    let home = tempfile::tempdir().unwrap();
    for of in ["parquet", "reconcile.csv", "rejects.jsonl"] {
        let name = format!("{version}-corpus.{of}");
        fs::copy(fixture(&name), home.path().join(name)).unwrap();
    }
    let corpus = home.path().join(format!("{version}-corpus.parquet"));
    let (new, run) = (home.path().join("new.jsonl"), home.path().join("run"));
    papers(OLD_PAPERS - 10..OLD_PAPERS + 30, &new);
    let said = done(&["ingest", path(&new), "--out", path(&corpus)]);
    assert!(said.contains("new papers: 30"), "{said}");
    done(&["run", path(&corpus), "--out", path(&run), "--no-taxonomy", "--clusters", "4", "--quiet"]);
    assert_eq!(report(&run)["corpus"]["papers"], OLD_PAPERS as u64 + 30);
}
