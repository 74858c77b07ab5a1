//! Full disks: a small in-memory file system for outputs and temporary files, with more and more free space.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::commands::{Writing, writings};
use crate::patience::finish;
use crate::tally::Tally;
use crate::world::World;

/// Size of the file system, in bytes.
const SIZE: u64 = 24 << 20;
/// The free space grows by this fraction of itself (`1 / GROWTH`), and by at least `PAGES` bytes.
const GROWTH: u64 = 12;
const PAGES: u64 = 16 << 10;

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let mount = tempfile::tempdir().unwrap();
    let Some(_mounted) = Mounted::new(mount.path()) else {
        tally.skip("no file system can be mounted");
        return;
    };
    let mut left = writings(world);
    let mut room = 0;
    while !left.is_empty() && Instant::now() < end {
        left.retain(|writing| !fits(world, tally, writing, mount.path(), room));
        room += (room / GROWTH).max(PAGES);
    }
}

/// Whether a command succeeds with `room` bytes free.
fn fits(world: &World, tally: &mut Tally, writing: &Writing, mount: &Path, room: u64) -> bool {
    let place = tempfile::tempdir_in(mount).unwrap();
    writing.fill(world, place.path());
    let filler = mount.join("filler");
    let free = rustix::fs::statvfs(mount).unwrap();
    fs::write(&filler, vec![0; (free.f_bavail * free.f_frsize).saturating_sub(room) as usize]).unwrap();
    let output = finish(world.program(place.path()).args(&writing.arguments));
    fs::remove_file(&filler).unwrap();
    let how = format!("thema {} with {} kB left", writing.arguments.join(" "), room >> 10);
    tally.count(writing.name, how, writing.judge(world, place.path(), &output));
    output.status.success()
}

/// A file system that is mounted until dropped.
struct Mounted<'a>(&'a Path);

impl<'a> Mounted<'a> {
    fn new(path: &'a Path) -> Option<Self> {
        let size = format!("size={SIZE}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(path).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Self(path))
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).output();
    }
}
