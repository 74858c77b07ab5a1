//! Near-duplicates: every paper has its row, and a group of near-duplicates counts once.

use std::fs;
use std::path::Path;

use super::standing::kaggle;
use super::{root, text, thema};

fn run(lines: &[String], home: &Path, name: &str) -> impl Fn(&str) -> Vec<u8> + use<> {
    let (input, out) = (home.join(format!("{name}.jsonl")), home.join(name));
    fs::write(&input, lines.concat()).unwrap();
    let output = thema(&["run", input.to_str().unwrap(), "--out", out.to_str().unwrap(), "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    move |file| fs::read(out.join(file)).unwrap()
}

/// The line of a paper table that begins with `id`, without the id.
fn row<'a>(table: &'a str, id: &str) -> &'a str {
    let line = table.lines().find_map(|line| line.strip_prefix(id));
    line.unwrap_or_else(|| panic!("{id} has no row"))
}

#[test]
fn ten_copies_of_a_paper_change_no_vocabulary_and_no_theme() {
    let home = tempfile::tempdir().unwrap();
    let papers = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let lines: Vec<String> = papers.lines().map(kaggle).collect();
    let first: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
    let copies = (0..10).map(|copy| {
        let mut paper = first.clone();
        paper["id"] = format!("2612.{copy:05}").into();
        paper["abstract"] = format!("{} Copy {copy}.", paper["abstract"].as_str().unwrap()).into();
        format!("{paper}\n")
    });
    let plain = run(&lines, home.path(), "plain");
    let copied = run(&lines.iter().cloned().chain(copies).collect::<Vec<_>>(), home.path(), "copied");
    for file in ["model/placer.thema", "themes.csv", "trends.csv", "quality.json"] {
        assert!(plain(file) == copied(file), "{file}");
    }
    let [plain, copied] = [plain, copied].map(|read| {
        let report: serde_json::Value = serde_json::from_slice(&read("themes.json")).unwrap();
        (report, String::from_utf8(read("papers.csv")).unwrap())
    });
    for part in ["themes", "clusters", "hierarchy", "similarity", "outliers", "gaps"] {
        assert_eq!(plain.0[part], copied.0[part], "{part}");
    }
    assert_eq!(plain.0["corpus"]["categories"], copied.0["corpus"]["categories"]);
    assert_eq!(copied.0["corpus"]["near_duplicates"], 10);
    assert_eq!(copied.0["corpus"]["papers"], lines.len() + 10);
    assert_eq!(copied.1.lines().count(), plain.1.lines().count() + 10);
    let original = row(&copied.1, first["id"].as_str().unwrap());
    assert_eq!(original, row(&plain.1, first["id"].as_str().unwrap()));
    let place = |row: &str| row.split("http").next().unwrap().to_owned();
    assert!(original.ends_with(",true"), "{original}");
    for copy in 0..10 {
        let copy = row(&copied.1, &format!("2612.{copy:05}"));
        assert_eq!(place(copy), place(original));
        assert!(copy.ends_with(",false"), "{copy}");
    }
}
