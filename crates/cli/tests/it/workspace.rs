//! The first command of the README, and guarantees that hold for every run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{root, taxonomy_themes, text, thema};

fn run(out: &Path, threads: &str) {
    let sample = root().join("data/sample/papers");
    let arguments = ["run", sample.to_str().unwrap(), "--out", out.to_str().unwrap(), "--threads", threads];
    let output = thema(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Every file of a run by name, except `timings.json`.
fn files(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(run).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.is_file())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .filter(|(name, _)| name != "timings.json")
        .collect()
}

#[test]
fn the_sample_gives_the_same_bytes_for_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| home.path().join(name));
    run(&one, "1");
    run(&two, "2");
    let (one, two) = (files(&one), files(&two));
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for name in [
        "manifest.json",
        "themes.json",
        "themes.csv",
        "papers.csv",
        "rejects.jsonl",
        "digest.md",
        "index.html",
    ] {
        assert!(one.contains_key(name), "{name} is missing");
    }
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs between one thread and two");
    }
}

#[test]
fn the_sample_is_reconciled_and_its_themes_are_found() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&out, "2");
    let found = taxonomy_themes(&out);
    assert_eq!(found.len(), 168);
    let labels = fs::read_to_string(root().join("data/sample/labels.csv")).unwrap();
    let is_right = |line: &&str| {
        let mut cells = line.splitn(4, ',');
        let (id, theme) = (cells.next().unwrap(), cells.nth(1).unwrap());
        found[id] == theme
    };
    let right = labels.lines().skip(1).filter(is_right).count();
    assert!(right >= 143, "{right} of 168 papers have the theme of their label; at least 85 % should");
}

#[test]
fn a_report_is_replaced_by_force_alone() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&out, "2");
    let sample = root().join("data/sample/papers");
    let arguments = ["run", sample.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let refused = thema(&arguments);
    assert_eq!(refused.status.code(), Some(4));
    assert!(text(&refused.stderr).contains("--force"), "{}", text(&refused.stderr));
    let replaced = thema(&[&arguments[..], &["--force"]].concat());
    assert!(replaced.status.success());
}

#[test]
fn the_page_can_be_rendered_again_from_the_run() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&out, "2");
    let page = fs::read(out.join("index.html")).unwrap();
    assert!(page.starts_with(b"<!DOCTYPE html>") && page.len() < 2_000_000);
    fs::remove_file(out.join("index.html")).unwrap();
    let again = thema(&["report", out.to_str().unwrap()]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert!(fs::read(out.join("index.html")).unwrap() == page, "the page differs");
    let wrong = thema(&["report", home.path().to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(3));
    assert!(text(&wrong.stderr).contains("manifest.json"), "{}", text(&wrong.stderr));
}
