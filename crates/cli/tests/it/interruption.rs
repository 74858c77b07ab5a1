//! What an interrupted run leaves behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::root;

/// A run that waits for standard input.
fn waiting_run(out: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("thema"))
        .args(["run", "--quiet", "--force", "-", "--out"])
        .arg(out)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the staging directory of a run.
fn staging(home: &Path) -> PathBuf {
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let hidden = fs::read_dir(home).unwrap().map(|entry| entry.unwrap().path());
        if let Some(staging) = hidden.into_iter().find(|path| path.to_string_lossy().ends_with(".partial")) {
            return staging;
        }
        assert!(Instant::now() < patience, "no run began");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_interrupted_run_leaves_nothing_and_the_one_before_it_whole() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let earlier = assert_cmd::Command::cargo_bin("thema")
        .unwrap()
        .args(["run", "--quiet", "--out", out.to_str().unwrap()])
        .arg(root().join("data/sample/papers"))
        .output()
        .unwrap();
    assert!(earlier.status.success());
    let digest = fs::read(out.join("digest.md")).unwrap();
    for signal in ["-INT", "-TERM"] {
        let mut run = waiting_run(&out);
        // Waiting for the run would close its input, which would also end it.
        let _input = run.stdin.take();
        fs::write(staging(home.path()).join("unfinished"), "text").unwrap();
        // The signal handler is set right after the folder is made.
        std::thread::sleep(Duration::from_millis(500));
        assert!(Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap().success());
        assert_eq!(run.wait().unwrap().code(), Some(130), "{signal}");
        let left: Vec<_> =
            fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["out"], "{signal}");
    }
    assert!(fs::read(out.join("digest.md")).unwrap() == digest);
}
