//! Invalid inputs: the message names file and position, the exit code is the documented one, and nothing
//! half-written is left.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::{root, text, thema};

/// Runs on one file of the given bytes; returns the output and the rejects file, if a report was written.
fn run_on(name: &str, bytes: &[u8], flags: &[&str]) -> (Output, Option<String>) {
    let home = tempfile::tempdir().unwrap();
    let input = home.path().join(name);
    fs::write(&input, bytes).unwrap();
    run(home.path(), &input, flags)
}

fn run(home: &Path, input: &Path, flags: &[&str]) -> (Output, Option<String>) {
    let out = home.join("out");
    let arguments = ["run", input.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let output = thema(&[&arguments[..], flags].concat());
    let left: Vec<_> = fs::read_dir(home).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("partial")), "half-written: {left:?}");
    assert_eq!(out.exists(), matches!(output.status.code(), Some(0 | 1)), "{}", text(&output.stderr));
    let rejects = fs::read_to_string(out.join("rejects.jsonl")).ok();
    (output, rejects)
}

fn refused(name: &str, bytes: &[u8], words: &[&str]) {
    let (output, _) = run_on(name, bytes, &[]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    for word in words.iter().chain([&name]) {
        assert!(said.contains(word), "{word:?} is not in: {said}");
    }
}

fn line(id: u32, rest: &str) -> String {
    format!(
        "{{\"id\":\"2001.{id:05}\",\"title\":\"Paper {id} on caches\",\"update_date\":\"2020-01-01\"{rest}}}\n"
    )
}

fn good(id: u32) -> String {
    line(id, ",\"abstract\":\"We study caches of key value stores and their eviction under load.\"")
}

#[test]
fn what_holds_no_paper_is_refused() {
    refused("empty.jsonl", b"", &["empty"]);
    refused("noise.bin", &[0, 159, 146, 150].repeat(100), &["none of the known formats", "--format"]);
    refused(
        "prose.txt",
        b"A letter to the editor.\n\nNothing here is a paper.\n",
        &["none of the known formats"],
    );
}

#[test]
fn a_directory_without_papers_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let empty = home.path().join("nothing");
    fs::create_dir(&empty).unwrap();
    let (output, _) = run(home.path(), &empty, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
}

#[test]
fn bad_lines_are_rejected_with_their_place_and_the_rest_is_read() {
    let mut bytes = good(1).into_bytes();
    bytes.extend(b"{\"id\":\"2001.00002\",\"abstract\":\"x\",\"versions\":[]}\n");
    bytes.extend(good(3).bytes());
    bytes.extend(b"{\"id\":\"2001.00004\",\"title\":\"\xff\xfe\",\"abstract\":\"x\",\"versions\":[]}\n");
    bytes.extend(good(5).bytes());
    let (output, rejects) = run_on("papers.jsonl", &bytes, &["--no-taxonomy"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rejects = rejects.unwrap();
    let lines: Vec<serde_json::Value> =
        rejects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{rejects}");
    assert_eq!((&lines[0]["line"], &lines[1]["line"]), (&2.into(), &4.into()));
    assert!(lines[0]["reason"].as_str().unwrap().contains("no title"), "{rejects}");
    let (strict, _) = run_on("papers.jsonl", &bytes, &["--no-taxonomy", "--strict"]);
    assert_eq!(strict.status.code(), Some(1));
}

#[test]
fn a_line_of_a_hundred_megabytes_is_rejected_and_the_rest_is_read() {
    let mut bytes = good(1).into_bytes();
    let long = "x".repeat(100_000_000);
    bytes.extend(line(2, &format!(",\"abstract\":\"{long}\"")).bytes());
    bytes.extend(good(3).bytes());
    let (output, rejects) = run_on("papers.jsonl", &bytes, &["--no-taxonomy"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rejects = rejects.unwrap();
    assert_eq!(rejects.lines().count(), 1);
    assert!(rejects.contains("\"line\":2"), "{rejects}");
}

#[test]
fn a_truncated_feed_gives_the_papers_before_the_cut() {
    let feed = fs::read(root().join("data/sample/papers/arxiv-api.xml")).unwrap();
    let (output, rejects) = run_on("feed.xml", &feed[..feed.len() * 2 / 3], &[]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(rejects.unwrap().contains("feed.xml"));
}

#[test]
fn a_wrong_setting_is_a_usage_error() {
    let (output, _) = run_on("papers.jsonl", good(1).as_bytes(), &["--algorithm", "k-medoids"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let (output, _) = run_on("papers.jsonl", good(1).as_bytes(), &["--taxonomy", "absent.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("absent.toml"));
}

#[test]
fn commands_on_a_run_refuse_settings_that_are_not_there() {
    for command in
        [&["report", "run"][..], &["diff", "run", "run"], &["eval", "run"], &["explain", "run", "id"]]
    {
        let output = thema(&[command, &["--config", "absent.toml"]].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains("absent.toml"), "{command:?}: {said}");
    }
}

#[test]
fn a_corpus_of_withdrawal_notices_has_no_themes() {
    let notice = |id: u32| {
        let said =
            ["the proof of lemma 4 is wrong", "of an error in equation 2", "section 3 repeats another paper"];
        let said = said[id as usize % 3];
        line(id, &format!(",\"abstract\":\"This paper has been withdrawn by the authors because {said}.\""))
    };
    let home = tempfile::tempdir().unwrap();
    let papers = home.path().join("papers.jsonl");
    fs::write(&papers, (0..60).map(notice).collect::<String>()).unwrap();
    let taxonomy = root().join("data/taxonomies/cs-dc.toml");
    for flags in [&["--no-taxonomy"][..], &["--taxonomy", taxonomy.to_str().unwrap()]] {
        let (output, _) = run(home.path(), &papers, &[flags, &["--force"]].concat());
        let screen = text(&output.stdout);
        assert!(screen.contains("No themes: no paper could be placed with confidence"), "{screen}");
        let out = home.path().join("out");
        let digest = fs::read_to_string(out.join("digest.md")).unwrap();
        assert!(
            digest.contains("No themes: no paper could be placed") && !digest.contains("The papers form"),
            "{digest}"
        );
        let kinds: Vec<String> = super::table(&out, "themes.csv")
            .iter()
            .filter(|row| row["papers"] != "0")
            .map(|row| row["kind"].clone())
            .collect();
        assert_eq!(kinds, ["other"]);
    }
    // The run accepts updates like any other.
    let more = home.path().join("more.jsonl");
    fs::write(&more, (60..90).map(notice).collect::<String>()).unwrap();
    let (out, more) = (home.path().join("out"), more.to_str().unwrap().to_owned());
    run(home.path(), &papers, &["--no-taxonomy", "--force"]);
    for command in [&["assign", out.to_str().unwrap(), &more][..], &["update", out.to_str().unwrap(), &more]]
    {
        let output = thema(command);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let explained = thema(&["explain", out.to_str().unwrap(), "2001.00001"]);
    assert!(text(&explained.stdout).contains("outlier: withdrawn"), "{}", text(&explained.stdout));
}

#[test]
fn a_pattern_without_files_is_said_to_match_none() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("papers.jsonl"), good(1)).unwrap();
    for (pattern, said) in [("*.nope", "*.nope: no file matches"), ("nope", "nope: cannot open: ")] {
        let (output, _) = run(home.path(), &home.path().join(pattern), &[]);
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}
