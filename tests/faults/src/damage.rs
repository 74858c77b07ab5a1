//! Stored files that are truncated or have a flipped bit: the command names them or does not read them, but
//! never uses the damage.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Instant;

use crate::patience::finish;
use crate::tally::Tally;
use crate::tree::{Tree, differing, tree};
use crate::verdict::{State, Verdict, manners, said, wrong};
use crate::world::{BACKGROUND, CORPUS, CORPUS_FILES, FIRST, RUN, SECOND, World};

/// A command that reads stored files.
struct Reading {
    name: &'static str,
    arguments: Vec<&'static str>,
    /// The stored files it reads, which are damaged.
    stored: &'static str,
    /// Its output and files if nothing is damaged.
    said: Vec<u8>,
    left: Tree,
}

const READERS: [(&str, &[&str], &str); 9] = [
    ("update", &["update", RUN, SECOND, "--json"], RUN),
    ("report", &["report", RUN, "--out", "page.html", "--quiet"], RUN),
    ("diff", &["diff", RUN, RUN, "--json"], RUN),
    ("assign", &["assign", RUN, SECOND], RUN),
    ("eval", &["eval", RUN], RUN),
    ("explain", &["explain", RUN, "PAPER", "--json"], RUN),
    ("run", &["run", CORPUS, "--out", "new", "--quiet"], CORPUS),
    ("ingest", &["ingest", SECOND, "--out", CORPUS, "--json"], CORPUS),
    ("background", &["run", FIRST, "--background", BACKGROUND, "--out", "new", "--quiet"], BACKGROUND),
];

/// Files of a new run that contain the hashes of its inputs.
const NAMING_INPUTS: [&str; 2] = ["new/manifest.json", "new/index.html"];

/// Number of truncations of every file, and then of bit flips, one per try.
const CUTS: u64 = 20;
const FLIPS: u64 = 200;

pub(crate) fn campaign(world: &World, tally: &mut Tally, end: Instant) {
    let readings: Vec<Reading> = READERS.iter().map(|reader| Reading::new(world, reader)).collect();
    for round in 0..CUTS + FLIPS {
        for reading in &readings {
            for file in reading.stored_files(world) {
                if Instant::now() >= end {
                    return;
                }
                reading.try_with(world, tally, &file, spread(round));
            }
        }
    }
}

/// Mixes truncations with flips, so that a shortened campaign has both.
fn spread(round: u64) -> u64 {
    round * 21 % (CUTS + FLIPS)
}

impl Reading {
    fn new(
        world: &World,
        &(name, arguments, stored): &(&'static str, &[&'static str], &'static str),
    ) -> Self {
        let first = fs::read_to_string(Self::folder(world).path().join(FIRST)).unwrap();
        let paper: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
        let id: &'static str = paper["id"].as_str().unwrap().to_owned().leak();
        let arguments: Vec<_> =
            arguments.iter().map(|&argument| if argument == "PAPER" { id } else { argument }).collect();
        let folder = Self::folder(world);
        let said = world.succeed(folder.path(), &arguments);
        Self { name, arguments, stored, said, left: Self::left_in(folder.path()) }
    }

    fn folder(world: &World) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        world.fill(folder.path(), &[FIRST, SECOND, RUN, BACKGROUND]);
        world.fill(folder.path(), &CORPUS_FILES);
        folder
    }

    /// The files the command left, except those that identify its inputs by hash: a corpus is judged by its content.
    fn left_in(folder: &Path) -> Tree {
        let mut left = tree(folder);
        left.retain(|path, _| !NAMING_INPUTS.iter().any(|name| path == Path::new(name)));
        left
    }

    /// The stored files, as paths in the folder.
    fn stored_files(&self, world: &World) -> Vec<PathBuf> {
        let files = tree(Self::folder(world).path()).into_keys();
        files.filter(|path| path.starts_with(self.stored) && !path.starts_with("run/notes")).collect()
    }

    fn try_with(&self, world: &World, tally: &mut Tally, file: &Path, round: u64) {
        let folder = Self::folder(world);
        let path = folder.path().join(file);
        let mut bytes = fs::read(&path).unwrap();
        if bytes.is_empty() {
            return;
        }
        let damage = if round < CUTS {
            bytes.truncate(bytes.len() * round as usize / CUTS as usize);
            format!("cut to {} bytes", bytes.len())
        } else {
            let bit = world.draw(bytes.len() as u64 * 8) as usize;
            bytes[bit / 8] ^= 1 << (bit % 8);
            format!("with bit {bit} flipped")
        };
        fs::write(&path, bytes).unwrap();
        let output = finish(world.program(folder.path()).args(&self.arguments));
        let how = format!("{} {damage}, thema {}", file.display(), self.arguments.join(" "));
        tally.count(self.name, how, self.judge(&output, Self::left_in(folder.path()), file));
    }

    /// The command must refuse and name the file, or do what it does if nothing is damaged.
    fn judge(&self, output: &Output, mut left: Tree, damaged: &Path) -> Verdict {
        manners(output)?;
        if !output.status.success() {
            let reason = said(output);
            let is_named = reason.contains(&*damaged.file_name().unwrap().to_string_lossy());
            return if is_named { Ok(State::Former) } else { wrong("not named", reason) };
        }
        let mut expected = self.left.clone();
        // Damage to what is neither read nor written may remain.
        if output.stdout == self.said && left.get(damaged) != expected.get(damaged) {
            left.remove(damaged);
            expected.remove(damaged);
        }
        if output.stdout != self.said {
            return wrong("believed", "it says something else");
        }
        if left == expected { Ok(State::New) } else { wrong("believed", differing(&expected, &left)) }
    }
}
