//! A run whose steps are done separately equals the run of one process.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use thema::divided::{
    Corpus, DividedRun, InputNotes, Places, Roles, connected, list, merged, near, papers_of_records,
    papers_of_rows,
};
use thema::{Engine, Inputs, Settings};

use crate::fixtures::sample;

/// A record as an engine moves it: its join keys, its origin, and its content.
struct Row {
    keys: Vec<u64>,
    origin: String,
    record: Vec<u8>,
}

fn read(engine: &Engine, files: &[PathBuf]) -> (Vec<Row>, Vec<InputNotes>) {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for file in files {
        let of_file = engine.read_rows(&Inputs::default(), Path::new(""), file, &mut |found| {
            let found = found.keys.into_iter().zip(found.origins).zip(found.records);
            rows.extend(found.map(|((keys, origin), record)| Row { keys, origin, record }));
        });
        notes.push(of_file.unwrap());
    }
    (rows, notes)
}

/// The rows of every component, by its lowest row.
fn components(rows: &[Row]) -> BTreeMap<i64, Vec<usize>> {
    let mut first: BTreeMap<u64, i64> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (row, Row { keys, .. }) in (0..).zip(rows) {
        pairs.extend(keys.iter().map(|&key| [row, *first.entry(key).or_insert(row)]));
    }
    let least: BTreeMap<i64, i64> = connected(&pairs).into_iter().map(|[row, least]| (row, least)).collect();
    let mut components: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for row in 0..rows.len() as i64 {
        components.entry(*least.get(&row).unwrap_or(&row)).or_default().push(row as usize);
    }
    components
}

/// Writes the run directory of `inputs`, with the components of records distributed over `tasks` tasks.
fn divided(inputs: &[PathBuf], out: &Path, tasks: usize) {
    let engine = Engine::new(Settings::default()).unwrap();
    let mut run = DividedRun::begin(engine.clone(), out, false).unwrap();
    let (files, notes) = list(inputs);
    run.take_inputs(notes);
    let (rows, notes) = read(&engine, &files);
    for notes in notes {
        run.take_inputs(notes);
    }
    let mut papers: Vec<(String, Vec<u8>)> = Vec::new();
    let components: Vec<Vec<usize>> = components(&rows).into_values().collect();
    for task in 0..tasks {
        let of_task = components.iter().skip(task).step_by(tasks).flatten().map(|&row| &rows[row]);
        let made =
            papers_of_records(of_task.map(|row| (row.origin.as_str(), row.record.as_slice()))).unwrap();
        run.take_papers(made.notes);
        papers.extend(made.keys.into_iter().zip(made.papers));
    }
    papers.sort();
    assert_eq!(run.settle().unwrap(), papers.len() as u64);
    let part = papers_of_rows(papers.iter().map(|(_, paper)| paper.as_slice())).unwrap();
    near_duplicates(&mut run, &part);
    let drawn = Roles::read(&run.roles().unwrap()).unwrap().draw(0, &part).unwrap();
    let places = Places::read(&run.learn([drawn.as_slice()]).unwrap()).unwrap();
    let (placed, tally) = places.place(0, &part).unwrap();
    assert!(run.take(1, &placed).is_err(), "a part other than the next");
    run.take(0, &placed).unwrap();
    run.finish([merged([tally.as_slice()]).unwrap().as_slice()]).unwrap();
}

fn near_duplicates(run: &mut DividedRun, part: &Corpus) {
    let Some(least) = run.least_similarity() else { return };
    let document = |row: u32| part.document(row as usize);
    let entries = near::entries(part, 0, 3);
    let pairs: BTreeSet<[u32; 2]> =
        entries.iter().flat_map(|(_, entries)| near::pairs([entries.as_slice()]).unwrap()).collect();
    let is_close = |&[one, other]: &[u32; 2]| near::are_close(document(one), document(other), least);
    let close: Vec<[u32; 2]> = pairs.into_iter().filter(is_close).collect();
    run.take_near_duplicates(&close, &part.take(&near::rows(&close))).unwrap();
}

fn files(run: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![run.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "timings.json") {
                found.insert(path.strip_prefix(run).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn what_is_done_apart_gives_the_same_bytes() {
    let home = tempfile::tempdir().unwrap();
    // Copies without identifiers, some with a changed word, and an abstract without its paper.
    let text = "A long account of how replicas wait for each other when messages between them are lost or late, with measurements \
                of three systems under load and a proof that no replica waits for ever if a majority of them stays up. What \
                comes of waiting is told by queues at every link, whose lengths we sample twice a second for a week, and by \
                the clients, who see nothing of it but that some of their requests take longer than others of the same kind.";
    let line = |title: &str, body: &str| format!("{{\"title\":\"{title}\",\"abstract\":\"{body}\"}}\n");
    let copies = [
        line("Replicas that wait", text),
        line("Replicas that wait", text),
        line("Replicas that wait, revisited", &text.replace("three", "four")),
        line("Replicas", "Too short."),
        "no JSON at all\n".to_owned(),
    ];
    fs::write(home.path().join("copies.jsonl"), copies.concat()).unwrap();
    let inputs = [sample("papers"), home.path().join("copies.jsonl"), home.path().join("missing.jsonl")];
    let one = home.path().join("one");
    Engine::new(Settings::default()).unwrap().run(&Inputs::new(inputs.clone()), &one, false).unwrap();
    let expected = files(&one);
    let log = String::from_utf8(expected[Path::new("reconcile.csv")].clone()).unwrap();
    assert!(log.contains("near-duplicate") && log.contains("copies.jsonl"), "{log}");
    for tasks in [1, 2, 7] {
        let out = home.path().join(tasks.to_string());
        divided(&inputs, &out, tasks);
        let found = files(&out);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, bytes) in &found {
            assert!(*bytes == expected[name], "{} with {tasks} tasks", name.display());
        }
    }
}

#[test]
fn steps_out_of_order_and_other_bytes_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let engine = Engine::new(Settings::default()).unwrap();
    let out = home.path().join("out");
    let mut run = DividedRun::begin(engine, &out, false).unwrap();
    assert!(run.roles().is_err() && run.learn([]).is_err() && run.take(0, b"").is_err());
    assert!(run.settle().is_err(), "there is not a single paper");
    assert!(run.finish([]).is_err());
    assert!(!out.exists());
    assert!(
        Roles::read(b"none").is_err() && Places::read(b"none").is_err() && merged([&b"none"[..]]).is_err()
    );
    assert!(papers_of_records([("ndjson a.jsonl", &b"no record"[..])]).is_err());
    assert!(near::pairs([&b"cut"[..]]).is_err());
}
