//! Makes single system calls fail or kill the process, with `strace -e inject`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;

use crate::commands::{Writing, writings};
use crate::patience::finish;
use crate::tally::Tally;
use crate::verdict::{State, Verdict};
use crate::world::World;

/// System calls and the faults injected into them.
const FAULTS: [(&str, &str); 24] = [
    ("renameat2", "signal=KILL"),
    ("rename", "signal=KILL"),
    ("fsync", "signal=KILL"),
    ("unlink", "signal=KILL"),
    ("unlinkat", "signal=KILL"),
    ("openat", "signal=KILL"),
    ("write", "signal=KILL"),
    ("write", "error=ENOSPC"),
    ("write", "error=EIO"),
    ("write", "error=EINTR"),
    ("fsync", "error=EIO"),
    ("renameat2", "error=EIO"),
    ("renameat2", "error=EINVAL"),
    ("rename", "error=EIO"),
    ("openat", "error=EMFILE"),
    ("openat", "error=EIO"),
    ("read", "error=EIO"),
    ("read", "error=EINTR"),
    ("flock", "error=ENOLCK"),
    ("unlink", "error=EIO"),
    ("mkdir", "error=ENOSPC"),
    ("mmap", "error=ENOMEM"),
    ("clone3", "error=EAGAIN"),
    ("getdents64", "error=EIO"),
];
/// Calls of one kind tried per round, the last ones first: those move files to their final paths.
const EACH: u64 = 3;

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let usable = Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).output();
    if !usable.is_ok_and(|output| output.status.success()) {
        tally.skip("strace is missing or may not trace");
        return;
    }
    let known: Vec<_> = writings(world)
        .into_iter()
        .map(|writing| {
            let counts = counted(world, writing.place(world).path(), &writing.arguments);
            (writing, counts)
        })
        .collect();
    let before_main = counted(world, tempfile::tempdir().unwrap().path(), &["--version".to_owned()]);
    let most = known.iter().flat_map(|(_, counts)| counts.values()).max().copied().unwrap_or(0);
    for round in 0..=most / EACH {
        for (call, fault) in FAULTS {
            for (writing, counts) in &known {
                let count = counts.get(call).copied().unwrap_or(0);
                for step in round * EACH..((round + 1) * EACH).min(count) {
                    if Instant::now() >= end {
                        return;
                    }
                    let when = count - step;
                    let may_not_begin = before_main.get(call).is_some_and(|&calls| when <= calls);
                    inject(world, tally, writing, (call, fault, when), may_not_begin);
                }
            }
        }
    }
}

/// Makes call number `when` of a command fail. A failure in a call of the loader or of Rust's runtime, before
/// `main`, may end the process in their own way.
fn inject(
    world: &World,
    tally: &mut Tally,
    writing: &Writing,
    (call, fault, when): (&str, &str, u64),
    may_not_begin: bool,
) {
    let (trace, inject) = (format!("trace={call}"), format!("inject={call}:{fault}:when={when}"));
    let place = writing.place(world);
    let log = place.path().with_extension("strace");
    let flags = ["-e", &trace, "-e", &inject];
    let output = traced(world, place.path(), &log, &flags, &writing.arguments);
    std::fs::remove_file(&log).unwrap();
    let verdict = without_locks(call, writing.judge(world, place.path(), &output)).or_else(|wrong| {
        let of_the_start = ["exit code", "crash", "panic"].contains(&wrong.what);
        if may_not_begin && of_the_start { Ok(State::Former) } else { Err(wrong) }
    });
    tally.count(
        writing.name,
        format!("strace -f -e {inject} thema {}", writing.arguments.join(" ")),
        verdict,
    );
}

/// If a lock was refused, nothing that may belong to another process may be removed.
fn without_locks(call: &str, verdict: Verdict) -> Verdict {
    verdict.or_else(
        |wrong| {
            if call == "flock" && wrong.what == "litter" { Ok(State::Former) } else { Err(wrong) }
        },
    )
}

/// The largest number of each call made by one thread; `strace` counts per thread.
fn counted(world: &World, folder: &Path, arguments: &[String]) -> BTreeMap<String, u64> {
    let log = folder.with_extension("strace");
    let calls: Vec<&str> = FAULTS.iter().map(|fault| fault.0).collect();
    traced(world, folder, &log, &["-e", &format!("trace={}", calls.join(","))], arguments);
    let mut of_threads: BTreeMap<(String, String), u64> = BTreeMap::new();
    for line in std::fs::read_to_string(&log).unwrap().lines() {
        let mut words = line.split_whitespace();
        let (Some(thread), Some(call)) = (words.next(), words.next()) else { continue };
        if let Some((call, _)) = call.split_once('(') {
            *of_threads.entry((call.to_owned(), thread.to_owned())).or_default() += 1;
        }
    }
    std::fs::remove_file(&log).unwrap();
    let mut most = BTreeMap::new();
    for ((call, _), count) in of_threads {
        let entry: &mut u64 = most.entry(call).or_default();
        *entry = count.max(*entry);
    }
    most
}

fn traced(world: &World, folder: &Path, log: &Path, flags: &[&str], arguments: &[String]) -> Output {
    let strace = [&["strace", "-f", "-qq", "-o", log.to_str().unwrap()], flags].concat();
    finish(world.wrapped(folder, &strace).args(["--threads=1"]).args(arguments))
}
