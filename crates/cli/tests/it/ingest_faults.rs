//! Faults during `thema ingest`: the corpus is whole, either old or new, and the exit code says which.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{has_strace, text, thema};

/// The files of a corpus before and after adding papers, and a directory with the papers.
struct Grown {
    home: tempfile::TempDir,
    former: Vec<Option<Vec<u8>>>,
    new: Vec<Option<Vec<u8>>>,
}

const OUTPUTS: [&str; 3] = ["corpus.parquet", "corpus.reconcile.csv", "corpus.rejects.jsonl"];

fn line(id: u32) -> String {
    format!(
        r#"{{"id":"2001.{id:05}","title":"On Queue {id}","abstract":"It waits {id}.","categories":"cs.PF","update_date":"2020-01-01"}}"#
    )
}

fn lines(ids: std::ops::Range<u32>) -> String {
    ids.map(|id| line(id) + "\n").collect()
}

impl Grown {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("old.jsonl"), lines(1..60)).unwrap();
        fs::write(home.path().join("new.jsonl"), lines(40..90) + "{\"id\":\"2001.00099\"}\n").unwrap();
        let mut grown = Self { home, former: Vec::new(), new: Vec::new() };
        assert!(grown.ingest("old.jsonl").status.success());
        grown.former = grown.files();
        assert!(grown.ingest("new.jsonl").status.success());
        grown.new = grown.files();
        assert_ne!(grown.former, grown.new);
        grown.restore();
        grown
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn ingest(&self, name: &str) -> Output {
        let (input, out) = (self.path(name), self.path(OUTPUTS[0]));
        thema(&["ingest", input.to_str().unwrap(), "--out", out.to_str().unwrap()])
    }

    fn files(&self) -> Vec<Option<Vec<u8>>> {
        OUTPUTS.iter().map(|name| fs::read(self.path(name)).ok()).collect()
    }

    fn restore(&self) {
        for (name, bytes) in OUTPUTS.iter().zip(&self.former) {
            fs::write(self.path(name), bytes.as_deref().unwrap()).unwrap();
        }
    }
}

fn assert_code(output: &Output, code: i32, words: &str) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
}

#[test]
fn a_file_that_does_not_open_leaves_the_former_corpus_or_makes_the_new_one() {
    if !has_strace() {
        return;
    }
    let grown = Grown::new();
    let (input, out) = (grown.path("new.jsonl"), grown.path(OUTPUTS[0]));
    let (mut kept, mut made) = (0, 0);
    for call in 1..=150 {
        grown.restore();
        let status = Command::new("strace")
            .args(["-f", "-o", "/dev/null", "-e", "trace=openat"])
            .arg("-e")
            .arg(format!("inject=openat:error=EIO:when={call}"))
            .args([env!("CARGO_BIN_EXE_thema"), "--threads", "1", "ingest"])
            .args([input.as_path(), Path::new("--out"), out.as_path()])
            .output()
            .unwrap()
            .status;
        let files = grown.files();
        if files == grown.new {
            made += 1;
        } else {
            assert!(files == grown.former, "a mixture after call {call}");
            assert!(!status.success(), "nothing was added and exit 0, call {call}");
            kept += 1;
        }
    }
    assert!(kept > 5 && made > 5, "{kept} kept, {made} made");
}

#[test]
fn a_damaged_corpus_is_refused_and_stays_as_it_is_or_says_the_same() {
    let grown = Grown::new();
    let intact = grown.former[0].clone().unwrap();
    let mut refused = 0;
    for at in (4..intact.len()).step_by(intact.len() / 40) {
        grown.restore();
        let mut damaged = intact.clone();
        damaged[at] ^= 1;
        fs::write(grown.path(OUTPUTS[0]), &damaged).unwrap();
        let output = grown.ingest("new.jsonl");
        if output.status.success() {
            // Unused column statistics are not covered by the checksum.
            assert!(grown.files() == grown.new, "byte {at} changed the corpus in silence");
            continue;
        }
        let said = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(3 | 4)) && said.contains("corpus.parquet"), "{said}");
        assert!(fs::read(grown.path(OUTPUTS[0])).unwrap() == damaged, "byte {at}");
        refused += 1;
    }
    assert!(refused >= 10, "only {refused} were refused");
}

#[test]
fn files_that_are_not_ours_and_inputs_are_not_replaced() {
    let grown = Grown::new();
    for (name, mine) in [(OUTPUTS[2], "{\"event\":\"mine\"}\n"), (OUTPUTS[1], "my,table\n1,2\n")] {
        grown.restore();
        fs::write(grown.path(name), mine).unwrap();
        assert_code(&grown.ingest("new.jsonl"), 4, "is not replaced");
        assert_eq!(fs::read_to_string(grown.path(name)).unwrap(), mine);
        assert!(grown.files()[0] == grown.former[0]);
    }
    grown.restore();
    assert_code(&grown.ingest(OUTPUTS[0]), 2, "would be overwritten");
    fs::write(grown.path(OUTPUTS[2]), lines(1..9)).unwrap();
    assert_code(&grown.ingest(OUTPUTS[2]), 2, "would be overwritten");
    assert_eq!(fs::read_to_string(grown.path(OUTPUTS[2])).unwrap(), lines(1..9));
}

#[test]
fn outputs_among_the_inputs_of_a_directory_are_passed_over() {
    let grown = Grown::new();
    let home = grown.home.path().to_str().unwrap();
    let output = thema(&["ingest", home, "--out", grown.path(OUTPUTS[0]).to_str().unwrap(), "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["papers"], &summary["rejected"]), (&89.into(), &1.into()));
}

#[test]
fn one_process_at_a_time_writes_a_corpus() {
    let grown = Grown::new();
    fs::write(grown.path("other.jsonl"), lines(100..130)).unwrap();
    for _ in 0..5 {
        grown.restore();
        let start = |name: &str| {
            Command::new(env!("CARGO_BIN_EXE_thema"))
                .arg("ingest")
                .arg(grown.path(name))
                .arg("--out")
                .arg(grown.path(OUTPUTS[0]))
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        };
        let both = ["new.jsonl", "other.jsonl"].map(start).map(|child| child.wait_with_output().unwrap());
        let mut papers = 59;
        for (output, more) in both.iter().zip([30, 30]) {
            if output.status.success() {
                papers += more;
            } else {
                assert_code(output, 4, "is being written by");
            }
        }
        let out = grown.path(OUTPUTS[0]);
        let count = thema(&[
            "ingest",
            grown.path("old.jsonl").to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
            "--json",
        ]);
        let summary: serde_json::Value = serde_json::from_slice(&count.stdout).unwrap();
        assert_eq!(summary["papers"], papers, "what was reported as added is there");
    }
}

#[test]
fn a_cut_archive_gives_what_stands_before_the_cut_and_exit_1() {
    let home = tempfile::tempdir().unwrap();
    let papers = lines(1..3000);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(papers.as_bytes()).unwrap();
    let packed = [
        ("few.jsonl.gz", {
            let mut few = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            few.write_all(lines(1..300).as_bytes()).unwrap();
            few.finish().unwrap()
        }),
        ("many.jsonl.gz", gzip.finish().unwrap()),
        ("many.jsonl.zst", zstd::encode_all(papers.as_bytes(), 1).unwrap()),
    ];
    for (name, bytes) in packed {
        let (input, out) = (home.path().join(name), home.path().join(format!("{name}.parquet")));
        fs::write(&input, &bytes[..bytes.len() - 10]).unwrap();
        let arguments = ["ingest", input.to_str().unwrap(), "--out", out.to_str().unwrap(), "--json"];
        let output = thema(&arguments);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", text(&output.stderr));
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(summary["papers"].as_u64().unwrap() > 0, "{name}: {summary}");
        assert_eq!(summary["unread_inputs"], 1, "{name}");
        let rejects = fs::read_to_string(out.with_extension("rejects.jsonl")).unwrap();
        assert_eq!(rejects.matches("\"unread\":true").count(), 1, "{name}: {rejects}");
    }
}

#[test]
fn every_unreadable_input_is_told_once() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("c.parquet");
    let missing = home.path().join("missing.jsonl");
    let good = home.path().join("good.jsonl");
    fs::write(&good, lines(1..3)).unwrap();
    for inputs in [vec![&missing], vec![&missing, &good]] {
        let mut arguments = vec!["ingest"];
        arguments.extend(inputs.iter().map(|path| path.to_str().unwrap()));
        arguments.extend(["--out", out.to_str().unwrap()]);
        let output = thema(&arguments);
        assert_eq!(text(&output.stderr).matches("missing.jsonl").count(), 1, "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(if inputs.len() == 1 { 3 } else { 1 }));
    }
}
