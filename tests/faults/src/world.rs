//! The files that commands work on: two parts of the sample corpus, a run, a
//! page, a corpus and a background model.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::chance::Chance;
use crate::patience::finish;
use crate::server::serve;
use crate::tree::copy;
use crate::verdict::said;

/// The files every try starts with, a service to harvest from, and a random generator.
pub(crate) struct World {
    program: PathBuf,
    home: PathBuf,
    address: String,
    chance: Chance,
    _temporary: Option<TempDir>,
}

/// Names in the home: two thirds of the papers, and the remaining third.
pub(crate) const FIRST: &str = "first.jsonl";
pub(crate) const SECOND: &str = "second.jsonl";
/// Made from the first two thirds.
pub(crate) const RUN: &str = "run";
pub(crate) const CORPUS: &str = "corpus.parquet";
pub(crate) const BACKGROUND: &str = "background.thema";
/// The files of the corpus.
pub(crate) const CORPUS_FILES: [&str; 3] = [CORPUS, "corpus.reconcile.csv", "corpus.rejects.jsonl"];
/// The page of a run on the second part.
pub(crate) const PAGE: &str = "page.html";
/// A file that a person put into the run.
pub(crate) const NOTES: &str = "run/notes/idea.md";

/// The papers of the sample, one per line.
pub(crate) const MASTER: &str = include_str!("../../../data/sample/master.jsonl");
const OAI_PMH: &str = include_str!("../../../data/sample/forty/oai-pmh-arxivraw.xml");

impl World {
    /// Creates the files with `program` in `home`, which is kept, or in a temporary folder that is removed
    /// with the world.
    pub(crate) fn new(program: &Path, home: Option<&Path>, seed: u64) -> Self {
        let program = program.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let temporary = home.is_none().then(|| tempfile::tempdir().unwrap());
        let home = temporary.as_ref().map_or_else(|| home.unwrap(), TempDir::path).to_path_buf();
        fs::create_dir_all(&home).unwrap();
        let address = serve(OAI_PMH.to_owned());
        let world = Self { program, home, address, chance: Chance::new(seed), _temporary: temporary };
        let lines: Vec<String> = MASTER.lines().map(kaggle).collect();
        let (first, second) = lines.split_at(lines.len() * 2 / 3);
        fs::write(world.home.join(FIRST), first.concat()).unwrap();
        fs::write(world.home.join(SECOND), second.concat()).unwrap();
        for arguments in [
            &["run", FIRST, "--out", RUN][..],
            &["run", SECOND, "--out", "other"],
            &["report", "other", "--out", PAGE],
            &["ingest", FIRST, "--out", CORPUS],
            &["fit", "--background", FIRST, "--out", BACKGROUND],
        ] {
            world.succeed(&world.home, arguments);
        }
        let notes = world.home.join(NOTES);
        fs::create_dir(notes.parent().unwrap()).unwrap();
        fs::write(notes, "years of work").unwrap();
        world
    }

    /// Address of the service.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Copies files and folders of the home to `folder`.
    pub(crate) fn fill(&self, folder: &Path, names: &[&str]) {
        for name in names {
            copy(name, &self.home, folder);
        }
    }

    /// The program, to be run in `folder`.
    pub(crate) fn program(&self, folder: &Path) -> Command {
        self.wrapped(folder, &[])
    }

    /// The program, to be run in `folder`, as the last argument of `wrapper`.
    pub(crate) fn wrapped(&self, folder: &Path, wrapper: &[&str]) -> Command {
        let mut command = match wrapper {
            [] => Command::new(&self.program),
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                command.args(rest).arg(&self.program);
                command
            }
        };
        // With backtraces on, Rust's handler of failed allocations may deadlock.
        command.current_dir(folder).env("TMPDIR", folder).env_remove("RUST_BACKTRACE").process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command that must succeed and returns its standard output.
    pub(crate) fn succeed(&self, folder: &Path, arguments: &[&str]) -> Vec<u8> {
        let output = finish(self.program(folder).args(arguments));
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        output.stdout
    }

    /// A random number below `end`, determined by the seed.
    pub(crate) fn draw(&self, end: u64) -> u64 {
        self.chance.draw(end)
    }
}

/// Converts a line of the sample's master file to a line of the Kaggle snapshot.
fn kaggle(line: &str) -> String {
    let paper: serde_json::Value = serde_json::from_str(line).unwrap();
    let categories: Vec<&str> =
        paper["categories"].as_array().unwrap().iter().filter_map(serde_json::Value::as_str).collect();
    let record = serde_json::json!({
        "id": paper["id"],
        "title": paper["title"],
        "abstract": paper["abstract"],
        "categories": categories.join(" "),
        "update_date": "2026-05-01",
    });
    format!("{record}\n")
}
