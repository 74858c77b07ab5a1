//! Existing runs: the model, updates, comparison of two runs, and explanations.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::invented::invented_papers;
use super::{root, text, thema};

/// The sample corpus in two halves, with a run on the first.
pub(super) struct Standing {
    pub(super) home: tempfile::TempDir,
    pub(super) run: PathBuf,
    pub(super) rest: PathBuf,
}

pub(super) fn standing() -> Standing {
    let home = tempfile::tempdir().unwrap();
    let papers = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let lines: Vec<String> = papers.lines().map(kaggle).collect();
    let (first, rest) = (home.path().join("first.jsonl"), home.path().join("rest.jsonl"));
    fs::write(&first, lines[..120].concat()).unwrap();
    fs::write(&rest, lines[120..].concat()).unwrap();
    let run = home.path().join("run");
    let output = thema(&["run", path(&first), "--out", path(&run), "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    Standing { home, run, rest }
}

/// Converts a line of the sample's master file to a line of the Kaggle snapshot.
pub(super) fn kaggle(line: &str) -> String {
    let paper: serde_json::Value = serde_json::from_str(line).unwrap();
    let field = |name: &str| paper[name].as_str().unwrap_or_default().to_owned();
    let categories: Vec<&str> =
        paper["categories"].as_array().unwrap().iter().filter_map(serde_json::Value::as_str).collect();
    let record = serde_json::json!({
        "id": field("id"),
        "title": field("title"),
        "abstract": field("abstract"),
        "categories": categories.join(" "),
        "update_date": "2026-05-01",
    });
    format!("{record}\n")
}

pub(super) fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Every file in `folder`, by name.
pub(super) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let entry = entry.unwrap().path();
            if entry.is_dir() {
                folders.push(entry);
            } else {
                found.insert(entry.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&entry).unwrap());
            }
        }
    }
    found
}

pub(super) fn copy(from: &Path, to: &Path) {
    for (name, bytes) in files(from) {
        let target = to.join(name);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, bytes).unwrap();
    }
}

#[test]
fn known_papers_change_no_byte_and_the_order_of_arrival_does_not_matter() {
    let Standing { home, run, rest } = standing();
    let before = files(&run);
    let output = thema(&["update", path(&run), path(&home.path().join("first.jsonl"))]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("No new papers"), "{}", text(&output.stdout));
    assert!(before == files(&run), "an update without new papers changed the run");

    let turned = home.path().join("turned");
    copy(&run, &turned);
    let lines = fs::read_to_string(&rest).unwrap();
    let reversed: Vec<&str> = lines.lines().rev().collect();
    let reversed_file = home.path().join("reversed.jsonl");
    fs::write(&reversed_file, reversed.join("\n") + "\n").unwrap();
    for (run, papers) in [(&run, &rest), (&turned, &reversed_file)] {
        let output = thema(&["update", path(run), path(papers), "--json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["added"], lines.lines().count());
    }
    let (one, other) = (files(&run), files(&turned));
    for name in [
        "papers.csv",
        "themes.csv",
        "trends.csv",
        "events.jsonl",
        "model/placer.thema",
        "model/papers.parquet",
        "model/state.json",
    ] {
        assert!(one[Path::new(name)] == other[Path::new(name)], "{name} depends on the order of arrival");
    }
    let papers = String::from_utf8(one[Path::new("papers.csv")].clone()).unwrap();
    assert_eq!(papers.lines().count(), 1 + 120 + lines.lines().count());

    let output = thema(&["diff", path(&run), path(&turned), "--json"]);
    let diff: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(diff["moved"].as_array().unwrap().len(), 0);
    assert_eq!(diff["churn"], 0.0);
    let themes = diff["matched"].as_array().unwrap().len();
    let papers = lines.lines().count() + 120;
    let screen = text(&thema(&["diff", path(&run), path(&turned)]).stdout);
    let same =
        format!("{themes} themes have the same name, terms and common papers: {papers} -> {papers} papers");
    assert!(screen.ends_with(&format!("Themes of both runs:\n  {same}; --json lists all\n")), "{screen}");
}

#[test]
fn themes_that_cannot_be_told_apart_any_more_become_one() {
    let home = tempfile::tempdir().unwrap();
    let file = |name: &str, papers| {
        let file = home.path().join(name);
        fs::write(&file, invented_papers(papers, &[0, 1, 2])).unwrap();
        file
    };
    let (few, many, more) =
        (file("few.jsonl", 0..120), file("many.jsonl", 120..1320), file("more.jsonl", 1320..1330));
    let run = home.path().join("run");
    // Twice as many themes as topics: with more papers, the halves of a topic turn out to be one theme.
    let output =
        thema(&["run", path(&few), "--no-taxonomy", "--clusters", "6", "--out", path(&run), "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let ids = || -> Vec<String> {
        let mut rows = csv::Reader::from_path(run.join("themes.csv")).unwrap();
        rows.records().map(|row| row.unwrap()[1].to_owned()).collect()
    };
    let before = ids();
    let said = text(&thema(&["update", path(&run), path(&many)]).stdout);
    assert!(said.contains("merged: ") && said.contains(", into "), "{said}");
    let after = ids();
    assert!(after.len() < before.len(), "{before:?} {after:?}");
    let events = fs::read_to_string(run.join("events.jsonl")).unwrap();
    let events: Vec<serde_json::Value> =
        events.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |field: &str| -> Vec<String> {
        events.iter().map(|event| event[field].as_str().unwrap().to_owned()).collect()
    };
    assert!(of("event").iter().all(|event| event == "merged"), "{events:?}");
    let gone: Vec<String> = before.iter().filter(|id| !after.contains(id)).cloned().collect();
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    assert_eq!(sorted(of("theme")), sorted(gone));
    assert!(of("other").iter().all(|other| before.contains(other)));

    let placed = column(&fs::read(run.join("papers.csv")).unwrap(), "theme");
    let output = thema(&["assign", path(&run), path(&many), "--quiet"]);
    let assigned = column(&output.stdout, "theme");
    let same = assigned.iter().filter(|(id, theme)| placed[*id] == **theme).count();
    assert!(same * 100 >= assigned.len() * 95, "{same} of {} papers agree", assigned.len());
    let output = thema(&["explain", path(&run), "2601.00500", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let explanation: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(after.contains(&explanation["theme"]["id"].as_str().unwrap().to_owned()), "{explanation}");
    assert!(thema(&["update", path(&run), path(&more)]).status.success());
    assert_eq!(ids().len(), after.len());
}

#[test]
fn assigning_leaves_the_run_alone_and_agrees_with_it() {
    let Standing { home, run, .. } = standing();
    let before = files(&run);
    let first = home.path().join("first.jsonl");
    for model in [run.clone(), run.join("model")] {
        let output = thema(&["assign", path(&model), path(&first), "--quiet"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let assigned: BTreeMap<String, String> = column(&output.stdout, "theme");
        let placed = column(&fs::read(run.join("papers.csv")).unwrap(), "theme");
        let same = placed.iter().filter(|(id, theme)| assigned.get(*id) == Some(theme)).count();
        assert!(same * 10 >= placed.len() * 9, "{same} of {} papers agree", placed.len());
    }
    assert!(before == files(&run));
}

/// A column of a table, keyed by the column `id`.
fn column(table: &[u8], name: &str) -> BTreeMap<String, String> {
    let mut rows = csv::Reader::from_reader(table);
    let at =
        |name: &str, headers: &csv::StringRecord| headers.iter().position(|other| other == name).unwrap();
    let headers = rows.headers().unwrap().clone();
    let (id, column) = (at("id", &headers), at(name, &headers));
    rows.records().map(|row| row.unwrap()).map(|row| (row[id].to_owned(), row[column].to_owned())).collect()
}

#[test]
fn an_explanation_adds_up() {
    let Standing { home: _home, run, .. } = standing();
    let placed = column(&fs::read(run.join("papers.csv")).unwrap(), "theme");
    let (id, _) = placed.iter().find(|(_, theme)| *theme == "federated").expect("a federated paper");
    let output = thema(&["explain", path(&run), id, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let explanation: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(explanation["id"], id.as_str());
    assert_eq!(explanation["method"], "taxonomy");
    let words = explanation["contributions"].as_array().unwrap();
    let sum: f64 = words.iter().map(|word| word["theme"].as_f64().unwrap()).sum();
    let score = explanation["theme"]["score"].as_f64().unwrap();
    // The fixed preference for wanted themes belongs to no word, and words
    // that add almost nothing are left out.
    assert!((score - sum - 0.2).abs() < 0.05, "{sum} of {score}");
    assert!(words.iter().any(|word| word["seed"] == true));
    assert!(!explanation["neighbours"].as_array().unwrap().is_empty());
    let screen = text(&thema(&["explain", path(&run), id]).stdout);
    assert!(screen.contains("For this theme") && screen.contains("Nearest papers"), "{screen}");
    let said = explanation["confidence"]["probability"].as_f64().unwrap();
    assert!(screen.contains(&format!("{:.1} % sure: ", 100.0 * said)), "{screen}");
    let probabilities = column(&fs::read(run.join("papers.csv")).unwrap(), "probability");
    let (_, of_run) = probabilities.iter().find(|(paper, _)| *paper == id).unwrap();
    assert!((said - of_run.parse::<f64>().unwrap()).abs() < 0.05, "{said} and {of_run}");

    let output = thema(&["explain", path(&run), "9999.00000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("has no paper `9999.00000`"));
}

#[test]
fn models_of_another_version_and_damaged_ones_are_named() {
    let Standing { home: _home, run, rest } = standing();
    let refused = |words: &str| {
        for command in ["update", "assign"] {
            let output = thema(&[command, path(&run), path(&rest)]);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{said}");
            assert!(said.contains(words) || said.contains("does not match the manifest"), "{said}");
            assert!(said.contains("placer.thema"), "{said}");
        }
    };
    let file = run.join("model/placer.thema");
    let whole = fs::read(&file).unwrap();
    let mut newer = whole.clone();
    newer[8] = 7;
    fs::write(&file, newer).unwrap();
    refused("the model has format version 7; this program reads up to version 1");
    fs::write(&file, &whole[..whole.len() - 9]).unwrap();
    refused("its checksum does not match");
    fs::write(&file, "something else\n").unwrap();
    refused("it does not start like a model");
    fs::remove_file(&file).unwrap();
    let output = thema(&["assign", path(&run), path(&rest)]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("has no model"), "{}", text(&output.stderr));
}

#[test]
fn taxonomies_are_checked_with_line_and_column() {
    let home = tempfile::tempdir().unwrap();
    let check = |source: &str| {
        let file = home.path().join("t.toml");
        fs::write(&file, source).unwrap();
        let output = thema(&["taxonomy", "check", path(&file)]);
        (output.status.code(), text(&output.stdout))
    };
    for name in ["cs-dc", "cs-cl", "quant-ph"] {
        let file = root().join(format!("data/taxonomies/{name}.toml"));
        let output = thema(&["taxonomy", "check", path(&file)]);
        assert!(output.status.success(), "{}", text(&output.stdout));
    }
    let theme = |key: &str, name: &str| format!("[[theme]]\nkey = '{key}'\nname = '{name}'\nterms = ['x']\n");
    for (source, place, words) in [
        (format!("name = 't'\ncolour = 'red'\n{}", theme("a", "A")), ":2:1:", "unknown field `colour`"),
        ("name = 't'\n[[theme]]\nkey = 'a'\nname = 'A'\n".into(), ":2:1:", "has no terms and no phrases"),
        (format!("name = 't'\n{}{}", theme("a", "A"), theme("b", "A")), ":8:8:", "name"),
        ("name = \n".into(), ":1:", "t.toml"),
    ] {
        let (code, said) = check(&source);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(place) && said.contains(words), "{said}");
    }
}

#[test]
fn papers_without_dates_have_themes_and_no_trends() {
    let home = tempfile::tempdir().unwrap();
    let papers = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let out = home.path().join("out");
    let input = home.path().join("undated.csv");
    let mut table = csv::Writer::from_path(&input).unwrap();
    table.write_record(["id", "title", "abstract"]).unwrap();
    for (number, line) in papers.lines().enumerate() {
        let paper: serde_json::Value = serde_json::from_str(line).unwrap();
        let title = paper["title"].as_str().unwrap();
        table.write_record([&format!("p{number}"), title, paper["abstract"].as_str().unwrap()]).unwrap();
    }
    table.flush().unwrap();
    let output = thema(&["run", path(&input), "--out", path(&out), "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("themes.json")).unwrap()).unwrap();
    assert_eq!(report["corpus"]["dated"], 0);
    assert!(report["themes"].as_array().unwrap().iter().all(|theme| theme["trend"].is_null()));
    let digest = fs::read_to_string(out.join("digest.md")).unwrap();
    assert!(digest.contains("None of the papers has a date"), "{digest}");
}
