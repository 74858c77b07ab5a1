//! Texts that would control the display that shows them: escape sequences, terminal commands, bidirectional
//! overrides. They appear in titles, identifiers, categories and the names of a taxonomy. And formulas that a
//! spreadsheet would compute.

use std::fs;

use super::outputs::done;
use super::standing::{Standing, kaggle, path, standing};
use super::{root, text, thema};

const HOSTILE: &str = "\u{1b}]0;owned\u{7} \u{1b}[31mred \u{202e}esrever\u{202c} \u{9b}2J";

fn steers(character: char) -> bool {
    (character.is_control() && !"\n\r\t".contains(character))
        || ('\u{202a}'..='\u{202e}').contains(&character)
        || ('\u{2066}'..='\u{2069}').contains(&character)
}

#[track_caller]
fn is_plain(what: &str, shown: &str) {
    let around = shown.find(steers).map(|at| shown[..at].lines().last().unwrap_or_default());
    assert_eq!(around, None, "{what} is steered after this");
}

/// Sixty papers whose titles, identifiers and categories are hostile.
fn papers() -> String {
    let master = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let hostile = |line: &str| {
        let mut paper: serde_json::Value = serde_json::from_str(&kaggle(line)).unwrap();
        for field in ["id", "title", "categories"] {
            paper[field] = format!("{} {HOSTILE}", paper[field].as_str().unwrap()).into();
        }
        format!("{paper}\n")
    };
    master.lines().take(60).map(hostile).collect()
}

#[test]
fn no_text_steers_terminal_or_report() {
    let home = tempfile::tempdir().unwrap();
    let (input, run) = (home.path().join("in.jsonl"), home.path().join("run"));
    fs::write(&input, papers()).unwrap();
    let (input, out) = (path(&input), path(&run));
    is_plain("the table", &done(&["run", input, "--out", out]));
    is_plain("diff", &done(&["diff", out, out]));
    is_plain("assign", &done(&["assign", out, input]));
    is_plain("assign as JSON", &done(&["assign", out, input, "--json"]));
    let rows = fs::read_to_string(run.join("papers.csv")).unwrap();
    let id = csv::Reader::from_reader(rows.as_bytes()).records().next().unwrap().unwrap()[0].to_owned();
    is_plain("explain", &done(&["explain", out, &id]));
    for name in ["digest.md", "papers.csv", "themes.json", "index.html"] {
        let shown = fs::read_to_string(run.join(name)).unwrap();
        is_plain(name, &shown);
        assert!(!shown.contains(path(home.path())), "{name} says where the input lies on this machine");
    }
    let missing = thema(&["explain", out, HOSTILE]);
    is_plain("an error", &text(&missing.stderr));
}

#[test]
fn no_name_of_a_taxonomy_steers_terminal_or_report() {
    let home = tempfile::tempdir().unwrap();
    let (taxonomy, run) = (home.path().join("t.toml"), home.path().join("run"));
    let theme = |key: &str, name: &str, term: &str| {
        format!("[[theme]]\nkey = '{key}'\nname = '{name}'\nterms = ['{term}', 'model']\n")
    };
    let (learned, other) = ("Learned \u{202e}esrever\u{2069}", "Graphs");
    let source =
        format!("name = 't'\n{}{}", theme("learned", learned, "learning"), theme("graphs", other, "graph"));
    fs::write(&taxonomy, source).unwrap();
    let sample = root().join("data/sample/papers");
    let arguments = ["run", path(&sample), "--taxonomy", path(&taxonomy), "--out", path(&run)];
    let table = done(&arguments);
    assert!(table.contains("Learned esrever"), "{table}");
    is_plain("the table", &table);
    for name in ["digest.md", "themes.csv", "themes.json", "index.html", "exports/topic_info.csv"] {
        is_plain(name, &fs::read_to_string(run.join(name)).unwrap());
    }
}

#[test]
fn places_hold_no_formula_for_a_spreadsheet() {
    let Standing { home, run, .. } = standing();
    let input = home.path().join("formula.jsonl");
    let paper =
        serde_json::json!({ "id": "=2+2", "title": "=1+1", "abstract": "Distributed training of models." });
    fs::write(&input, format!("{paper}\n")).unwrap();
    let rows = done(&["assign", path(&run), path(&input)]);
    let row = csv::Reader::from_reader(rows.as_bytes()).records().next().unwrap().unwrap();
    assert_eq!((&row[0], row.iter().next_back()), ("'=2+2", Some("'=1+1")), "{rows}");
    let json = done(&["assign", path(&run), path(&input), "--json"]);
    assert!(json.contains(r#""title":"=1+1""#), "{json}");
}
