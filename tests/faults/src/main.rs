//! The fault campaign: every command that writes is killed, starved, refused system calls and given damaged
//! files, and what it leaves is checked. Equal inputs give equal bytes, so an output must be the old one or
//! the new one; anything else is a mixture.
//!
//! `faults [--program FILE] [--seconds N] [--cycles N] [--seed N] [--home DIR] [--counts FILE] [KIND...]`.
//! The kinds are those of [`KINDS`], all unless some are named, and `soak`, which has cycles instead of
//! seconds. It prints a table of counts and, for each failure, the shortest reproduction, which starts from a
//! copy of what `--home` keeps; then it exits with 1. `--counts` writes the table as JSON.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program of tests, which says what it found")]

mod calls;
mod chance;
mod commands;
mod damage;
mod disk;
mod flushes;
mod kills;
mod memory;
mod patience;
mod readers;
mod server;
mod soak;
mod tally;
mod texts;
mod tree;
mod verdict;
mod world;
mod writers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tally::Tally;
use world::World;

/// Tries one kind of fault until the time is up or everything is tried.
type Campaign = fn(&World, &mut Tally, Instant);

/// The kinds, and their shares of the time.
const KINDS: [(&str, f64, Campaign); 9] = [
    ("kills", 0.15, kills::campaign),
    ("calls", 0.25, calls::campaign),
    ("disk", 0.1, disk::campaign),
    ("memory", 0.05, memory::campaign),
    ("damage", 0.2, damage::campaign),
    ("writers", 0.05, writers::campaign),
    ("readers", 0.05, readers::campaign),
    ("texts", 0.1, texts::campaign),
    ("flushes", 0.05, flushes::campaign),
];

/// The kind that combines all faults over a long life.
const SOAK: &str = "soak";

/// An in-memory file system, if there is one: tries on it need not wait for a disk.
const IN_MEMORY: &str = "/dev/shm";

/// The command line.
struct Arguments {
    program: PathBuf,
    seconds: f64,
    cycles: u64,
    seed: u64,
    home: Option<PathBuf>,
    counts: Option<PathBuf>,
    kinds: Vec<String>,
}

impl Arguments {
    fn parse(mut typed: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self {
            program: "target/release/thema".into(),
            seconds: 300.0,
            cycles: 500,
            seed: 1,
            home: None,
            counts: None,
            kinds: Vec::new(),
        };
        while let Some(argument) = typed.next() {
            let mut value = || typed.next().ok_or(format!("{argument} takes a value"));
            let number = |value: String| value.parse::<u64>().map_err(|error| format!("{value}: {error}"));
            match argument.as_str() {
                "--program" => arguments.program = value()?.into(),
                "--seconds" => arguments.seconds = number(value()?)? as f64,
                "--cycles" => arguments.cycles = number(value()?)?,
                "--seed" => arguments.seed = number(value()?)?,
                "--home" => arguments.home = Some(value()?.into()),
                "--counts" => arguments.counts = Some(value()?.into()),
                kind if kind == SOAK || KINDS.iter().any(|known| known.0 == kind) => {
                    arguments.kinds.push(argument);
                }
                other => return Err(format!("{other} is no kind of fault and no flag")),
            }
        }
        Ok(arguments)
    }

    /// Whether to try faults of a kind.
    fn wants(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|wanted| wanted == kind)
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(reason) => {
            println!("{reason}");
            return ExitCode::from(2);
        }
    };
    if std::env::var_os("TMPDIR").is_none() && tempfile::tempdir_in(IN_MEMORY).is_ok() {
        tempfile::env::override_temp_dir(Path::new(IN_MEMORY)).unwrap();
    }
    let world = World::new(&arguments.program, arguments.home.as_deref(), arguments.seed);
    let mut tally = Tally::default();
    let chosen: Vec<_> = KINDS.iter().filter(|kind| arguments.wants(kind.0)).collect();
    let shares: f64 = chosen.iter().map(|kind| kind.1).sum();
    for (kind, share, campaign) in chosen {
        tally.begin(kind);
        let time = Duration::from_secs_f64(arguments.seconds * share / shares);
        campaign(&world, &mut tally, Instant::now() + time);
    }
    if arguments.kinds.iter().any(|kind| kind == SOAK) {
        tally.begin(SOAK);
        soak::campaign(&world, &mut tally, arguments.seed, arguments.cycles as usize);
    }
    if let Some(counts) = &arguments.counts {
        std::fs::write(counts, format!("{:#}\n", tally.counts())).unwrap();
    }
    tally.print()
}
