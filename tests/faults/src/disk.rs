//! Disks that are full: a small file system in memory for outputs and temporary files, with more and more room.

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
/// What the room grows by: a part of itself, and no less than some pages of memory.
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

/// Whether a command ends well with `room` bytes left.
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

/// A mounted file system, until it is dropped.
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
