//! A month of a real dump, day by day, compared with one run on the same papers.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use thema_cluster::agreement::Contingency;

use super::{shared, taxonomy_themes, text, thema};

/// Minimum adjusted Rand index of the two, over the taxonomy's themes.
const LEAST_AGREEMENT: f64 = 0.9;

#[test]
fn daily_updates_over_a_month_agree_with_one_run() {
    let Some(dump) = shared("data/arxiv-300k.jsonl.zst") else { return };
    let (before, days) = papers_of_2019(&dump);
    assert!(before.len() > 500 && days.len() >= 20, "{} papers, {} days", before.len(), days.len());
    let home = tempfile::tempdir().unwrap();
    let write = |name: &str, lines: &[&str]| {
        let path = home.path().join(name);
        let mut file = File::create(&path).unwrap();
        for line in lines {
            writeln!(file, "{line}").unwrap();
        }
        path.to_str().unwrap().to_owned()
    };
    let old: Vec<&str> = before.iter().map(String::as_str).collect();
    let all: Vec<&str> = old.iter().copied().chain(days.values().flatten().map(String::as_str)).collect();
    let (updated, batch) = (home.path().join("updated"), home.path().join("batch"));
    let run = |papers: &str, out: &Path| {
        let output = thema(&["run", papers, "--out", out.to_str().unwrap(), "--quiet"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    run(&write("before.jsonl", &old), &updated);
    run(&write("all.jsonl", &all), &batch);
    for (day, lines) in &days {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let papers = write(&format!("day-{day:02}.jsonl"), &lines);
        let output = thema(&["update", updated.to_str().unwrap(), &papers, "--quiet"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let agreement = agreement(&taxonomy_themes(&updated), &taxonomy_themes(&batch));
    assert!(agreement >= LEAST_AGREEMENT, "adjusted Rand index {agreement:.3} of the taxonomy's themes");
}

fn agreement(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) -> f64 {
    assert_eq!(one.len(), other.len());
    let mut numbers = BTreeMap::new();
    let mut numbered = |theme: &String| {
        let next = numbers.len() as u32;
        *numbers.entry(theme.clone()).or_insert(next)
    };
    let pairs = one.iter().map(|(id, theme)| (numbered(theme), numbered(&other[id])));
    let (a, b): (Vec<u32>, Vec<u32>) = pairs.unzip();
    Contingency::new(&a, &b).unwrap().agreement().adjusted_rand
}

/// The cs.DC papers of 2019 up to November, and those of December by day, dated by first version.
fn papers_of_2019(dump: &Path) -> (Vec<String>, BTreeMap<u32, Vec<String>>) {
    let lines = BufReader::new(zstd::Decoder::new(File::open(dump).unwrap()).unwrap()).lines();
    let (mut before, mut days) = (Vec::new(), BTreeMap::<u32, Vec<String>>::new());
    for line in lines.map(Result::unwrap).filter(|line| line.contains("cs.DC")) {
        let paper: serde_json::Value = serde_json::from_str(&line).unwrap();
        let distributed =
            paper["categories"].as_str().unwrap().split(' ').any(|category| category == "cs.DC");
        // "Mon, 2 Dec 2019 19:18:42 GMT"
        let created = paper["versions"][0]["created"].as_str().unwrap();
        let words: Vec<&str> = created.split(' ').collect();
        match (distributed, words.as_slice()) {
            (true, [_, day, "Dec", "2019", ..]) => days.entry(day.parse().unwrap()).or_default().push(line),
            (true, [_, _, _, "2019", ..]) => before.push(line),
            _ => {}
        }
    }
    (before, days)
}
