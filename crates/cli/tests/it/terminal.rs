//! Terminal output: widths, colours, `--quiet`, `--json`, help.

use super::{root, text, thema};

fn sample() -> String {
    root().join("data/sample/papers").to_str().unwrap().to_owned()
}

fn run(flags: &[&str]) -> std::process::Output {
    let home = tempfile::tempdir().unwrap();
    let (sample, out) = (sample(), home.path().join("out"));
    let output = thema(&[&["run", &sample, "--out", out.to_str().unwrap()], flags].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

#[test]
fn a_pipe_gets_a_plain_table_and_no_bars() {
    let output = run(&[]);
    let said = text(&output.stdout);
    assert!(said.contains("Federated learning") && !said.contains('\u{1b}'), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 120 || line.starts_with("Report: ")), "{said}");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn quiet_says_nothing() {
    let output = run(&["--quiet"]);
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), String::new()));
    let home = tempfile::tempdir().unwrap();
    let corpus = home.path().join("corpus.parquet");
    let output = thema(&["ingest", &sample(), "--out", corpus.to_str().unwrap(), "-q"]);
    assert!(output.status.success() && corpus.exists());
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), String::new()));
}

#[test]
fn json_is_the_report_and_nothing_else() {
    let output = run(&["--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["corpus"]["papers"], 168);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn verbose_names_the_stages() {
    let said = text(&run(&["-v"]).stderr);
    for stage in ["read", "analyse", "cluster", "page"] {
        assert!(said.contains(&format!("stage=\"{stage}\"")), "{stage}: {said}");
    }
    assert!(!said.contains("thema::progress") && !said.contains('\u{1b}'), "{said}");
}

#[test]
fn a_slip_is_answered_with_the_nearest_word() {
    for (slip, meant) in [
        (&["reprot", "x"][..], "'report'"),
        (&["rnu", "x"], "'run'"),
        (&["run", "x", "--taxonmy", "y"], "'--taxonomy'"),
        (&["run", "--ouput", "x"], "'--out'"),
        (&["taxonomy", "hcek", "x"], "'check'"),
    ] {
        let output = thema(slip);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(&format!("exists: {meant}")), "{}", text(&output.stderr));
    }
    for strange in [&["xyzzy", "x"][..], &["run", "x", "--zzz"]] {
        assert!(!text(&thema(strange).stderr).contains("exists: "));
    }
}

#[test]
fn errors_say_what_to_do_next() {
    let missing = thema(&["run", "no-such-file.jsonl", "--out", "never-made"]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(text(&missing.stderr).contains("check the path"), "{}", text(&missing.stderr));
    let wrong = thema(&["run", &sample(), "--algorithm", "magic", "--out", "never-made"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("spherical-kmeans"), "{}", text(&wrong.stderr));
    let nowhere = thema(&["run", &sample(), "--out", "/proc/thema/out"]);
    assert_eq!(nowhere.status.code(), Some(4));
    assert!(text(&nowhere.stderr).contains("choose another place"), "{}", text(&nowhere.stderr));
    assert!(!std::path::Path::new("never-made").exists());
}

#[test]
fn completions_and_man_page_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&thema(&["completions", shell]).stdout);
        assert!(script.contains("report") && script.contains("force"), "{shell}");
    }
    let page = text(&thema(&["man"]).stdout);
    assert!(page.starts_with(".ie") || page.contains(".TH thema 1"), "{page}");
    let home = tempfile::tempdir().unwrap();
    assert!(thema(&["man", "--out", home.path().to_str().unwrap()]).status.success());
    assert!(home.path().join("thema-run.1").exists());
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("thema"))
        .arg("config")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn a_contact_in_the_environment_is_no_setting() {
    let home = tempfile::tempdir().unwrap();
    let output = assert_cmd::Command::cargo_bin("thema")
        .unwrap()
        .env("THEMA_CONTACT", "lab@example.org")
        .args(["run", &sample(), "--quiet", "--out", home.path().join("out").to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_wrong_flag_is_told_before_an_output_that_is_taken() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("taken");
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("notes.txt"), "mine").unwrap();
    let out = out.to_str().unwrap();
    for (flags, named) in [
        (&["--clusters", "0"][..], "--clusters"),
        (&["--taxonomy", "absent.toml"], "absent.toml"),
        (&["--background", "absent.thema"], "absent.thema"),
    ] {
        let output = thema(&[&["run", &sample(), "--out", out], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(named), "{}", text(&output.stderr));
    }
}

#[test]
fn help_lists_the_names_that_a_flag_takes() {
    let help = text(&thema(&["run", "--help"]).stdout);
    for name in ["spherical-kmeans", "leiden", "kaggle-jsonl", "openalex"] {
        assert!(help.contains(name), "{name}: {help}");
    }
}

#[test]
fn config_prints_the_defaults_or_what_a_file_makes_of_them() {
    assert_eq!(text(&thema(&["config"]).stdout), thema::DEFAULTS);
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "[clusters]\ncount = 7\n").unwrap();
    let of_file = |more: &[&str]| {
        let output = thema(&[&["config", "--config", file.to_str().unwrap()], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(
        of_file(&[]).contains("[clusters]\nalgorithm = \"spherical-kmeans\"\ncount = 7\n"),
        "{}",
        of_file(&[])
    );
    let settings: serde_json::Value = serde_json::from_str(&of_file(&["--json"])).unwrap();
    assert_eq!((&settings["seed"], &settings["clusters"]["count"]), (&1.into(), &7.into()));
    std::fs::write(&file, "[cluster]\n").unwrap();
    assert_eq!(thema(&["config", "--config", file.to_str().unwrap()]).status.code(), Some(2));
}

#[test]
fn more_clusters_than_papers_are_told() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let output = thema(&["run", &sample(), "--clusters", "500", "--out", out.to_str().unwrap()]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("500 clusters are more than there are papers; making 168"));
}
