//! Too little memory: limits on the address space, from what barely starts the program to what is enough.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::commands::{Writing, writings};
use crate::patience::finish;
use crate::tally::Tally;
use crate::world::World;

/// The first limit in kilobytes, and the fraction of itself by which it grows (`1 / GROWTH`).
const FIRST: u64 = 32 << 10;
const GROWTH: u64 = 24;

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let mut left = writings(world);
    let place = tempfile::tempdir().unwrap();
    let mut limit = FIRST;
    while !finish(limited(world, place.path(), limit).arg("--version")).status.success() {
        limit += limit / GROWTH;
    }
    while !left.is_empty() && Instant::now() < end {
        left.retain(|writing| !fits(world, tally, writing, limit));
        limit += limit / GROWTH;
    }
}

/// Whether a command succeeds within `limit` kilobytes.
fn fits(world: &World, tally: &mut Tally, writing: &Writing, limit: u64) -> bool {
    let place = writing.place(world);
    let output = finish(limited(world, place.path(), limit).args(&writing.arguments));
    let how = format!("ulimit -v {limit}; thema {}", writing.arguments.join(" "));
    tally.count(writing.name, how, writing.judge(world, place.path(), &output));
    output.status.success()
}

/// The program limited to `limit` kilobytes.
fn limited(world: &World, folder: &Path, limit: u64) -> Command {
    let script = format!("ulimit -v {limit} && exec \"$0\" \"$@\"");
    world.wrapped(folder, &["sh", "-c", &script])
}
