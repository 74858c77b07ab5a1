//! Themes learned from a draw of the papers, with the others placed in them.

use std::fs;
use std::path::Path;

use super::{root, taxonomy_themes, text};

/// A run on the sample corpus whose themes are learned from `sample` papers.
fn run(home: &Path, name: &str, sample: usize, threads: &str) -> impl Fn(&str) -> Vec<u8> + use<> {
    let out = home.join(name);
    let output = assert_cmd::Command::cargo_bin("thema")
        .unwrap()
        .env("THEMA_THEMES__SAMPLE", sample.to_string())
        .args(["run", "--quiet", "--threads", threads, "--out", out.to_str().unwrap()])
        .arg(root().join("data/sample/papers"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    move |file| fs::read(out.join(file)).unwrap()
}

#[test]
fn papers_beyond_the_sample_are_placed_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let whole = run(home.path(), "whole", 100_000, "2");
    let drawn = run(home.path(), "drawn", 120, "2");
    let again = run(home.path(), "again", 120, "1");
    let report: serde_json::Value = serde_json::from_slice(&drawn("themes.json")).unwrap();
    let papers = report["corpus"]["papers"].as_u64().unwrap();
    let sizes = report["themes"].as_array().unwrap().iter().map(|theme| theme["size"].as_u64().unwrap());
    assert_eq!(sizes.sum::<u64>() + report["corpus"]["near_duplicates"].as_u64().unwrap(), papers);
    assert_eq!(report["quality"]["papers"], 120, "the quality is that of the papers learned from");
    for file in [
        "papers.csv",
        "themes.json",
        "papers.parquet",
        "model/papers.parquet",
        "model/state.json",
        "model/texts.jsonl.zst",
    ] {
        assert!(drawn(file) == again(file), "{file} depends on the number of threads");
    }
    assert!(
        whole("model/texts.jsonl.zst") == drawn("model/texts.jsonl.zst"),
        "the texts of all papers are kept"
    );
    let [whole, drawn] = ["whole", "drawn"].map(|name| taxonomy_themes(&home.path().join(name)));
    assert!(whole.keys().eq(drawn.keys()));
    let same = whole.iter().filter(|(paper, theme)| drawn[*paper] == **theme).count();
    assert!(same * 10 >= whole.len() * 8, "{same} of {} papers have the theme of the whole run", whole.len());
}

#[test]
fn a_sample_too_small_for_themes_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let output = assert_cmd::Command::cargo_bin("thema")
        .unwrap()
        .env("THEMA_THEMES__SAMPLE", "3")
        .args(["run", "--out", home.path().join("out").to_str().unwrap()])
        .arg(root().join("data/sample/papers"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("themes.sample must be at least"), "{}", text(&output.stderr));
}
