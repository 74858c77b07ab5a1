//! Edits of a run, made by the command or by hand, in every command that respects them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::invented::invented_papers;
use super::standing::{copy, files, kaggle};
use super::{root, text, thema};
use serde_json::Value;

/// A run with discovered themes on most of the sample corpus, and the remaining papers.
pub(super) struct Edited {
    pub(super) home: tempfile::TempDir,
    pub(super) run: PathBuf,
    rest: PathBuf,
}

pub(super) fn edited() -> Edited {
    let home = tempfile::tempdir().unwrap();
    let papers = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let lines: Vec<String> = papers.lines().map(kaggle).collect();
    let (first, rest) = (home.path().join("first.jsonl"), home.path().join("rest.jsonl"));
    fs::write(&first, lines[..140].concat()).unwrap();
    fs::write(&rest, lines[140..].concat()).unwrap();
    let run = home.path().join("run");
    done(&["run", path(&first), "--out", path(&run), "--quiet", "--no-taxonomy", "--clusters", "6"]);
    Edited { home, run, rest }
}

pub(super) fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs a command that must succeed; returns what it printed to standard output and standard error.
fn done(arguments: &[&str]) -> (String, String) {
    let output = thema(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

pub(super) fn report(run: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(run.join("themes.json")).unwrap()).unwrap()
}

fn theme<'a>(report: &'a serde_json::Value, id: &str) -> Option<&'a serde_json::Value> {
    report["themes"].as_array().unwrap().iter().find(|theme| theme["id"] == id)
}

/// Theme key of every paper, by id.
fn places(table: &[u8]) -> BTreeMap<String, String> {
    let rows = csv::Reader::from_reader(table).into_deserialize::<BTreeMap<String, String>>();
    rows.map(Result::unwrap).map(|row| (row["id"].clone(), row["theme"].clone())).collect()
}

fn places_in(run: &Path) -> BTreeMap<String, String> {
    places(&fs::read(run.join("papers.csv")).unwrap())
}

fn paper_of(run: &Path, key: &str) -> String {
    places_in(run).into_iter().find(|(_, theme)| theme == key).unwrap().0
}

fn key(report: &serde_json::Value, id: &str) -> String {
    theme(report, id).unwrap()["key"].as_str().unwrap().to_owned()
}

fn total(report: &serde_json::Value) -> u64 {
    report["themes"].as_array().unwrap().iter().map(|theme| theme["size"].as_u64().unwrap()).sum()
}

#[test]
fn every_kind_of_edit_shows_in_all_files_and_taken_back_leaves_no_trace() {
    let Edited { home: _home, run, .. } = edited();
    let (learned, before) = (files(&run), report(&run));
    let edit = |arguments: &[&str]| done(&[&["edit", path(&run)], arguments].concat());

    edit(&["rename", "t-1", "Renamed by hand"]);
    let now = report(&run);
    assert_eq!(theme(&now, "t-1").unwrap()["name"], "Renamed by hand");
    assert_eq!(theme(&now, "t-1").unwrap()["key"], theme(&before, "t-1").unwrap()["key"], "keys stay");
    for name in ["themes.csv", "digest.md", "index.html", "exports/topic_info.csv"] {
        assert!(fs::read_to_string(run.join(name)).unwrap().contains("Renamed by hand"), "{name}");
    }

    edit(&["describe", "Renamed by hand", "What a person says."]);
    assert_eq!(theme(&report(&run), "t-1").unwrap()["description"], "What a person says.");

    let sizes = ["t-2", "t-3"].map(|id| theme(&before, id).unwrap()["size"].as_u64().unwrap());
    edit(&["merge", "t-3", "--into", "t-2"]);
    let now = report(&run);
    assert!(theme(&now, "t-3").is_none());
    assert_eq!(theme(&now, "t-2").unwrap()["size"], sizes[0] + sizes[1]);
    assert_eq!(total(&now), total(&before));

    let moved = paper_of(&run, &key(&before, "t-4"));
    edit(&["move", &format!("arXiv:{moved}v1"), "--to", "t-1"]);
    assert_eq!(places_in(&run)[&moved], key(&before, "t-1"));

    let split: Vec<String> = places_in(&run)
        .into_iter()
        .filter(|(_, theme)| *theme == key(&before, "t-5"))
        .map(|(paper, _)| paper)
        .take(3)
        .collect();
    let ids: Vec<&str> = split.iter().map(String::as_str).collect();
    edit(&[&["split", "t-5", "--name", "Three papers", "--papers"], &ids[..]].concat());
    let now = report(&run);
    let made =
        now["themes"].as_array().unwrap().iter().find(|theme| theme["name"] == "Three papers").unwrap();
    assert_eq!(made["size"], 3);
    assert!(!made["terms"].as_array().unwrap().is_empty());
    assert_eq!(places_in(&run)[ids[0]], made["key"].as_str().unwrap());

    let (out, others) = (ids[0], places_in(&run).len());
    edit(&["exclude", out]);
    let now = report(&run);
    assert_eq!(total(&now), total(&before) - 1);
    assert_eq!(places_in(&run).len(), others, "a paper left out keeps its row");
    let papers = fs::read_to_string(run.join("papers.csv")).unwrap();
    let aside: Vec<&str> = papers.lines().filter(|row| row.ends_with(",false")).collect();
    assert!(aside.len() == 1 && aside[0].contains(out), "{aside:?}");
    assert_eq!((&before["corpus"]["excluded"], &now["corpus"]["excluded"]), (&Value::Null, &Value::from(1)));
    let digest = fs::read_to_string(run.join("digest.md")).unwrap();
    assert!(digest.contains("was excluded by hand"), "{digest}");

    let edited = files(&run);
    for (name, bytes) in learned.iter().filter(|(name, _)| name.starts_with("model")) {
        assert!(edited[name] == *bytes, "{} changed", name.display());
    }
    fs::remove_file(run.join("edits.toml")).unwrap();
    done(&["report", path(&run)]);
    let back = files(&run);
    assert!(learned.keys().eq(back.keys()));
    for (name, bytes) in &learned {
        assert!(back[name] == *bytes, "{} differs once the edits are gone", name.display());
    }
}

#[test]
fn edits_written_by_hand_hold_in_report_diff_assign_and_update() {
    let Edited { home, run, rest } = edited();
    let plain = home.path().join("plain");
    copy(&run, &plain);
    let before = report(&run);
    let moved = paper_of(&run, &key(&before, "t-4"));
    let left_out = paper_of(&run, &key(&before, "t-5"));
    fs::write(
        run.join("edits.toml"),
        format!(
            "# mine\n[[edit]]\nrename = \"t-1\"\nname = \"By hand\"\n\n[[edit]]\nmerge = [\"t-3\"]\ninto = \"t-2\"\n\n\
             [[edit]]\nmove = [\"{moved}\"]\nto = \"t-6\"\n\n[[edit]]\nexclude = [\"{left_out}\"]\n\n\
             [[edit]]\ndescribe = \"t-1\"\ntext = \"Described\"\n\n\
             [[edit]]\nsplit = \"t-6\"\nname = \"About models\"\nphrase = \"model\"\n\n\
             [[edit]]\nrename = \"t-3\"\nname = \"Gone\"\n"
        ),
    )
    .unwrap();
    let misfit = "edits.toml, line 26: the theme `t-3` was already merged into `t-2`";

    // Before any report shows the edits.
    let (printed, said) = done(&["diff", path(&plain), path(&run), "--json"]);
    assert!(said.contains(misfit), "{said}");
    let diff: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let moves = diff["moved"].as_array().unwrap();
    assert!(moves.iter().any(|paper| paper["paper"] == moved.as_str()), "{moves:?}");
    let (printed, said) = done(&["assign", path(&run), path(&home.path().join("first.jsonl"))]);
    assert!(said.contains(misfit), "{said}");
    let assigned = places(printed.as_bytes());
    let merged = key(&before, "t-3");
    assert!(assigned.values().all(|theme| *theme != merged), "a paper is in a theme that was merged");
    assert!(
        assigned.values().any(|theme| theme.starts_with("t-e")),
        "no paper went to the split by a phrase"
    );
    assert!(assigned.contains_key(&left_out));

    let (_, said) = done(&["report", path(&run)]);
    assert!(said.contains(misfit), "{said}");
    let check = |papers: usize| {
        let now = report(&run);
        assert_eq!(theme(&now, "t-1").unwrap()["name"], "By hand");
        assert_eq!(theme(&now, "t-1").unwrap()["description"], "Described");
        assert!(theme(&now, "t-3").is_none());
        assert!(now["themes"].as_array().unwrap().iter().any(|theme| theme["name"] == "About models"));
        let places = places_in(&run);
        assert_eq!(places.len(), papers);
        assert_ne!(places[&moved], key(&before, "t-4"));
        let near = now["corpus"]["near_duplicates"].as_u64().unwrap();
        assert_eq!(total(&now) + near + 1, papers as u64, "one paper is left out");
    };
    check(140);
    let shown = files(&run);
    done(&["report", path(&run)]);
    assert!(shown == files(&run), "a second report changes something");

    let more = fs::read_to_string(&rest).unwrap().lines().count();
    let (_, said) = done(&["update", path(&run), path(&rest)]);
    assert!(said.contains(misfit), "{said}");
    check(140 + more);
    assert!(fs::read_to_string(run.join("edits.toml")).unwrap().starts_with("# mine\n"));
    done(&["update", path(&plain), path(&rest), "--quiet"]);
    for name in ["model/placer.thema", "model/papers.parquet", "model/state.json"] {
        assert!(
            fs::read(run.join(name)).unwrap() == fs::read(plain.join(name)).unwrap(),
            "{name} was edited"
        );
    }
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(run.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["edits"]["misfits"], serde_json::json!([misfit]));
}

#[test]
fn what_is_no_edit_is_told_with_its_place_and_nothing_is_written() {
    let Edited { home: _home, run, .. } = edited();
    let edits = run.join("edits.toml");
    for (source, problem) in [
        ("[[edit]]\nrename = \"t-1\"\n", "line 1, column 1: `rename` lacks `name`"),
        ("\n[[edit]]\nrenam = \"t-1\"\n", "line 3, column 1: unknown field `renam`"),
        ("[[edit]]\nrename = \"t-1\"\nname = \"a\\nb\"\n", "more than one line"),
        ("[[edit]]\nrename = 5\n", "line 2, column 10"),
        ("[[edit]]\nrename = \"a\"\nmerge = []\n", "an edit must have exactly one of"),
        ("[[edit]\n", "line 1"),
    ] {
        fs::write(&edits, source).unwrap();
        let before = files(&run);
        for arguments in [vec!["report", path(&run)], vec!["edit", path(&run), "rename", "t-1", "x"]] {
            let output = thema(&arguments);
            assert_eq!(output.status.code(), Some(2), "{source}: {}", text(&output.stderr));
            let said = text(&output.stderr);
            assert!(said.contains("edits.toml") && said.contains(problem), "{said}");
        }
        assert!(before == files(&run), "{source}");
    }
    fs::remove_file(&edits).unwrap();
    let before = files(&run);
    for (arguments, problem) in [
        (vec!["rename", "t-99", "x"], "there is no theme `t-99`"),
        (vec!["exclude", "1234.56789"], "the run has no paper `1234.56789`"),
        (vec!["merge", "t-1", "--into", "t-1"], "there is no other theme to merge"),
        (vec!["split", "t-1", "--name", "x", "--phrase", "no such words"], "none of its papers match"),
    ] {
        let output = thema(&[vec!["edit", path(&run)], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(problem), "{}", text(&output.stderr));
        assert!(before == files(&run), "{problem}");
    }
}

#[test]
fn a_run_made_anew_keeps_the_edits() {
    let Edited { home, run, .. } = edited();
    done(&["edit", path(&run), "rename", "t-1", "By hand"]);
    let edits = fs::read(run.join("edits.toml")).unwrap();
    let first = home.path().join("first.jsonl");
    let (_, said) =
        done(&["run", path(&first), "--out", path(&run), "--force", "--no-taxonomy", "--clusters", "6"]);
    assert!(said.contains("edits.toml: edits of the earlier themes"), "{said}");
    assert!(fs::read(run.join("edits.toml")).unwrap() == edits);
    done(&["report", path(&run)]);
    assert_eq!(theme(&report(&run), "t-1").unwrap()["name"], "By hand");
}

#[test]
fn an_edit_taken_back_leaves_no_trace_where_vectors_were_smoothed() {
    let home = tempfile::tempdir().unwrap();
    let (papers, run) = (home.path().join("papers.jsonl"), home.path().join("run"));
    fs::write(&papers, invented_papers(0..400, &[0, 1, 2, 3])).unwrap();
    done(&["run", path(&papers), "--out", path(&run), "--quiet", "--no-taxonomy", "--clusters", "4"]);
    let learned = files(&run);
    done(&["edit", path(&run), "rename", "t-1", "By hand"]);
    fs::remove_file(run.join("edits.toml")).unwrap();
    done(&["report", path(&run)]);
    assert!(learned == files(&run), "the edit left a trace");
}

#[test]
fn a_new_name_changes_no_figure_of_a_run_whose_themes_were_learned_from_a_sample() {
    let home = tempfile::tempdir().unwrap();
    let (papers, run) = (root().join("data/sample/papers"), home.path().join("run"));
    let settings = ["--no-taxonomy", "--clusters", "4", "--sample", "100", "--quiet"];
    done(&[&["run", path(&papers), "--out", path(&run)], &settings[..]].concat());
    let mut before = report(&run);
    done(&["edit", path(&run), "rename", "t-1", "Another name"]);
    let mut after = report(&run);
    for report in [&mut before, &mut after] {
        for theme in report["themes"].as_array_mut().unwrap() {
            theme["name"].take();
        }
    }
    assert_eq!(before["themes"], after["themes"]);
}

#[test]
fn an_edit_says_what_it_did() {
    let Edited { home: _home, run, .. } = edited();
    let before = report(&run);
    let said = |id: &str| format!("{} ({id})", theme(&before, id).unwrap()["name"].as_str().unwrap());
    let size = |id: &str| theme(&report(&run), id).unwrap()["size"].as_u64().unwrap();
    let edit = |arguments: &[&str]| {
        let printed = done(&[&["edit", path(&run)], arguments].concat()).0;
        printed.lines().next().unwrap().to_owned()
    };
    assert_eq!(
        edit(&["rename", &key(&before, "t-1"), "By hand"]),
        format!("{} is now By hand.", said("t-1"))
    );
    let merged = edit(&["merge", "t-2", "t-3", "t-1", "--into", "By hand"]);
    let expected = format!("{} and {} are now part of By hand (t-1), which has", said("t-2"), said("t-3"));
    assert_eq!(merged, format!("{expected} {} papers.", size("t-1")));
    let moved = paper_of(&run, &key(&before, "t-4"));
    let answer = edit(&["move", &moved, &format!("arXiv:{moved}v1"), "--to", "t-5"]);
    assert_eq!(answer, format!("1 paper is now in {}, which has {} papers.", said("t-5"), size("t-5")));
    let answer = edit(&["split", "t-4", "--name", "Models", "--phrase", "model"]);
    assert!(answer.contains(&format!(" papers of {} now form Models (t-e", said("t-4"))), "{answer}");
    let answer = edit(&["exclude", &moved]);
    assert_eq!(answer, "1 paper is now excluded from the report, which counts 139 papers in 5 themes.");
    assert_eq!(edit(&["describe", "t-1", "Clouds."]), "By hand (t-1) is now described as: Clouds.");
}

#[test]
fn groups_of_clusters_follow_the_names_of_their_themes() {
    let Edited { home: _home, run, .. } = edited();
    let before = report(&run);
    let name_of = |cluster: &Value| {
        let clusters = before["clusters"].as_array().unwrap();
        clusters.iter().find(|other| other["cluster"] == *cluster).unwrap()["name"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let group = |report: &Value, at: usize| report["hierarchy"][at]["name"].as_str().unwrap().to_owned();
    let (mut several, mut single) = (None, None);
    for (at, group) in before["hierarchy"].as_array().unwrap().iter().enumerate() {
        let clusters = group["clusters"].as_array().unwrap();
        let named =
            |name: &String| group["name"].as_str().unwrap().starts_with(name.split(" and ").next().unwrap());
        let found = clusters.iter().map(name_of).find(named).map(|name| (at, name));
        if clusters.len() == 1 { single = found } else { several = several.or(found) }
    }
    let ((several, first), (single, only)) = (several.unwrap(), single.unwrap());
    done(&["edit", path(&run), "rename", &first, "By hand and by heart"]);
    let now = report(&run);
    let learned = group(&before, several);
    let parts: Vec<&str> = learned.split(", ").flat_map(|part| part.split(" and ")).collect();
    let renamed = group(&now, several);
    let said: Vec<&str> = renamed.split(" · ").collect();
    assert_eq!((said[0], said.len()), ("By hand and by heart", parts.len()));
    let is_kept = |(said, part): (&&str, &&str)| said.eq_ignore_ascii_case(part);
    assert!(said.iter().zip(&parts).skip(1).all(is_kept), "{learned}: {renamed}");
    done(&["edit", path(&run), "merge", &only, "--into", "By hand and by heart"]);
    assert_eq!(group(&report(&run), single), "By hand and by heart");
    fs::remove_file(run.join("edits.toml")).unwrap();
    done(&["report", path(&run)]);
    assert_eq!(report(&run)["hierarchy"], before["hierarchy"]);
}

#[test]
fn an_explanation_says_what_edits_made_of_the_paper() {
    let Edited { home: _home, run, .. } = edited();
    let told = report(&run);
    let key = |at: usize| told["themes"][at]["key"].as_str().unwrap().to_owned();
    let moved = paper_of(&run, &key(0));
    let merged = paper_of(&run, &key(1));
    done(&["edit", path(&run), "rename", &key(2), "A name by hand"]);
    done(&["edit", path(&run), "move", &moved, "--to", &key(2)]);
    done(&["edit", path(&run), "merge", &key(1), "--into", &key(2)]);
    let explained = |id: &str| -> serde_json::Value {
        serde_json::from_str(&done(&["explain", path(&run), id, "--json"]).0).unwrap()
    };
    let place = &explained(&moved)["in_report"];
    assert_eq!((&place["name"], &place["because"]), (&"A name by hand".into(), &"edit".into()));
    assert_eq!(place["id"], told["themes"][2]["id"]);
    let screen = done(&["explain", path(&run), &moved]).0;
    assert!(screen.contains("Theme   A name by hand\n        Edits moved it there.\n"), "{screen}");

    let of_merged = explained(&merged);
    assert!(of_merged["in_report"]["because"].is_null(), "it went with its theme: {of_merged}");
    assert_eq!(of_merged["theme"]["name"], "A name by hand");
    assert_eq!(of_merged["theme"]["id"], told["themes"][2]["id"]);
    let near = of_merged["neighbours"].as_array().unwrap();
    assert!(near.iter().any(|paper| paper["theme"] == "A name by hand"), "{of_merged}");

    done(&["edit", path(&run), "exclude", &merged]);
    let screen = done(&["explain", path(&run), &merged]).0;
    assert!(screen.contains("Edits exclude it from the report."), "{screen}");
    assert_eq!(explained(&moved)["is_left_out"], false);
}

#[test]
fn a_paper_between_merged_themes_is_compared_with_the_next() {
    let Edited { home: _home, run, .. } = edited();
    let explained = |id: &str| -> serde_json::Value {
        serde_json::from_str(&done(&["explain", path(&run), id, "--json"]).0).unwrap()
    };
    let told = report(&run);
    let paper = paper_of(&run, told["themes"][0]["key"].as_str().unwrap());
    let before = explained(&paper);
    let [first, second] = ["theme", "second"].map(|side| before[side]["id"].as_str().unwrap().to_owned());
    let key = |id: &str| theme(&told, id).unwrap()["key"].as_str().unwrap().to_owned();
    done(&["edit", path(&run), "merge", &key(&second), "--into", &key(&first)]);
    let after = explained(&paper);
    assert_eq!(after["theme"]["id"], before["theme"]["id"]);
    assert_ne!(after["second"]["id"], after["theme"]["id"], "{after}");
    assert_ne!(after["second"]["name"], after["theme"]["name"], "{after}");
    let score = |side: &str| after[side]["score"].as_f64().unwrap();
    assert!(
        score("theme") >= score("second") && score("second") <= before["second"]["score"].as_f64().unwrap()
    );
}
