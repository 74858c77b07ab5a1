//! The `model` folder of a run, which later commands build on.
//!
//! `placer.thema` alone places a paper. Updates and edits also need `papers.parquet` and `state.json`, which grow
//! with the run; `texts.jsonl.zst` is for looking up words.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use thema_ingest::Reconciliation;
use thema_report::{StagedRun, StoredFile};
use thema_themes::identity::RunState;

use crate::error::Blame;
use crate::first_format;
use crate::paper_table::{Whereabouts, with_papers, without_papers, write_papers};
use crate::reconciliation_csv::{HEADER, write_reconciliation};
use crate::texts::{PaperText, StoredText, TEXTS, read_texts, write_texts};
use crate::{Error, Fault, Placer, Result};

/// The log of what was joined and why.
pub(crate) const RECONCILIATION: &str = "reconcile.csv";
const PLACER: &str = "model/placer.thema";
pub(crate) const PAPERS: &str = "model/papers.parquet";
const STATE: &str = "model/state.json";
/// Files of the folder that belong together.
pub(crate) const FILES: [&str; 4] = [PLACER, PAPERS, STATE, TEXTS];
/// Version of `state.json`.
const VERSION: u32 = 2;

/// Content of `state.json`.
#[derive(Deserialize, Serialize)]
struct StoredState {
    version: u32,
    /// BLAKE3 of `papers.parquet`.
    papers: String,
    /// BLAKE3 of the state as JSON.
    checksum: String,
    state: Box<RawValue>,
}

/// The model of a run on disk.
#[derive(Clone, Debug)]
pub(crate) struct RunModel {
    run: PathBuf,
}

impl RunModel {
    /// The model of run directory `run`, or of the parent if `run` is itself a `model` folder.
    pub(crate) fn of(run: &Path) -> Result<Self> {
        let inside = run.file_name().is_some_and(|name| name == "model")
            && (run.join("placer.thema").is_file() || run.join("themes.bin").is_file());
        let run = if inside { run.parent().unwrap_or(run) } else { run };
        if !run.join(PLACER).is_file() && !first_format::stands_in(run) {
            let lacks = if run.exists() { "has no model" } else { "does not exist" };
            let reason = format!("{} {lacks}; `thema run` makes runs with a model", run.display());
            return Err(Error::new(Fault::Input, reason));
        }
        Ok(Self { run: run.to_path_buf() })
    }

    /// Directory of the run.
    pub(crate) fn run(&self) -> &Path {
        &self.run
    }

    pub(crate) fn placer(&self) -> Result<Placer> {
        let path = self.run.join(PLACER);
        if !path.is_file() {
            return first_format::placer(&self.run);
        }
        placer_in(&path)
    }

    /// The whole state, which updates and edits need.
    pub(crate) fn state(&self) -> Result<RunState> {
        let path = self.run.join(STATE);
        if !path.is_file() && first_format::stands_in(&self.run) {
            return first_format::state(&self.run);
        }
        let name = || path.display().to_string();
        let stored: StoredState = File::open(&path)
            .map_err(serde_json::Error::io)
            .and_then(|file| serde_json::from_reader(BufReader::new(file)))
            .blame_for(Fault::Input, name)?;
        let damaged = |what: String| Error::new(Fault::Input, what);
        if stored.version > VERSION {
            return Err(damaged(format!(
                "{}: state version {}; this program reads up to version {VERSION}",
                name(),
                stored.version
            )));
        }
        if stored.checksum != checksum(&stored.state) {
            return Err(damaged(format!("{}: its checksum does not match its content", name())));
        }
        let papers = self.run.join(PAPERS);
        let found = StoredFile::of(&papers).blame_for(Fault::Input, || papers.display().to_string())?;
        if found.blake3 != stored.papers {
            return Err(damaged(format!("{}: it is corrupted or belongs to another run", papers.display())));
        }
        let state: RunState = serde_json::from_str(stored.state.get()).blame_for(Fault::Input, name)?;
        with_papers(state, &papers).blame_for(Fault::Input, || papers.display().to_string())
    }

    /// The themes of the papers, without the rest of the state.
    pub(crate) fn whereabouts(&self) -> Result<Whereabouts> {
        let path = self.run.join(PAPERS);
        if !path.is_file() && first_format::stands_in(&self.run) {
            return first_format::whereabouts(&self.run);
        }
        Whereabouts::read(&path).blame_for(Fault::Input, || path.display().to_string())
    }

    /// The texts of the papers whose id `wanted` accepts, by id.
    pub(crate) fn texts(&self, wanted: impl Fn(&str) -> bool) -> Result<BTreeMap<String, StoredText>> {
        let mut found = BTreeMap::new();
        self.each_text(|texts| {
            let wanted = texts.into_iter().filter(|text| wanted(&text.id));
            found.extend(wanted.map(|text| (text.id.clone(), text)));
        })?;
        Ok(found)
    }

    /// Passes the text of every paper of the run to `see`, some at a time.
    pub(crate) fn each_text(&self, see: impl FnMut(Vec<StoredText>)) -> Result<()> {
        let path = self.run.join(TEXTS);
        let read = File::open(&path).and_then(|file| read_texts(file, see));
        read.blame_for(Fault::Input, || path.display().to_string())
    }

    /// Parsed lines of a file of the run; none if the file is missing.
    pub(crate) fn lines<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>> {
        let path = self.run.join(name);
        let parse = |text: String| text.lines().map(serde_json::from_str).collect();
        match std::fs::read_to_string(&path) {
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read
                .map_err(serde_json::Error::io)
                .and_then(parse)
                .blame_for(Fault::Input, || path.display().to_string()),
        }
    }
}

/// The placer of a run directory, of its `model` folder, or of a placer file.
pub(crate) fn load_placer(run: &Path) -> Result<Placer> {
    if run.is_file() { placer_in(run) } else { RunModel::of(run)?.placer() }
}

fn placer_in(path: &Path) -> Result<Placer> {
    let name = || path.display().to_string();
    let file = File::open(path).blame_for(Fault::Input, name)?;
    Placer::read(BufReader::new(file)).map_err(|error| error.within(name()))
}

/// Writes every file of the folder except the texts.
pub(crate) fn write_model(staged: &StagedRun, placer: &Placer, state: &RunState) -> Result<()> {
    let papers = staged.write(PAPERS, |out| write_papers(state, out))?;
    write_state(staged, placer, &papers, &without_papers(state))
}

/// Writes the placer and the state without the table of papers, which was written as `papers`.
pub(crate) fn write_state(
    staged: &StagedRun,
    placer: &Placer,
    papers: &StoredFile,
    state: &RunState,
) -> Result<()> {
    staged.write(PLACER, |out| placer.save(out))?;
    let state = to_raw_value(state).blame(Fault::Internal)?;
    let papers = papers.blake3.clone();
    let stored = StoredState { version: VERSION, papers, checksum: checksum(&state), state };
    staged.write(STATE, |out| serde_json::to_writer(out, &stored).map_err(io::Error::from))?;
    Ok(())
}

/// Writes the texts of the previous run followed by those of the added papers.
pub(crate) fn extend_texts(staged: &StagedRun, run: &Path, added: &[PaperText<'_>]) -> Result<()> {
    staged.write(TEXTS, |out| {
        io::copy(&mut File::open(run.join(TEXTS))?, out)?;
        write_texts(added.len(), |row| added[row], out)
    })?;
    Ok(())
}

/// Writes the reconciliation log of the previous run followed by that of the added papers.
pub(crate) fn extend_reconciliation(
    staged: &StagedRun,
    run: &Path,
    reconciliation: &Reconciliation,
) -> Result<()> {
    let path = run.join(RECONCILIATION);
    let before = match File::open(&path) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => None,
        opened => Some(opened.blame_for(Fault::Input, || path.display().to_string())?),
    };
    staged.write(RECONCILIATION, |out| {
        let Some(mut before) = before else { return write_reconciliation(reconciliation, out) };
        io::copy(&mut before, out)?;
        let mut rows = Vec::new();
        write_reconciliation(reconciliation, &mut rows)?;
        // The file already has the header.
        out.write_all(&rows[HEADER.len()..])
    })?;
    Ok(())
}

fn checksum(state: &RawValue) -> String {
    blake3::hash(state.get().as_bytes()).to_hex().to_string()
}
