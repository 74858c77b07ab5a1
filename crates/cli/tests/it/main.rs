//! Black-box tests of the `thema` binary.

#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod background;
mod bad_input;
mod births;
mod corpus;
mod described;
mod digest;
mod edits;
mod explained;
mod far_field;
mod gold;
mod hostile_text;
#[cfg(unix)]
mod ingest_faults;
mod interruption;
mod invented;
mod languages;
mod levels;
mod memory;
mod model_names;
mod month;
mod near_duplicates;
mod outputs;
mod preview;
mod sample;
mod seeds;
mod standing;
mod supply_chain;
mod taxonomies;
mod terminal;
mod upgrades;
mod vectors;
mod workspace;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Output;

/// Runs `thema` with `arguments` and returns its output.
fn thema(arguments: &[&str]) -> Output {
    assert_cmd::Command::cargo_bin("thema")
        .expect("the binary is built")
        .args(arguments)
        .output()
        .expect("it runs")
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file of a run by path, except the one that may differ.
fn files(run: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![run.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("timings.json") {
                found.insert(path.strip_prefix(run).unwrap().to_path_buf(), std::fs::read(path).unwrap());
            }
        }
    }
    found
}

/// The rows of a table of a run, by column name.
fn table(run: &Path, name: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(run.join(name)).unwrap().into_deserialize().map(Result::unwrap).collect()
}

/// Every paper of a run with its theme in the taxonomy; `other` for papers in none.
fn taxonomy_themes(run: &Path) -> BTreeMap<String, String> {
    let of_taxonomy = |row: &BTreeMap<String, String>| row["kind"] == "taxonomy";
    let wanted: BTreeSet<String> =
        table(run, "themes.csv").into_iter().filter(of_taxonomy).map(|row| row["theme"].clone()).collect();
    let theme = |row: BTreeMap<String, String>| {
        let theme = if wanted.contains(&row["theme"]) { row["theme"].clone() } else { "other".to_owned() };
        (row["id"].clone(), theme)
    };
    table(run, "papers.csv").into_iter().map(theme).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A path in the folder of shared inputs; if the folder is missing, prints that the
/// test is skipped and returns `None`.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn shared(path: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is missing", path.display());
    None
}

/// Whether `strace`, which makes single system calls fail, is available; tests
/// that need it are skipped otherwise.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn has_strace() -> bool {
    let works = std::process::Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .status()
        .is_ok_and(|status| status.success());
    if !works {
        eprintln!("skipped: strace is missing or may not trace");
    }
    works
}
