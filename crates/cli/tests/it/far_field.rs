//! An update with a field that is far from everything in the run.

use std::io::{BufRead, BufReader};

use super::births::{Run, born};
use super::{shared, thema};

/// The first papers of a category in the dump, as lines.
fn papers(category: &str, count: usize) -> Option<Vec<String>> {
    let dump = std::fs::File::open(shared("data/arxiv-300k.jsonl.zst")?).unwrap();
    let lines = BufReader::new(zstd::Decoder::new(dump).unwrap()).lines().map(Result::unwrap);
    let start = format!("\"categories\": \"{category}");
    Some(lines.filter(|line| line.contains(&start)).take(count).map(|line| line + "\n").collect())
}

/// How many of these papers `thema assign` calls off topic.
fn off_topic(run: &Run, papers: &[String]) -> usize {
    let assigned = thema(&["assign", &run.directory(), &run.file("far", &papers.concat())]);
    let rows = csv::Reader::from_reader(&assigned.stdout[..]).into_records().map(Result::unwrap);
    rows.filter(|row| &row[7] == "off_topic").count()
}

#[test]
fn a_field_whose_words_the_run_does_not_know_becomes_themes_and_is_on_topic_from_then_on() {
    let (Some(known), Some(far)) = (papers("cs.SI", 1_000), papers("math.AG", 140)) else { return };
    let run = Run::of(&known[..900].concat(), &[]);
    let (early, late) = far.split_at(100);
    assert!(off_topic(&run, early) > 60, "{}", off_topic(&run, early));
    let update = run.update(&[early.concat(), known[900..].concat()].concat());
    let held = |papers: &[String]| -> usize {
        born(&update).iter().map(|event| run.held(papers, event["theme"].as_str().unwrap())).sum()
    };
    assert!(held(early) >= 50, "{} in {update}", held(early));
    assert!(held(&known) <= 5, "{} in {update}", held(&known));
    assert!(off_topic(&run, late) <= 10, "{}", off_topic(&run, late));
}
