//! Checks with `strace` that everything is on disk before a command reports success: every written file is
//! fsynced before it is renamed, and the folder of every new name afterwards.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::commands::{Writing, writings};
use crate::patience::finish;
use crate::tally::Tally;
use crate::tree::is_hidden;
use crate::verdict::{State, Verdict, said, wrong};
use crate::world::World;

/// Calls that write to a file, name it or fsync it.
const CALLS: &str = "trace=openat,write,pwrite64,writev,copy_file_range,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,\
                     fsync,fdatasync";

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let usable = Command::new("strace").args(["-qq", "-y", "-e", "trace=none", "true"]).output();
    if !usable.is_ok_and(|output| output.status.success()) {
        tally.skip("strace is missing or may not trace");
        return;
    }
    for writing in writings(world) {
        if Instant::now() >= end {
            return;
        }
        let how = format!("strace -f -y -e {CALLS} thema {}", writing.arguments.join(" "));
        tally.count(writing.name, how, flushed(world, &writing));
    }
}

fn flushed(world: &World, writing: &Writing) -> Verdict {
    let place = writing.place(world);
    let folder = place.path().canonicalize().unwrap();
    let log = folder.with_extension("strace");
    let strace = ["strace", "-f", "-y", "-qq", "-o", log.to_str().unwrap(), "-e", CALLS];
    let output = finish(world.wrapped(&folder, &strace).args(&writing.arguments));
    let lines = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    if !output.status.success() {
        return wrong("fails", said(&output));
    }
    let mut disk = Disk { folder, unflushed: BTreeSet::new(), unnamed: BTreeSet::new() };
    for line in lines.lines() {
        if let Some(path) = disk.see(line) {
            return wrong("named before it is flushed", path.display().to_string());
        }
    }
    let left = |paths: &BTreeSet<PathBuf>| {
        paths
            .iter()
            .find(|path| path.exists() && !is_hidden(path.strip_prefix(&disk.folder).unwrap()))
            .cloned()
    };
    if let Some(path) = left(&disk.unflushed) {
        return wrong("not flushed", path.display().to_string());
    }
    match left(&disk.unnamed) {
        Some(path) => wrong("folder not flushed", format!("of {}", path.display())),
        None => Ok(State::New),
    }
}

/// What a crash of the machine could still lose in a folder.
struct Disk {
    folder: PathBuf,
    /// Files whose content is not on disk.
    unflushed: BTreeSet<PathBuf>,
    /// Files and folders whose names are not on disk.
    unnamed: BTreeSet<PathBuf>,
}

impl Disk {
    /// Processes a line of `strace`; returns a file that is renamed before its content is on disk.
    fn see(&mut self, line: &str) -> Option<PathBuf> {
        let (_, call) = line.split_once(' ')?;
        let (call, rest) = call.trim_start().split_once('(')?;
        if rest.contains(" = -1 ") {
            return None;
        }
        match call {
            "write" | "pwrite64" | "writev" => self.unflushed.extend(self.opened(rest)),
            "copy_file_range" => {
                self.unflushed.extend(rest.split(", ").nth(2).and_then(|to| self.opened(to)));
            }
            "fsync" | "fdatasync" => {
                let path = self.opened(rest)?;
                self.unflushed.remove(&path);
                self.unnamed.retain(|named| named.parent() != Some(&path));
            }
            "openat" if rest.contains("O_CREAT") => self.unnamed.extend(self.quoted(rest).pop()),
            "mkdir" | "mkdirat" => self.unnamed.extend(self.quoted(rest).pop()),
            "rename" | "renameat" | "renameat2" | "link" | "linkat" => {
                let [from, to] = <[PathBuf; 2]>::try_from(self.quoted(rest)).ok()?;
                let early = self.unflushed.iter().chain(&self.unnamed).find(|path| {
                    path.starts_with(&from) && (**path != from || self.unflushed.contains(&from))
                });
                let early = early.cloned();
                self.unnamed.remove(&from);
                self.unnamed.insert(to);
                return early;
            }
            _ => {}
        }
        None
    }

    /// The file behind `5</path>`, if it is in the folder. A file without a name, `5</folder/#8>(deleted)`,
    /// disappears with the process and need not be fsynced.
    fn opened(&self, descriptor: &str) -> Option<PathBuf> {
        let (path, rest) = descriptor.split_once('<')?.1.split_once('>')?;
        let path = Path::new(path);
        let is_named = !rest.starts_with("(deleted)");
        (is_named && path.starts_with(&self.folder)).then(|| path.to_owned())
    }

    /// The quoted paths, if all are in the folder.
    fn quoted(&self, arguments: &str) -> Vec<PathBuf> {
        let paths = arguments.split('"').skip(1).step_by(2).map(|path| self.folder.join(path));
        let paths: Vec<PathBuf> = paths.collect();
        if paths.iter().all(|path| path.starts_with(&self.folder)) { paths } else { Vec::new() }
    }
}
