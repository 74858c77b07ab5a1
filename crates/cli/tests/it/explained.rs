//! `thema explain` answers for the theme that the report has a paper in.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::births::{Run, copy_of, sample};
use super::{root, text, thema};
use serde_json::Value;

fn printed(arguments: &[&str]) -> String {
    let output = thema(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The id of the theme of every paper of a run, and its score, by `papers.csv`.
fn places(run: &Path) -> BTreeMap<String, (String, f64)> {
    let report: Value = serde_json::from_slice(&fs::read(run.join("themes.json")).unwrap()).unwrap();
    let themes = report["themes"].as_array().unwrap().iter();
    let ids: BTreeMap<&str, &str> =
        themes.map(|theme| (theme["key"].as_str().unwrap(), theme["id"].as_str().unwrap())).collect();
    let mut table = csv::Reader::from_path(run.join("papers.csv")).unwrap();
    let place =
        |row: csv::StringRecord| (row[0].to_owned(), (ids[&row[2]].to_owned(), row[3].parse().unwrap()));
    table.records().map(Result::unwrap).map(place).collect()
}

#[test]
fn an_explanation_of_an_updated_run_agrees_with_its_table() {
    let [first, more, field] = sample();
    let run = Run::of(&first.concat(), &[]);
    let original: Value = serde_json::from_str(&first[0]).unwrap();
    run.update(&[field.concat(), more.concat(), copy_of(&original, "2612.00001", 0)].concat());
    let directory = run.directory();

    let mut reasons: BTreeMap<String, String> = BTreeMap::new();
    for (paper, (theme, score)) in places(Path::new(&directory)) {
        let explained = printed(&["explain", &directory, &paper, "--json"]);
        let explained: Value = serde_json::from_str(&explained).unwrap();
        let place = &explained["in_report"];
        assert_eq!(place["id"], theme.as_str(), "{paper}");
        assert!((place["score"].as_f64().unwrap() - score).abs() < 1e-6, "{paper}: {place}");
        let differs = place["id"] != explained["theme"]["id"];
        let because = place["because"].as_str().unwrap_or("its words");
        if because != "near_duplicate" {
            assert_eq!(because != "its words", differs, "{paper}: {because}");
        }
        assert!(!differs || explained["second"]["id"] == theme.as_str(), "{paper}");
        reasons.insert(because.to_owned(), paper);
    }

    let screen = |because: &str| printed(&["explain", &directory, &reasons[because]]);
    let said = screen("near_duplicate");
    let copied = original["id"].as_str().unwrap();
    assert!(said.contains(&format!("It is a near-duplicate of {copied}, which counts for it")), "{said}");
    for (because, why) in [
        ("found_later", "        An update found this theme in papers like it.\n"),
        ("nearest_found_later", "        Updates found "),
        (
            "neighbours",
            "        It was placed with the papers near it, or before updates changed the themes.\n",
        ),
    ] {
        let said = screen(because);
        assert!(
            said.contains(why) && said.contains("\nNearest ") && said.contains(", by its words alone\n"),
            "{said}"
        );
        assert!(said.contains(", its theme in the report\n"), "{said}");
        let has_table = said.contains("        The run gave it ");
        assert_eq!(has_table, because == "neighbours", "{said}");
    }
    assert!(!screen("its words").contains("by its words alone"));
}

#[test]
fn a_paper_that_no_theme_took_is_compared_with_themes() {
    let home = tempfile::tempdir().unwrap();
    let directory = home.path().join("run").display().to_string();
    printed(&["run", root().join("data/sample/papers").to_str().unwrap(), "--out", &directory, "--quiet"]);
    let mut left_over = 0;
    for paper in places(Path::new(&directory)).keys() {
        let explained = printed(&["explain", &directory, paper, "--json"]);
        let explained: Value = serde_json::from_str(&explained).unwrap();
        if explained["in_report"]["because"] == "left_over" {
            left_over += 1;
            assert!(explained["theme"]["name"] != "Other" && explained["second"]["name"] != "Other");
            let said = printed(&["explain", &directory, paper]);
            assert!(said.contains("\nTheme   Other\n        No theme took it when"), "{said}");
        }
    }
    assert!(left_over > 0);
}
