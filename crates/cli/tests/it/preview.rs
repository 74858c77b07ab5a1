//! Previews: a run on a sample of the input, to try settings.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::{files, root, table, text, thema};

/// More papers than a preview reads, in two fields.
const PAPERS: usize = 40_000;

/// Flags that make learning fast.
const QUICK: [&str; 6] = ["--clusters", "2", "--background", "none", "--no-taxonomy", "--quiet"];

fn write_papers(path: &Path) {
    let fields = [
        ["consensus", "replicas", "logs", "leaders", "quorums", "failures"],
        ["galaxies", "stars", "spectra", "dust", "haloes", "redshifts"],
    ];
    let mut lines = String::new();
    for paper in 0..PAPERS {
        let word = |at: usize| fields[paper % 2][(paper / 2 + at * (1 + paper / 12 % 5)) % 6];
        let title = format!("{} of {} {paper}", word(0), word(1));
        let body = format!("We study {} and {} by {} of {}.", word(2), word(3), word(4), word(5));
        writeln!(lines, r#"{{"title":"{title}","abstract":"{body}"}}"#).unwrap();
    }
    fs::write(path, lines).unwrap();
}

#[test]
fn a_preview_of_a_small_input_is_the_whole_run() {
    let home = tempfile::tempdir().unwrap();
    let papers = root().join("data/sample/papers").display().to_string();
    let run = |name: &str, more: &[&str]| {
        let out = home.path().join(name).display().to_string();
        let output = thema(&[&["run", &papers, "--out", &out], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (files(&home.path().join(name)), text(&output.stdout))
    };
    let ((whole, _), (preview, said)) = (run("whole", &[]), run("preview", &["--preview"]));
    assert!(whole == preview, "every byte");
    assert!(said.ends_with("The input is small and was read whole; this is not a preview.\n"), "{said}");
}

#[test]
fn a_preview_says_what_it_is_and_how_to_go_on() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    let (papers, out) = (path("my papers.jsonl"), path("preview"));
    write_papers(Path::new(&papers));
    let arguments = |out: &str| -> Vec<String> {
        let own = ["run", papers.as_str(), "--preview", "--out", out];
        own.into_iter().chain(QUICK).map(str::to_owned).collect()
    };
    let preview = |out: &str, more: &[&str]| {
        let all = arguments(out);
        let all: Vec<&str> = all.iter().map(String::as_str).chain(more.iter().copied()).collect();
        thema(&all)
    };
    let quiet = preview(&path("one"), &["--threads", "1"]);
    assert!(quiet.status.success() && quiet.stdout.is_empty(), "{}", text(&quiet.stderr));
    let all = arguments(&out);
    let loud: Vec<&str> = all.iter().map(String::as_str).filter(|argument| *argument != "--quiet").collect();
    let said = text(&thema(&[&loud[..], &["--threads", "2"]].concat()).stdout);
    assert!(files(Path::new(&path("one"))) == files(Path::new(&out)), "the same bytes for 1 and 2 threads");

    let sentence = "This is a preview of an evenly spaced sample, about 50.0 % of some 40,000 records";
    assert!(said.contains(sentence), "{said}");
    let whole = format!("For a full run: thema run '{papers}' --out {out}");
    assert!(said.contains(&whole) && said.contains("--threads 2 --force\n"), "{said}");
    let place = format!("To place all papers in these themes: thema assign {out} '{papers}' --threads 2\n");
    assert!(said.ends_with(&place), "{said}");
    for file in ["digest.md", "index.html"] {
        assert!(fs::read_to_string(Path::new(&out).join(file)).unwrap().contains(sentence), "{file}");
    }
    let by_setting: Vec<&str> = loud.iter().copied().filter(|argument| *argument != "--preview").collect();
    let output = assert_cmd::Command::cargo_bin("thema")
        .unwrap()
        .env("THEMA_INGEST__PREVIEW", "true")
        .args([&by_setting[..], &["--force"]].concat())
        .output()
        .unwrap();
    let said = text(&output.stdout);
    let whole =
        format!("turns off the setting ingest.preview: THEMA_INGEST__PREVIEW=false thema run '{papers}'");
    assert!(said.contains(&whole), "{said}");

    let manifest = fs::read(Path::new(&out).join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let rows = table(Path::new(&out), "papers.csv").len() as u64;
    assert_eq!(manifest["counts"]["records"], rows);
    assert!((15_000..30_000).contains(&rows), "{rows}");
    assert!(manifest["inputs"][0].get("blake3").is_none(), "of what was not read nothing is known");

    let refused = thema(&["update", &out, &papers]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(text(&refused.stderr).contains("make the whole run first"), "{}", text(&refused.stderr));
    let placed = text(&thema(&["assign", &out, &papers]).stdout);
    assert_eq!(placed.lines().count(), PAPERS + 1, "all papers, and the names of the columns");
    let edited = thema(&["edit", &out, "rename", "t-1", "Fields"]);
    assert!(edited.status.success(), "{}", text(&edited.stderr));
    assert!(fs::read_to_string(Path::new(&out).join("digest.md")).unwrap().contains(sentence));
}

#[test]
fn vectors_are_of_all_papers() {
    let refused = thema(&["run", "papers.jsonl", "--preview", "--vectors", "vectors.npy"]);
    assert_eq!(refused.status.code(), Some(2));
}
