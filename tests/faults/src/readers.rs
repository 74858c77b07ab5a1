//! Readers while a run is replaced: each must see one whole run.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::patience::finish;
use crate::tally::Tally;
use crate::verdict::{State, Verdict, manners, said, wrong};
use crate::world::{FIRST, RUN, SECOND, World};

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    world.fill(place, &[FIRST, SECOND, RUN]);
    let replacement = |papers: &str| {
        let mut command = world.program(place);
        command.args(["run", papers, "--out", RUN, "--force"]);
        command
    };
    let report = ["report", RUN, "--out", "page.html"];
    let pages = [FIRST, SECOND].map(|papers| {
        assert!(finish(&mut replacement(papers)).status.success());
        world.succeed(place, &report);
        fs::read(place.join("page.html")).unwrap()
    });
    let page = || -> Verdict {
        let output = finish(world.program(place).args(report));
        manners(&output)?;
        if !output.status.success() {
            return wrong("refused", said(&output));
        }
        let page = fs::read(place.join("page.html")).unwrap();
        if page == pages[0] {
            Ok(State::Former)
        } else if page == pages[1] {
            Ok(State::New)
        } else {
            wrong("mixture", "a page of no run")
        }
    };
    let mut replacements = [FIRST, SECOND].map(replacement);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for command in &mut replacements {
                    finish(command);
                }
            }
        });
        while Instant::now() < end {
            tally.count("report", format!("thema {} while the run is replaced", report.join(" ")), page());
        }
        done.store(true, Ordering::Relaxed);
    });
}
