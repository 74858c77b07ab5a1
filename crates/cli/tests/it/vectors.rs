//! The user's vectors instead of learned ones.

use std::fs;
use std::path::Path;

use super::invented::invented_papers;
use super::standing::{files, path};
use super::{text, thema};

const PAPERS: usize = 240;
const TOPICS: usize = 4;

/// A NumPy array of `rows`, 32-bit floats.
fn npy(rows: &[Vec<f32>]) -> Vec<u8> {
    let header = format!(
        "{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}\n",
        rows.len(),
        rows.first().map_or(0, Vec::len)
    );
    let mut bytes = [b"\x93NUMPY\x01\x00".as_slice(), &(header.len() as u16).to_le_bytes()].concat();
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// A vector that encodes the topic of a paper plus some noise of its own. Lengths vary, but are ignored.
fn vector(paper: usize) -> Vec<f32> {
    let noise = |at: usize| ((paper * 31 + at * 17) % 23) as f32 / 60.0 - 0.2;
    let length = 1.0 + (paper % 5) as f32;
    (0..12).map(|at| length * (noise(at) + f32::from(at == paper % TOPICS))).collect()
}

/// Papers with words of eight topics but vectors of four: words alone would give other themes.
fn write(home: &Path) {
    fs::write(home.join("papers.jsonl"), invented_papers(0..PAPERS as u64, &[1, 2, 3, 4, 5, 6, 7, 8]))
        .unwrap();
    fs::write(home.join("vectors.npy"), npy(&(0..PAPERS).map(vector).collect::<Vec<_>>())).unwrap();
}

fn run(home: &Path, out: &str, more: &[&str]) -> std::process::Output {
    let [papers, out] = ["papers.jsonl", out].map(|name| home.join(name));
    thema(
        &[&["run", path(&papers), "--out", path(&out), "--no-taxonomy", "--clusters", "4", "--quiet"], more]
            .concat(),
    )
}

/// The theme of every paper in a CSV table whose first column is the paper.
fn themes(csv: &str, column: &str) -> Vec<(String, String)> {
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let at = table.headers().unwrap().iter().position(|name| name == column).unwrap();
    table.records().map(|row| row.unwrap()).map(|row| (row[0].to_owned(), row[at].to_owned())).collect()
}

#[test]
fn themes_are_those_of_the_vectors() {
    let home = tempfile::tempdir().unwrap();
    write(home.path());
    let vectors = home.path().join("vectors.npy");
    for (out, threads) in [("run", "1"), ("again", "2")] {
        let output = run(home.path(), out, &["--vectors", path(&vectors), "--threads", threads]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let directory = home.path().join("run");
    let [one, two] = ["run", "again"].map(|out| {
        let mut files = files(&home.path().join(out));
        files.remove(Path::new("timings.json"));
        files
    });
    assert!(one == two, "bytes differ with the threads");
    let of_run = themes(&fs::read_to_string(directory.join("papers.csv")).unwrap(), "theme");
    assert_eq!(of_run.len(), PAPERS);
    for topic in 0..TOPICS {
        let of_topic: Vec<&str> =
            of_run.iter().skip(topic).step_by(TOPICS).map(|(_, theme)| theme.as_str()).collect();
        assert!(of_topic.iter().all(|theme| *theme == of_topic[0]), "topic {topic}: {of_topic:?}");
    }
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(directory.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["vectors"]["name"], "vectors.npy");
    assert_eq!((&manifest["vectors"]["rows"], &manifest["vectors"]["dimensions"]), (&240.into(), &12.into()));

    let papers = home.path().join("papers.jsonl");
    for more in [&["--vectors", path(&vectors)][..], &[]] {
        let output = thema(&[&["assign", path(&directory), path(&papers), "--quiet"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(themes(&text(&output.stdout), "theme"), of_run, "{more:?}");
    }
    let rest = home.path().join("rest.jsonl");
    fs::write(&rest, invented_papers(600..640, &[1, 2, 3, 4, 5, 6, 7, 8])).unwrap();
    let output = thema(&["update", path(&directory), path(&rest), "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = thema(&["explain", path(&directory), &of_run[0].0]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn vectors_that_do_not_fit_are_refused_before_anything_is_written() {
    let home = tempfile::tempdir().unwrap();
    write(home.path());
    let short = home.path().join("short.npy");
    fs::write(&short, npy(&(1..PAPERS).map(vector).collect::<Vec<_>>())).unwrap();
    let broken = home.path().join("broken.npy");
    fs::write(&broken, npy(&[vec![1.0], vec![f32::NAN]])).unwrap();
    let papers = home.path().join("papers.jsonl");
    for (vectors, reason) in [
        (&short, "short.npy: 239 vectors for 240 records"),
        (&broken, "broken.npy: vector 2 has a value that is not a finite number"),
        (&papers, "neither a NumPy array (.npy) nor a Parquet file"),
        (&home.path().join("missing.npy"), "missing.npy"),
    ] {
        let output = run(home.path(), "run", &["--vectors", path(vectors)]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason), "{said}");
        assert!(!home.path().join("run").exists());
    }
    assert!(run(home.path(), "run", &[]).status.success());
    let whole = home.path().join("vectors.npy");
    let output = thema(&["assign", path(&home.path().join("run")), path(&papers), "--vectors", path(&whole)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("these themes were learned from words; leave the vectors out"));
}
