//! A run with little memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{files, root, text, thema};

fn run(home: &Path, memory: &str, threads: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let out = home.join(format!("{memory}-{threads}"));
    let data = root().join("data/sample");
    let [papers, forty] = ["papers", "forty"].map(|folder| data.join(folder).display().to_string());
    let out_text = out.display().to_string();
    let arguments =
        ["run", &papers, &forty, "--out", &out_text, "--memory", memory, "--threads", threads, "--quiet"];
    let output = thema(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    files(&out)
}

#[test]
fn memory_changes_no_byte() {
    let home = tempfile::tempdir().unwrap();
    let whole = run(home.path(), "2GB", "2");
    for (memory, threads) in [("10KB", "2"), ("200KB", "1"), ("1MB", "3")] {
        let spilled = run(home.path(), memory, threads);
        assert!(whole.keys().eq(spilled.keys()), "{memory}");
        for (name, bytes) in &whole {
            assert!(spilled[name] == *bytes, "{} in {memory}", name.display());
        }
    }
    let left: Vec<PathBuf> = fs::read_dir(home.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("partial"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_memory_that_is_no_size_is_refused() {
    let output = thema(&["run", "papers", "--memory", "plenty"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("written as 2GB or 800MB"), "{}", text(&output.stderr));
}
