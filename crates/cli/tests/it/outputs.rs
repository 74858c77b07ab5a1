//! What commands replace, refuse to replace, and leave alone.

use std::fs;
use std::path::Path;
use std::process::Output;

use thema_durable::OutputLock;

use super::standing::{Standing, files, path, standing};
use super::{table, text, thema};

/// Checks that the command was refused because its output cannot be written,
/// with a message that contains `words`.
fn refused(output: &Output, words: &[&str]) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} is not in: {said}");
    }
}

/// Runs a command that must succeed and returns its standard output.
pub(super) fn done(arguments: &[&str]) -> String {
    let output = thema(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_page_takes_the_place_of_a_page_alone() {
    let standing = standing();
    let run = path(&standing.run);
    let thesis = standing.home.path().join("thesis.html");
    fs::write(&thesis, "<!DOCTYPE html><p>years of work").unwrap();
    refused(&thema(&["report", run, "--out", path(&thesis)]), &["thesis.html", "not a thema page"]);
    assert_eq!(fs::read_to_string(&thesis).unwrap(), "<!DOCTYPE html><p>years of work");
    let page = standing.home.path().join("page.html");
    for _ in 0..2 {
        done(&["report", run, "--out", path(&page)]);
    }
    assert_eq!(fs::read(&page).unwrap(), fs::read(standing.run.join("index.html")).unwrap());
}

#[test]
fn a_background_takes_the_place_of_a_background_alone() {
    let standing = standing();
    let letter = standing.home.path().join("letter.txt");
    fs::write(&letter, "years of work").unwrap();
    refused(&thema(&["fit", "--background", path(&standing.rest), "--out", path(&letter)]), &["letter.txt"]);
    assert_eq!(fs::read_to_string(&letter).unwrap(), "years of work");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_replaced() {
    let standing = standing();
    let pipe = standing.home.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (out, word) in [(pipe.as_path(), "named pipe"), (Path::new("/dev/null"), "device")] {
        refused(&thema(&["report", path(&standing.run), "--out", path(out)]), &[word]);
        refused(&thema(&["fit", "--background", path(&standing.rest), "--out", path(out)]), &[word]);
    }
}

#[test]
fn force_replaces_a_run_and_nothing_else() {
    let standing = standing();
    let app = standing.home.path().join("app");
    fs::create_dir_all(app.join("src")).unwrap();
    fs::write(app.join("src/main.js"), "years of work").unwrap();
    for manifest in ["", r#"{"name":"app","icons":[]}"#] {
        fs::write(app.join("manifest.json"), manifest).unwrap();
        refused(
            &thema(&["run", path(&standing.rest), "--out", path(&app), "--force"]),
            &["not belong to a run"],
        );
    }
    assert_eq!(fs::read_to_string(app.join("src/main.js")).unwrap(), "years of work");
}

#[test]
fn what_a_person_put_into_a_run_stays() {
    let standing = standing();
    let run = &standing.run;
    fs::create_dir_all(run.join(".git/refs")).unwrap();
    for (name, content) in [(".git/HEAD", "ref"), ("notes.md", "idea"), ("exports/figure.svg", "<svg/>")] {
        fs::write(run.join(name), content).unwrap();
    }
    let before = fs::read_to_string(run.join("reconcile.csv")).unwrap();
    done(&["update", path(run), path(&standing.rest)]);
    assert!(fs::read_to_string(run.join("reconcile.csv")).unwrap().starts_with(&before));
    done(&["run", path(&standing.rest), "--out", path(run), "--force"]);
    for (name, content) in [(".git/HEAD", "ref"), ("notes.md", "idea"), ("exports/figure.svg", "<svg/>")] {
        assert_eq!(fs::read_to_string(run.join(name)).unwrap(), content);
    }
    assert!(run.join(".git/refs").is_dir());
}

#[test]
fn a_second_writer_is_refused_in_words_and_readers_are_not() {
    let standing = standing();
    let (run, rest) = (path(&standing.run), path(&standing.rest));
    let held = OutputLock::take(&standing.run).unwrap();
    let before = files(&standing.run);
    for arguments in [&["update", run, rest][..], &["run", rest, "--out", run, "--force"], &["report", run]] {
        refused(&thema(arguments), &["is being written by process", "wait for it"]);
    }
    done(&["assign", run, rest, "--quiet"]);
    done(&["diff", run, run]);
    assert!(before == files(&standing.run));
    drop(held);
    done(&["update", run, rest]);
}

#[test]
fn damage_to_a_run_is_named() {
    let standing = standing();
    let run = path(&standing.run);
    for name in ["papers.parquet", "themes.json", "manifest.json", "model/texts.jsonl.zst", "reconcile.csv"] {
        let file = standing.run.join(name);
        let whole = fs::read(&file).unwrap();
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 4;
        fs::write(&file, damaged).unwrap();
        let update = thema(&["update", run, path(&standing.rest)]);
        let said = text(&update.stderr);
        assert!(!update.status.success() && said.contains(name), "{said}");
        if ["papers.parquet", "themes.json", "manifest.json"].contains(&name) {
            let report = thema(&["report", run]);
            assert_eq!(report.status.code(), Some(3));
            assert!(text(&report.stderr).contains(name), "{}", text(&report.stderr));
        }
        fs::write(&file, whole).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn outputs_that_take_nothing_are_no_panic() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("thema"));
    let status = command.args(["run", "no-such-file"]).stdout(full()).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(3));
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("thema"));
    let status = command.arg("config").stdout(full()).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(4));
}

#[test]
fn what_a_run_that_was_killed_while_it_wrote_its_manifest_left_is_removed() {
    let Standing { home, run, rest } = standing();
    let killed = home.path().join(".run.a1B2c3.partial");
    fs::create_dir(&killed).unwrap();
    for (name, content) in files(&run) {
        fs::create_dir_all(killed.join(&name).parent().unwrap()).unwrap();
        fs::write(killed.join(name), content).unwrap();
    }
    fs::write(killed.join("manifest.json"), "").unwrap();
    done(&["run", path(&rest), "--out", path(&run), "--force"]);
    assert!(!killed.exists());
    assert!(files(&run).keys().all(|name| !name.to_string_lossy().contains("kept")), "it is no person's");
}

#[test]
fn a_corpus_that_lost_its_content_is_not_begun_anew() {
    let Standing { home, rest, .. } = standing();
    let corpus = home.path().join("corpus.parquet");
    fs::write(&corpus, "").unwrap();
    done(&["ingest", path(&rest), "--out", path(&corpus)]);
    fs::write(&corpus, "").unwrap();
    let again = thema(&["ingest", path(&rest), "--out", path(&corpus)]);
    assert_eq!(again.status.code(), Some(3));
    assert!(
        text(&again.stderr).contains("corpus.reconcile.csv belongs to a corpus"),
        "{}",
        text(&again.stderr)
    );
    assert_eq!(fs::read(&corpus).unwrap(), b"");
}

#[test]
fn man_pages_take_the_place_of_man_pages_alone() {
    let home = tempfile::tempdir().unwrap();
    done(&["man", "--out", path(home.path())]);
    let pages = files(home.path());
    assert!(pages.len() > 10, "{:?}", pages.keys());
    fs::write(home.path().join("thema-run.1"), "years of work").unwrap();
    refused(&thema(&["man", "--out", path(home.path())]), &["thema-run.1", "not a man page"]);
    assert_eq!(fs::read_to_string(home.path().join("thema-run.1")).unwrap(), "years of work");
}

#[test]
fn an_input_that_is_cut_is_no_success_for_any_command() {
    let Standing { home, run, rest } = standing();
    let mut packed = zstd::encode_all(fs::File::open(&rest).unwrap(), 1).unwrap();
    packed.truncate(packed.len() - 10);
    let cut = home.path().join("cut.jsonl.zst");
    fs::write(&cut, packed).unwrap();
    let (cut, new) = (path(&cut), home.path().join("new"));
    let background = home.path().join("background.thema");
    let first = home.path().join("first.jsonl");
    for arguments in [
        &["run", path(&first), cut, "--out", path(&new)][..],
        &["assign", path(&run), path(&first), cut],
        &["fit", "--background", path(&first), cut, "--out", path(&background)],
        &["update", path(&run), path(&first), cut],
    ] {
        let output = thema(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("cut.jsonl.zst"), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_no_panic() {
    if !super::has_strace() {
        return;
    }
    let Standing { home, rest, .. } = standing();
    let background = home.path().join("background.thema");
    for call in 1..6 {
        let output = std::process::Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=clone3", "-e"])
            .arg(format!("inject=clone3:error=EAGAIN:when={call}+"))
            .arg(assert_cmd::cargo::cargo_bin("thema"))
            .args(["fit", "--background", path(&rest), "--out", path(&background)])
            .output()
            .unwrap();
        let said = text(&output.stderr);
        assert!(
            !said.contains("panicked") && matches!(output.status.code(), Some(0 | 2 | 3)),
            "{call}: {said}"
        );
    }
}

#[test]
fn a_corpus_in_a_folder_that_is_missing_names_the_folder() {
    let home = tempfile::tempdir().unwrap();
    let (input, folder) = (home.path().join("papers.csv"), home.path().join("missing"));
    fs::write(&input, "title,abstract\nOn Queues,They wait.\n").unwrap();
    let corpus = folder.join("corpus.parquet");
    let output = thema(&["ingest", path(&input), "--out", path(&corpus)]);
    refused(&output, &["corpus.parquet", "create the folder", path(&folder)]);
    assert!(!text(&output.stderr).contains("writable"));
}

#[test]
fn a_category_of_several_words_is_one_cell() {
    let home = tempfile::tempdir().unwrap();
    let (input, run) = (home.path().join("papers.csv"), home.path().join("run"));
    let row = |at: usize| {
        format!("On Queue {at},Queues of kind {at} wait.,\"Machine Learning; Networks, Clouds\"\n")
    };
    fs::write(&input, "title,abstract,subjects\n".to_owned() + &(0..40).map(row).collect::<String>())
        .unwrap();
    done(&["run", path(&input), "--out", path(&run), "--no-taxonomy"]);
    for paper in table(&run, "papers.csv") {
        assert_eq!(paper["primary_category"], "Machine Learning");
    }
    assert!(fs::read_to_string(run.join("themes.json")).unwrap().contains("\"Machine Learning\""));
}

#[test]
fn a_file_that_a_pattern_matches_is_not_standard_input() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("-"), "{\"title\":\"On Queues\",\"abstract\":\"They wait.\"}\n").unwrap();
    let mut command = assert_cmd::Command::cargo_bin("thema").unwrap();
    command.current_dir(home.path()).args(["ingest", "[-]", "--out", "corpus.parquet"]);
    let output = command.write_stdin("").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("1 paper "), "{}", text(&output.stdout));
}
