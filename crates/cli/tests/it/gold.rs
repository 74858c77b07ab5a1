//! The shipped taxonomy against hand-made labels.

use std::collections::BTreeMap;
use std::fs;

use super::{shared, table, taxonomy_themes, text, thema};

/// Minimum mean over the five themes of the harmonic mean of precision and recall.
const LEAST_MACRO_F1: f64 = 0.85;

#[test]
fn themes_agree_with_labels_made_by_hand() {
    let (Some(seeds), Some(gold)) = (shared("seeds"), shared("gold/themes-dev.csv")) else { return };
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let output = thema(&["run", seeds.to_str().unwrap(), "--out", out.to_str().unwrap(), "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut placed: BTreeMap<String, String> = BTreeMap::new();
    let themes = taxonomy_themes(&out);
    for row in table(&out, "papers.csv") {
        let theme = &themes[&row["id"]];
        placed.insert(row["id"].clone(), theme.clone());
        placed.insert(plain(&row["title"]), theme.clone());
    }
    // (truth, found) for every labelled paper.
    let mut pairs: Vec<(String, String)> = Vec::new();
    for row in csv::Reader::from_path(gold).unwrap().deserialize() {
        let row: BTreeMap<String, String> = row.unwrap();
        let found = placed.get(&row["key"]).or_else(|| placed.get(&plain(&row["title"])));
        let found = found.unwrap_or_else(|| panic!("{} is missing", row["title"])).clone();
        let second = row["confidence"] != "high" && found == row["secondary_theme"];
        let truth = if second { found.clone() } else { row["primary_theme"].clone() };
        pairs.push((truth, found));
    }
    let themes = ["serving", "training", "federated", "hpc", "other"];
    let f1 = |theme: &str| {
        let both = pairs.iter().filter(|(truth, found)| truth == theme && found == theme).count();
        let either =
            pairs.iter().map(|(truth, found)| usize::from(truth == theme) + usize::from(found == theme));
        2.0 * both as f64 / either.sum::<usize>() as f64
    };
    let macro_f1 = themes.iter().map(|theme| f1(theme)).sum::<f64>() / themes.len() as f64;
    let wrong: Vec<_> = pairs.iter().filter(|(truth, found)| truth != found).collect();
    assert!(pairs.len() >= 40, "{} labelled papers", pairs.len());
    assert!(macro_f1 >= LEAST_MACRO_F1, "macro-F1 {macro_f1:.3}; wrong: {wrong:?}");
    fs::remove_dir_all(&out).unwrap();
}

/// Letters and digits of a title, in lower case.
fn plain(title: &str) -> String {
    title.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
