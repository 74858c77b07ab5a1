//! What of a record the vectors are learned from.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::json;
use thema::{Engine, Inputs, Settings};

use crate::fixtures::table;

const TOPICS: [[&str; 6]; 4] = [
    ["robot", "grasp", "arm", "gripper", "joint", "torque"],
    ["query", "index", "table", "join", "tuple", "schema"],
    ["packet", "router", "link", "congestion", "flow", "switch"],
    ["proof", "lemma", "type", "logic", "calculus", "theorem"],
];

/// The cluster of every one of 240 papers, which are all filed under `category` and noted as `note` says.
fn clusters(
    folder: &Path,
    category: impl Fn(usize) -> &'static str,
    note: impl Fn(usize) -> String,
) -> Vec<String> {
    let mut lines = String::new();
    for paper in 0..240 {
        let words = TOPICS[paper % 4];
        let of = |at: usize| words[(paper / 4 * (at + 1) + at * at) % 6];
        let line = json!({
            "id": format!("2001.{paper:05}"),
            "title": format!("The {} and the {}", of(1), of(2)),
            "abstract": format!("We study the {} of a {} with a {} and the {} in a {}.", of(3), of(4), of(5), of(6), of(7)),
            "authors": format!("Ada N{paper}"),
            "categories": category(paper),
            "comments": note(paper),
            "update_date": "2020-01-01",
        });
        writeln!(lines, "{line}").unwrap();
    }
    let papers = folder.join("papers.jsonl");
    fs::write(&papers, lines).unwrap();
    let mut settings = Settings::default();
    settings.clusters.count = Some(4);
    let out = folder.join("report");
    Engine::new(settings).unwrap().run(&Inputs::new([papers]), &out, true).unwrap();
    table(&out.join("papers.csv")).into_iter().map(|mut row| row.remove("cluster").unwrap()).collect()
}

#[test]
fn categories_are_not_seen_and_notes_are() {
    let folder = tempfile::tempdir().unwrap();
    let silent = |_| String::new();
    let of_one = clusters(folder.path(), |_| "math.CO", silent);
    let of_many = clusters(folder.path(), |paper| ["cs.RO", "cs.DB", "cs.NI", "math.LO"][paper / 60], silent);
    assert_eq!(of_one, of_many, "categories that contradict the texts change no cluster");
    let halves =
        |paper: usize| ["grasping gripper arms of robots", "schema of tuples in tables"][paper % 2].repeat(9);
    assert_ne!(clusters(folder.path(), |_| "math.CO", halves), of_one, "comments count");
}
