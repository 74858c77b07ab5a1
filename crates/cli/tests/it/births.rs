//! Updates that find new themes, and updates that must not find any.

use std::fs;
use std::path::Path;

use super::invented::invented_papers;
use super::standing::kaggle;
use super::{root, text, thema};

/// A run, with files of papers beside it.
pub(super) struct Run(tempfile::TempDir);

impl Run {
    pub(super) fn of(papers: &str, flags: &[&str]) -> Self {
        Self::with(papers, &[&["--no-taxonomy"], flags].concat())
    }

    fn with_taxonomy(papers: &str, taxonomy: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taxonomy.toml");
        fs::write(&file, taxonomy).unwrap();
        Self::with(papers, &["--taxonomy", file.to_str().unwrap()])
    }

    fn with(papers: &str, flags: &[&str]) -> Self {
        let run = Self(tempfile::tempdir().unwrap());
        let file = run.file("papers", papers);
        let directory = run.directory();
        // Invented words may be mistaken for another language.
        let settings = run.0.path().join("settings.toml");
        fs::write(&settings, "[themes]\nkeep_other_languages = true\n").unwrap();
        let settings = settings.to_str().unwrap();
        let arguments = ["run", &file, "--config", settings, "--out", &directory, "--quiet"];
        let output = thema(&[&arguments, flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        run
    }

    pub(super) fn file(&self, name: &str, papers: &str) -> String {
        let file = self.0.path().join(format!("{name}.jsonl"));
        fs::write(&file, papers).unwrap();
        file.to_str().unwrap().to_owned()
    }

    pub(super) fn directory(&self) -> String {
        self.0.path().join("run").to_str().unwrap().to_owned()
    }

    /// The output of `thema update --json`.
    pub(super) fn update(&self, papers: &str) -> serde_json::Value {
        let output = thema(&["update", &self.directory(), &self.file("update", papers), "--json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Theme of every paper whose identifier is wanted.
    fn themes_of(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let table = fs::read(Path::new(&self.directory()).join("papers.csv")).unwrap();
        let mut rows = csv::Reader::from_reader(&table[..]);
        rows.records()
            .map(Result::unwrap)
            .filter(|row| wanted(&row[0]))
            .map(|row| row[2].to_owned())
            .collect()
    }

    /// Number of these papers that a theme holds.
    pub(super) fn held(&self, papers: &[String], theme: &str) -> usize {
        let ids: Vec<String> = papers.iter().map(|line| id(line)).collect();
        let themes = self.themes_of(|id| ids.iter().any(|own| own == id));
        themes.iter().filter(|own| *own == theme).count()
    }
}

pub(super) fn born(update: &serde_json::Value) -> Vec<&serde_json::Value> {
    update["events"].as_array().unwrap().iter().filter(|event| event["event"] == "born").collect()
}

/// The sample's papers in three groups: those of the run, others in the same fields, and those on federated
/// learning, a field the run never saw.
pub(super) fn sample() -> [Vec<String>; 3] {
    let papers = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let of_field = |line: &&str| {
        let paper: serde_json::Value = serde_json::from_str(line).unwrap();
        paper["label"] == "federated"
    };
    let (field, known): (Vec<&str>, Vec<&str>) = papers.lines().partition(of_field);
    let (more, first): (Vec<_>, Vec<_>) = known.iter().enumerate().partition(|(at, _)| at % 5 == 0);
    let lines = |lines: Vec<(usize, &&str)>| lines.iter().map(|(_, line)| kaggle(line)).collect();
    [lines(first), lines(more), field.iter().map(|line| kaggle(line)).collect()]
}

#[test]
fn a_field_that_the_run_never_saw_becomes_a_theme_that_keeps_its_papers() {
    let [first, more, field] = sample();
    let run = Run::of(&first.concat(), &[]);
    let update = run.update(&[field.concat(), more.concat()].concat());
    let events = born(&update);
    assert_eq!(events.len(), 1, "{update}");
    assert_eq!((events[0]["moved"].as_u64(), update["churn"].as_f64()), (Some(0), Some(0.0)));
    let newborn = events[0]["theme"].as_str().unwrap();
    let held = |papers: &[String]| run.held(papers, newborn);
    assert!(held(&field) * 10 >= field.len() * 8, "{} of {}", held(&field), field.len());
    assert!(held(&first) + held(&more) <= 2, "{} and {}", held(&first), held(&more));
    let read = |file: &str| fs::read_to_string(Path::new(&run.directory()).join(file)).unwrap();
    let report: serde_json::Value = serde_json::from_str(&read("themes.json")).unwrap();
    let found: Vec<&str> = report["themes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|theme| theme["found_later"] == true)
        .map(|theme| theme["id"].as_str().unwrap())
        .collect();
    assert_eq!(found, [newborn]);
    assert_eq!(report["corpus"]["added"], field.len() + more.len());
    let table = read("papers.csv");
    let sure = csv::Reader::from_reader(table.as_bytes())
        .records()
        .map(Result::unwrap)
        .filter(|row| &row[2] == newborn && row[4].parse::<f64>().unwrap() > 0.0)
        .count();
    assert!(sure * 10 >= held(&field) * 9, "{sure} of the founders have a margin");

    let assigned = thema(&["assign", &run.directory(), &run.file("alone", &field.concat())]);
    let assigned = csv::Reader::from_reader(&assigned.stdout[..]).into_records().map(Result::unwrap);
    let back = assigned.filter(|row| &row[2] == newborn).count();
    assert!(back * 10 >= held(&field) * 9, "{back} of {} get the theme again", held(&field));
}

#[test]
fn a_theme_of_the_taxonomy_keeps_the_papers_that_hold_its_entries() {
    let [first, more, field] = sample();
    let taxonomy = "name = 't'\n[[theme]]\nkey = 'federated'\nname = 'Federated learning'\n\
                    terms = ['federated', 'clients']\n\
                    [[theme]]\nkey = 'serving'\nname = 'Serving'\nphrases = ['model serving', 'inference serving']\n";
    let run = Run::with_taxonomy(&first.concat(), taxonomy);
    let update = run.update(&[field.concat(), more.concat()].concat());
    let holding: Vec<String> =
        field.iter().filter(|line| line.to_lowercase().contains("federated ")).cloned().collect();
    let held = run.held(&holding, "federated");
    assert!(held >= 12, "enough to found a theme");
    assert_eq!(held, holding.len());
    assert!(born(&update).iter().all(|event| event["papers"].as_u64() < Some(held as u64)), "{update}");
}

#[test]
fn a_paper_that_fits_no_theme_is_next_to_a_heading_only_by_its_entries() {
    let papers = sample().concat();
    let taxonomy = "name = 't'\n[[theme]]\nkey = 'federated'\nname = 'Federated learning'\n\
                    terms = ['federated', 'clients']\n";
    let run = Run::with_taxonomy(&papers.concat(), taxonomy);
    let assigned = thema(&["assign", &run.directory(), &run.file("again", &papers.concat())]);
    let table = fs::read(Path::new(&run.directory()).join("papers.csv")).unwrap();
    for table in [&table, &assigned.stdout] {
        let mut rows = csv::Reader::from_reader(&table[..]);
        let left: Vec<csv::StringRecord> =
            rows.records().map(Result::unwrap).filter(|row| &row[2] == "other").collect();
        assert!(!left.is_empty());
        for row in left {
            let line = papers.iter().find(|line| id(line) == row[0]).unwrap().to_lowercase();
            let shows = ["federated", "client"].iter().any(|entry| line.contains(entry));
            assert!(shows || &row[5] != "federated", "{row:?}");
        }
    }
}

#[test]
fn near_duplicates_in_an_update_count_once() {
    let [first, more, _] = sample();
    let run = Run::of(&first.concat(), &[]);
    let mut copy: serde_json::Value = serde_json::from_str(&more[0]).unwrap();
    copy["id"] = "2612.00001".into();
    copy["abstract"] = format!("{} Copied.", copy["abstract"].as_str().unwrap()).into();
    run.update(&format!("{}{copy}\n", more.concat()));
    let read = |file: &str| fs::read_to_string(Path::new(&run.directory()).join(file)).unwrap();
    let report: serde_json::Value = serde_json::from_str(&read("themes.json")).unwrap();
    assert_eq!(report["corpus"]["near_duplicates"], 1);
    let sizes = report["themes"].as_array().unwrap().iter().map(|theme| theme["size"].as_u64().unwrap());
    assert_eq!(sizes.sum::<u64>() as usize, first.len() + more.len());
    let copied = read("papers.csv").lines().find(|line| line.starts_with("2612.00001")).unwrap().to_owned();
    assert!(copied.ends_with(",false"), "{copied}");
}

#[test]
fn a_near_duplicate_of_a_paper_of_the_run_does_not_count() {
    let [first, more, _] = sample();
    let mut paper: serde_json::Value = serde_json::from_str(&first[0]).unwrap();
    paper["authors"] = "Ada Ash, Ben Birch".into();
    let run = Run::of(&format!("{paper}\n{}", first[1..].concat()), &[]);
    let mut other = paper.clone();
    other["authors"] = "Cem Cedar".into();
    let update = run.update(&format!(
        "{}{}{}",
        copy_of(&paper, "2612.00001", 0),
        copy_of(&other, "2612.00002", 0),
        more.concat()
    ));
    assert_eq!(update["near_duplicates"], 1, "{update}");
    let read = |file: &str| fs::read_to_string(Path::new(&run.directory()).join(file)).unwrap();
    let counted =
        |id: &str| read("papers.csv").lines().find(|line| line.starts_with(id)).unwrap().ends_with(",true");
    let original = paper["id"].as_str().unwrap();
    assert_eq!([original, "2612.00001", "2612.00002"].map(counted), [true, false, true]);
    assert_eq!(run.themes_of(|id| id == "2612.00001"), run.themes_of(|id| id == original));
    let logged = |copy: &str| {
        let line = format!("near-duplicate,key,{original},{copy},");
        assert_eq!(read("reconcile.csv").matches(&line).count(), 1, "{line} in {}", read("reconcile.csv"));
    };
    logged("2612.00001");

    // Copies come with the paper itself: each is logged once as a copy of it, whichever of them ingest counts.
    let mut earlier = copy_of(&paper, "1112.0003", 1);
    earlier = earlier.replace("2026-", "2011-");
    let update = run.update(&format!("{paper}\n{earlier}{}", copy_of(&paper, "2612.00004", 2)));
    assert_eq!(
        (update["added"].as_u64(), update["near_duplicates"].as_u64()),
        (Some(2), Some(2)),
        "{update}"
    );
    for copy in ["2612.00001", "1112.0003", "2612.00004"] {
        logged(copy);
        let explained = thema(&["explain", &run.directory(), copy, "--json"]);
        let explained: serde_json::Value = serde_json::from_slice(&explained.stdout).unwrap();
        assert_eq!(explained["in_report"]["counted_by"], original, "{copy}");
    }
}

#[test]
fn copies_of_one_paper_found_no_theme() {
    let [first, more, field] = sample();
    let run = Run::of(&first.concat(), &[]);
    let paper: serde_json::Value = serde_json::from_str(&field[0]).unwrap();
    let copies = (0..18).map(|copy| copy_of(&paper, &format!("2612.{copy:05}"), copy));
    let update = run.update(&copies.chain(more).collect::<String>());
    assert!(born(&update).is_empty(), "{update}");
    let mut themes = run.themes_of(|id| id.starts_with("2612."));
    themes.dedup();
    assert_eq!(themes.len(), 1, "{themes:?}");
    assert!(update["waiting"].as_u64() < Some(18), "one of the copies can wait: {update}");

    // A further copy goes with the one that the run has.
    let both = copy_of(&paper, "1212.00001", 18) + &copy_of(&paper, "2612.00000", 0);
    let update = run.update(&both);
    assert_eq!((update["added"].as_u64(), update["known"].as_u64()), (Some(1), Some(1)));
    assert_eq!(run.themes_of(|id| id == "1212.00001"), themes);
    let table = fs::read_to_string(Path::new(&run.directory()).join("papers.csv")).unwrap();
    let counted = |id: &str| table.lines().find(|line| line.starts_with(id)).unwrap().ends_with(",true");
    assert!(!counted("1212.00001"), "the one that the run has goes on counting");
}

#[test]
fn a_paper_of_the_run_is_known_by_its_other_identifiers() {
    let [first, more, _] = sample();
    let mut paper: serde_json::Value = serde_json::from_str(&first[0]).unwrap();
    paper["doi"] = "10.1000/Queues".into();
    let run = Run::of(&format!("{paper}\n{}", first[1..].concat()), &[]);
    let record = serde_json::json!({
        "title": "Told anew by its publisher",
        "abstract": paper["abstract"],
        "doi": "10.1000/queues",
    });
    let other = run.file("publisher", &format!("{record}\n"));
    let later = run.file("later", &more.concat());
    let output = thema(&["update", &run.directory(), &other, &later, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let update: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((update["added"].as_u64(), update["known"].as_u64()), (Some(more.len() as u64), Some(1)));
}

#[test]
fn a_paper_of_the_run_is_known_by_its_title_and_abstract() {
    let [first, more, _] = sample();
    let run = Run::of(&first.concat(), &[]);
    let paper: serde_json::Value = serde_json::from_str(&first[0]).unwrap();
    let title = format!("{}!", paper["title"].as_str().unwrap().to_uppercase());
    let record = serde_json::json!({ "title": title, "abstract": paper["abstract"], "id": "elsewhere:7" });
    let other = run.file("other", &format!("{record}\n"));
    let later = run.file("later", &more.concat());
    let output = thema(&["update", &run.directory(), &other, &later, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let update: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((update["added"].as_u64(), update["known"].as_u64()), (Some(more.len() as u64), Some(1)));
}

#[test]
fn a_part_of_a_newborn_theme_is_found_later_too() {
    let [first, more, field] = sample();
    let run = Run::of(&first.concat(), &[]);
    let update = run.update(&[field.concat(), more.concat()].concat());
    let newborn = born(&update)[0]["theme"].as_str().unwrap();
    let directory = run.directory();
    let papers: Vec<String> = field[..8].iter().map(|line| id(line)).collect();
    let mut split = vec!["edit", &directory, "split", newborn, "--name", "A part of it", "--papers"];
    split.extend(papers.iter().map(String::as_str));
    let output = thema(&split);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = fs::read(Path::new(&directory).join("themes.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let part =
        report["themes"].as_array().unwrap().iter().find(|theme| theme["name"] == "A part of it").unwrap();
    assert_eq!((&part["found_later"], &part["trend"]), (&true.into(), &serde_json::Value::Null), "{part}");
}

#[test]
fn a_theme_of_old_papers_is_born_and_does_not_fade_at_once() {
    let [first, more, field] = sample();
    let run = Run::of(&first.concat(), &[]);
    let old = field.concat().replace("2026-05-01", "2012-05-01");
    let kinds = |update: &serde_json::Value| -> Vec<String> {
        let events = update["events"].as_array().unwrap();
        events.iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&run.update(&old)), ["born"]);
    let later = run.update(&more[..8].concat());
    assert!(!kinds(&later).contains(&"faded".into()), "nor later: {later}");
}

#[test]
fn papers_of_several_updates_make_a_theme_together_and_the_move_is_told() {
    let [first, more, field] = sample();
    let run = Run::of(&first.concat(), &[]);
    let early = run.update(&[field[..8].concat(), more[..8].concat()].concat());
    assert!(born(&early).is_empty(), "eight papers are too few: {early}");
    let late = run.update(&[field[8..].concat(), more[8..24].concat()].concat());
    let events = born(&late);
    assert_eq!(events.len(), 1, "{late}");
    let moved = events[0]["moved"].as_u64().unwrap();
    let waited = run.held(&field[..8], events[0]["theme"].as_str().unwrap()) as u64;
    assert!(waited >= 7, "{waited} of the eight of the first update: {late}");
    assert!((waited..=waited + 2).contains(&moved), "and hardly another: {late}");
    assert_eq!(late["moved"].as_u64(), Some(moved));
    let before = (first.len() + 16) as f64;
    assert!((late["churn"].as_f64().unwrap() - moved as f64 / before).abs() < 1e-9, "{late}");
}

/// The line of a near-duplicate of a paper.
pub(super) fn copy_of(paper: &serde_json::Value, id: &str, number: usize) -> String {
    let mut copy = paper.clone();
    copy["id"] = id.into();
    copy["abstract"] = format!("{} Copy {number}.", paper["abstract"].as_str().unwrap()).into();
    format!("{copy}\n")
}

fn id(line: &str) -> String {
    let record: serde_json::Value = serde_json::from_str(line).unwrap();
    record["id"].as_str().unwrap().to_owned()
}

#[test]
fn more_papers_of_what_is_known_make_no_theme() {
    let run = Run::of(&invented_papers(0..300, &[0, 1, 2]), &["--clusters", "3"]);
    for papers in [invented_papers(300..600, &[0, 1, 2]), invented_papers(600..900, &[1])] {
        assert!(born(&run.update(&papers)).is_empty());
    }
}

/// Texts that are not papers, as lines of the Kaggle snapshot.
fn junk() -> String {
    let texts = fs::read_to_string(root().join("tests/not_papers.jsonl")).unwrap();
    let line = |(number, text): (usize, &str)| {
        let text: serde_json::Value = serde_json::from_str(text).unwrap();
        let record = serde_json::json!({
            "id": format!("2701.{number:05}"),
            "title": text["title"],
            "abstract": text["abstract"],
            "categories": "cs.DC",
            "update_date": "2027-01-01",
        });
        format!("{record}\n")
    };
    texts.lines().enumerate().map(line).collect()
}

#[test]
fn junk_founds_no_theme() {
    let sample = fs::read_to_string(root().join("data/sample/master.jsonl")).unwrap();
    let papers: String = sample.lines().map(kaggle).collect();
    let run = Run::of(&papers, &[]);
    let update = run.update(&junk());
    assert_eq!(update["events"].as_array().unwrap().len(), 0, "{update}");
}

#[test]
fn one_theme_takes_updates() {
    let run = Run::of(&invented_papers(0..120, &[0]), &["--clusters", "1"]);
    let update = run.update(&invented_papers(120..180, &[0]));
    assert!(born(&update).is_empty(), "{update}");
    // A run with one theme cannot tell where words it has never seen belong.
    let update = run.update(&invented_papers(180..240, &[7]));
    assert_eq!((update["papers"].as_u64(), update["added"].as_u64()), (Some(240), Some(60)), "{update}");
}
