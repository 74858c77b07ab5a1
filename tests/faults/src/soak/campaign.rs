//! The cycles, and the checks at their end.

use std::fs;

use crate::soak::life::{HARVESTED, Life};
use crate::soak::papers::{NEW, Papers, page};
use crate::soak::peak::{Peak, wait_for_peak};
use crate::soak::service::serve;
use crate::tally::Tally;
use crate::tree::tree;
use crate::verdict::{State, Wrong, manners, said, wrong};
use crate::world::{CORPUS, FIRST, RUN, World};

/// The corpus made in a single pass from everything the cycles delivered.
const WHOLE: &str = "whole.parquet";
const FRESH: &str = "fresh";
/// The input of the final update of both runs.
const NEXT: &str = "next.xml";
/// Files that a fresh run lacks: the edits, the notes and the events of the updates.
const OF_A_LIFE: usize = 3;
/// Maximum ratio of an updated run's bytes, and of the memory of updating it, to those of a fresh run.
const MORE: f64 = 1.5;
/// Most open files of an update, however many came before it: three or four times the most seen.
const OPEN_FILES: u64 = 40;

/// Runs `cycles` cycles. A failure ends them and keeps the folder as it was before the last command.
pub(crate) fn campaign(world: &World, tally: &mut Tally, seed: u64, cycles: usize) {
    let address = serve(seed);
    let mut life = Life::begin(world);
    let papers = life.papers(RUN).len();
    for cycle in 1..=cycles {
        let lived = live(&mut life, tally, &address, cycle).and_then(|()| life.look(papers + cycle * NEW));
        if let Err(wrong) = lived {
            let folder = life.leave();
            let how =
                format!("--seed {seed}, cycle {cycle}; {} is as before the last command", folder.display());
            return tally.count("cycle", how, Err(wrong));
        }
        tally.count("cycle", format!("--seed {seed}, cycle {cycle}"), Ok(State::New));
    }
    let how = format!("--seed {seed} --cycles {cycles}");
    for (what, verdict) in [("corpus", corpus(world, &life)), ("size", size(world, &life, tally, cycles + 1))]
    {
        tally.count(what, how.clone(), verdict.map(|()| State::New));
    }
    tally.note(&format!("{cycles} cycles, {} kills, {} papers", life.kills(), papers + cycles * NEW));
}

/// One cycle.
fn live(life: &mut Life, tally: &mut Tally, address: &str, cycle: usize) -> Result<(), Wrong> {
    let out = format!("{HARVESTED}/{cycle:04}");
    let set = format!("cycle-{cycle}");
    let harvest = ["harvest", "oai-pmh", "--out", &out, "--contact", "a@example.org", "--set", &set];
    life.step(tally, &[&harvest[..], &["--interval", "0.001", "--address", address]].concat(), true)?;
    let corpus = format!("{out}/{CORPUS}");
    life.step(tally, &["ingest", &corpus, "--out", CORPUS], false)?;
    life.step(tally, &["update", RUN, &corpus], false)?;
    let (theme, name) = life.name_a_theme(cycle);
    life.step(tally, &["edit", RUN, "rename", &theme, &name], false)?;
    life.step(tally, &["report", RUN, "--out", "page.html"], false)
}

/// The corpus must equal the one made from all pages in a single pass.
fn corpus(world: &World, life: &Life) -> Result<(), Wrong> {
    let pages = format!("{HARVESTED}/*/pages/page-*.xml");
    world.succeed(life.path(), &["ingest", FIRST, &pages, "--out", WHOLE]);
    if fs::read(life.path().join(WHOLE)).unwrap() == life.corpus() {
        Ok(())
    } else {
        wrong("another corpus", format!("{CORPUS} differs from {WHOLE}, made in one go"))
    }
}

/// The run must have the papers of a fresh one and as many files; it may take about as much space and memory,
/// and its update no more open files.
fn size(world: &World, life: &Life, tally: &mut Tally, next: usize) -> Result<(), Wrong> {
    world.succeed(life.path(), &["run", CORPUS, "--out", FRESH]);
    if life.papers(RUN) != life.papers(FRESH) {
        return wrong("other papers", format!("{RUN} and {FRESH}, a run on {CORPUS}"));
    }
    fs::write(life.path().join(NEXT), page(&Papers::of_the_sample().records(next), "")).unwrap();
    let bytes = |run: &str| tree(&life.path().join(run)).values().map(Vec::len).sum::<usize>() as u64;
    let files = |run: &str| tree(&life.path().join(run)).len();
    let before = [RUN, FRESH].map(|run| (bytes(run), files(run)));
    let update = |run: &str| -> Result<Peak, Wrong> {
        let child = world.program(life.path()).args(["update", run, NEXT]).spawn().unwrap();
        let (output, peak) = wait_for_peak(child);
        manners(&output)?;
        if output.status.success() { Ok(peak) } else { wrong("fails", said(&output)) }
    };
    if before[0].1 != before[1].1 + OF_A_LIFE {
        return wrong("files", format!("{} of {RUN}, {} of {FRESH}", before[0].1, before[1].1));
    }
    let (updated, fresh) = (update(RUN)?, update(FRESH)?);
    tally.note(&format!(
        "open files of an update: {}, of a fresh run {}",
        updated.open_files, fresh.open_files
    ));
    if updated.open_files > OPEN_FILES {
        return wrong("growth", format!("open files of an update: {}", updated.open_files));
    }
    let pairs = [
        ("memory of an update, kB", updated.kilobytes, fresh.kilobytes),
        ("bytes of the run", before[0].0, before[1].0),
    ];
    for (what, updated, fresh) in pairs {
        tally.note(&format!("{what}: {updated}, of a fresh run {fresh}"));
        if updated as f64 > fresh as f64 * MORE {
            return wrong("growth", format!("{what}: {updated}, of a fresh run {fresh}"));
        }
    }
    Ok(())
}
