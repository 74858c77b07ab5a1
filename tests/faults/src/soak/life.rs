//! The life of a corpus and a run, and what must hold at every moment.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::patience::wait;
use crate::tally::Tally;
use crate::tree::{copy, is_hidden, tree};
use crate::verdict::{State, Verdict, Wrong, manners, said, wrong};
use crate::world::{CORPUS, CORPUS_FILES, FIRST, RUN, World};

/// Pages and corpora of all cycles.
pub(crate) const HARVESTED: &str = "harvested";
/// Files kept to reproduce a failure.
const SHOWN: [&str; 4] = [RUN, CORPUS_FILES[0], CORPUS_FILES[1], CORPUS_FILES[2]];
/// One command in this many is killed.
const KILLED: u64 = 3;
/// A kill comes within the time of the command's last success, or within this if it has never succeeded.
const MOMENTS: Duration = Duration::from_millis(50);
/// Failures of one command after which it is reported as failing permanently.
const TRIES: usize = 60;

/// A folder with a corpus and a run, and what is known about them.
pub(crate) struct Life<'w> {
    world: &'w World,
    folder: TempDir,
    /// The files before the last command.
    before: TempDir,
    /// Identifiers of all themes that have ever existed.
    themes: BTreeSet<String>,
    /// The names that a person gave.
    names: BTreeMap<String, String>,
    /// How long each command took when it last succeeded.
    times: BTreeMap<String, Duration>,
    kills: u64,
}

impl<'w> Life<'w> {
    pub(crate) fn begin(world: &'w World) -> Self {
        let [folder, before] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        world.fill(folder.path(), &[FIRST, RUN]);
        world.fill(folder.path(), &CORPUS_FILES);
        let (themes, names) = (BTreeSet::new(), BTreeMap::new());
        Self { world, folder, before, themes, names, times: BTreeMap::new(), kills: 0 }
    }

    /// Number of commands killed.
    pub(crate) fn kills(&self) -> u64 {
        self.kills
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a command until it succeeds. It may be killed, and a command that `may_fail` may end with "no
    /// readable input".
    pub(crate) fn step(
        &mut self,
        tally: &mut Tally,
        arguments: &[&str],
        may_fail: bool,
    ) -> Result<(), Wrong> {
        for _ in 0..TRIES {
            self.keep();
            let kill = (self.world.draw(KILLED) == 0).then(|| self.kill(arguments[0]));
            let begun = Instant::now();
            let child = self.world.program(self.path()).args(arguments).spawn().unwrap();
            if let Some((_, signal, moment)) = kill {
                std::thread::sleep(moment);
                self.kills += 1;
                // A process that has already ended cannot be killed.
                let _ = kill_process(Pid::from_child(&child), signal);
            }
            let verdict = judge(&wait(child), kill.is_some(), may_fail);
            let how = kill.map_or(String::new(), |(name, _, moment)| {
                format!("SIG{name} {} ms after ", moment.as_millis())
            });
            tally.count(arguments[0], format!("{how}thema {}", arguments.join(" ")), verdict.clone());
            if verdict? == State::New {
                if kill.is_none() {
                    self.times.insert(arguments[0].to_owned(), begun.elapsed());
                }
                return Ok(());
            }
        }
        wrong("no end", format!("{TRIES} tries of thema {}", arguments.join(" ")))
    }

    fn kill(&self, command: &str) -> (&'static str, Signal, Duration) {
        let signals = [("KILL", Signal::KILL), ("KILL", Signal::KILL), ("TERM", Signal::TERM)];
        let (name, signal) = signals[self.world.draw(signals.len() as u64) as usize];
        let time = self.times.get(command).unwrap_or(&MOMENTS);
        (name, signal, Duration::from_micros(self.world.draw(time.as_micros() as u64)))
    }

    /// Saves the files before a command runs.
    fn keep(&self) {
        for name in SHOWN {
            let kept = self.before.path().join(name);
            let _ = fs::remove_dir_all(&kept);
            copy(name, self.path(), self.before.path());
        }
    }

    /// Keeps the files from before the last command, and returns their folder.
    pub(crate) fn leave(self) -> PathBuf {
        copy(HARVESTED, self.path(), self.before.path());
        self.before.keep()
    }

    /// A random theme of the run and a new name for it, which must persist.
    pub(crate) fn name_a_theme(&mut self, cycle: usize) -> (String, String) {
        let themes: Vec<String> = self.read_themes().into_keys().collect();
        let theme = themes[self.world.draw(themes.len() as u64) as usize].clone();
        let name = format!("Named in cycle {cycle}");
        self.names.insert(theme.clone(), name.clone());
        (theme, name)
    }

    /// Identifiers and names of the run's themes.
    fn read_themes(&self) -> BTreeMap<String, String> {
        let report = read_json(&self.path().join(RUN).join("themes.json"));
        let themes = report["themes"].as_array().cloned().unwrap_or_default();
        let text = |theme: &Value, name: &str| theme[name].as_str().unwrap_or_default().to_owned();
        themes.iter().map(|theme| (text(theme, "id"), text(theme, "name"))).collect()
    }

    /// Checks after every cycle: as many papers as delivered, all themes and given names still present, no litter.
    pub(crate) fn look(&mut self, papers: usize) -> Result<(), Wrong> {
        let themes = self.read_themes();
        if let Some(lost) = self.themes.iter().find(|id| !themes.contains_key(*id)) {
            return wrong("theme lost", lost.clone());
        }
        if let Some((theme, name)) = self.names.iter().find(|(theme, name)| themes.get(*theme) != Some(*name))
        {
            return wrong("name lost", format!("{theme} is {:?} in place of {name}", themes.get(theme)));
        }
        self.themes = themes.into_keys().collect();
        let manifest = read_json(&self.path().join(RUN).join("manifest.json"));
        let found = manifest["counts"]["papers"].as_u64().unwrap_or(0) as usize;
        if found != papers {
            return wrong("papers lost", format!("{found} in place of {papers} in the run"));
        }
        match tree(self.path()).keys().find(|path| is_hidden(path)) {
            Some(left) => wrong("litter", left.display().to_string()),
            None => Ok(()),
        }
    }

    /// Identifiers of the run's papers.
    pub(crate) fn papers(&self, run: &str) -> BTreeSet<String> {
        let table = fs::read_to_string(self.path().join(run).join("papers.csv")).unwrap();
        table.lines().skip(1).map(|line| line.split(',').next().unwrap_or_default().to_owned()).collect()
    }

    /// The bytes of the corpus.
    pub(crate) fn corpus(&self) -> Vec<u8> {
        fs::read(self.path().join(CORPUS)).unwrap()
    }
}

fn read_json(path: &Path) -> Value {
    fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// `New` if the command succeeded, `Former` if it must be run again.
fn judge(output: &Output, killed: bool, may_fail: bool) -> Verdict {
    manners(output)?;
    match output.status.code() {
        Some(0) => Ok(State::New),
        Some(3) if may_fail => Ok(State::Former),
        Some(130) | None if killed => Ok(State::Former),
        code => wrong("fails", format!("exit code {code:?}: {}", said(output))),
    }
}
