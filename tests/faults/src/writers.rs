//! Two writers at once: one waits or is refused with a message, and what both reported as done is done.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use crate::patience::{finish, wait};
use crate::tally::Tally;
use crate::tree::{is_hidden, tree};
use crate::verdict::{State, Verdict, manners, said, wrong};
use crate::world::{CORPUS, FIRST, RUN, SECOND, World};

/// Pairs of commands with the same output, and the run in which papers are counted; if it is none of theirs,
/// it is made from the corpus.
const PAIRS: [(&str, [&[&str]; 2], &str); 3] = [
    ("update", [&["update", RUN, "a.jsonl"], &["update", RUN, "b.jsonl"]], RUN),
    ("run", [&["run", FIRST, "--out", "new"], &["run", FIRST, "--out", "new"]], "new"),
    ("ingest", [&["ingest", "a.jsonl", "--out", CORPUS], &["ingest", "b.jsonl", "--out", CORPUS]], "counted"),
];
/// Longest delay between the two, in milliseconds.
const APART: u64 = 60;

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    while Instant::now() < end {
        for (name, pair, run) in PAIRS {
            let folder = tempfile::tempdir().unwrap();
            let place = folder.path();
            world.fill(place, &[FIRST, SECOND, CORPUS, RUN]);
            let second = fs::read_to_string(place.join(SECOND)).unwrap();
            let lines: Vec<&str> = second.split_inclusive('\n').collect();
            let (a, b) = lines.split_at(lines.len() / 2);
            fs::write(place.join("a.jsonl"), a.concat()).unwrap();
            fs::write(place.join("b.jsonl"), b.concat()).unwrap();
            let apart = Duration::from_millis(world.draw(APART));
            let children = pair.map(|arguments| {
                let child = world.program(place).args(arguments).spawn().unwrap();
                std::thread::sleep(apart);
                child
            });
            let outputs = children.map(wait);
            let first = fs::read_to_string(place.join(FIRST)).unwrap().lines().count();
            let added = outputs.iter().zip([a, b]).filter(|(output, _)| output.status.success());
            let added: usize = if name == "run" { 0 } else { added.map(|(_, lines)| lines.len()).sum() };
            let verdict = judge(world, place, &outputs, (run, first + added));
            let [one, other] = pair.map(|arguments| arguments.join(" "));
            tally.count(
                name,
                format!("thema {one} & sleep {:.3}; thema {other}", apart.as_secs_f32()),
                verdict,
            );
        }
    }
}

/// `New` if both succeeded, `Former` if one was refused.
fn judge(world: &World, place: &Path, outputs: &[Output; 2], (run, papers): (&str, usize)) -> Verdict {
    for output in outputs {
        manners(output)?;
        let said = said(output);
        let is_refused = said.contains("wait for it") || said.contains("--force");
        let is_expected = output.status.success() || (is_refused && output.status.code() == Some(4));
        if !is_expected {
            return wrong("neither done nor refused", said);
        }
    }
    let done = outputs.iter().filter(|output| output.status.success()).count();
    if done == 0 {
        return wrong("both refused", said(&outputs[0]));
    }
    if done == 2 && run == "new" {
        return wrong("both done", "two runs took one place");
    }
    if let Some(left) = tree(place).keys().find(|path| is_hidden(path)) {
        return wrong("litter", left.display().to_string());
    }
    if !place.join(run).exists() {
        let counted = finish(world.program(place).args(["run", CORPUS, "--out", run]));
        if !counted.status.success() {
            return wrong("unreadable", said(&counted));
        }
    }
    let manifest = fs::read(place.join(run).join("manifest.json")).unwrap_or_default();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap_or_default();
    let found = manifest["counts"]["papers"].as_u64().unwrap_or(0) as usize;
    if found != papers {
        return wrong("papers lost", format!("{found} in place of {papers}"));
    }
    Ok(if done == 2 { State::New } else { State::Former })
}
