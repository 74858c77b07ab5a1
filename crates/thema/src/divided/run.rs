//! The part of a divided run that stays on one machine: it collects the results of every step, learns the
//! themes and writes the run directory.

use std::path::Path;

use thema_ingest::divided::{PaperNotes, near};
use thema_ingest::{Corpus, InputNotes, Reconciliation};
use thema_report::StagedRun;

use super::blocks::packed;
use super::places::{saved, sum, write_part};
use super::roles::drawn;
use crate::draw::Draw;
use crate::editing::EditFile;
use crate::finishing::{Told, finish};
use crate::inputs::input_files;
use crate::mapping::Mapped;
use crate::placed_files::PlacedFiles;
use crate::reconciliation_csv::write_reconciliation;
use crate::roles::PaperRoles;
use crate::run_model::RECONCILIATION;
use crate::stages::Stages;
use crate::taught::Taught;
use crate::{Engine, Error, Fault, Result, Run};

/// A run whose papers are read, reconciled and placed elsewhere. Its methods are called in the order they are
/// declared.
///
/// It holds the lock of the run directory. Dropped before [`finish`](Self::finish), it leaves nothing behind.
pub struct DividedRun {
    engine: Engine,
    staged: StagedRun,
    edits: EditFile,
    stages: Stages,
    notes: InputNotes,
    papers: PaperNotes,
    reconciliation: Option<Reconciliation>,
    near_duplicates: Vec<[u32; 2]>,
    roles: Option<PaperRoles>,
    taught: Option<(Taught, PlacedFiles)>,
}

impl DividedRun {
    /// Begins a run directory. `replace` lets it replace an earlier run.
    ///
    /// # Errors
    /// [`Fault::Output`] if `out` exists and must not be replaced or cannot be
    /// written, [`Fault::Settings`] for a preview.
    pub fn begin(engine: Engine, out: &Path, replace: bool) -> Result<Self> {
        if engine.settings().ingest.preview {
            let reason = "a preview is made by one process in seconds; turn `preview` off here";
            return Err(Error::new(Fault::Settings, reason));
        }
        let staged = StagedRun::begin(out, replace)?;
        let edits = EditFile::read(out)?;
        let stages = engine.stages();
        Ok(Self {
            engine,
            staged,
            edits,
            stages,
            notes: InputNotes::default(),
            papers: PaperNotes::default(),
            reconciliation: None,
            near_duplicates: Vec::new(),
            roles: None,
            taught: None,
        })
    }

    /// Takes the notes on inputs, in the order of the inputs.
    pub fn take_inputs(&mut self, notes: InputNotes) {
        self.notes.add(notes);
    }

    /// Takes the notes on some of the records.
    pub fn take_papers(&mut self, notes: PaperNotes) {
        self.papers.add(notes);
    }

    /// Completes the notes on inputs and records once all have been taken; returns the number of papers.
    ///
    /// # Errors
    /// [`Fault::Input`] if there is no paper, or more than fit a `u32`.
    pub fn settle(&mut self) -> Result<u64> {
        let log = std::mem::take(&mut self.papers).settle(&mut self.notes)?;
        let papers = log.papers;
        if papers > u64::from(u32::MAX) {
            return Err(Error::new(
                Fault::Input,
                format!("{papers} papers; a run holds at most {}", u32::MAX),
            ));
        }
        self.reconciliation = Some(log);
        Ok(papers)
    }

    /// Minimum similarity of near-duplicates; `None` if they are not searched for.
    #[must_use]
    pub fn least_similarity(&self) -> Option<f64> {
        self.engine.settings().ingest.least_similarity()
    }

    /// Takes the pairs of rows that are near-duplicates, and the papers in [`near::rows`] of them.
    ///
    /// # Errors
    /// [`Fault::Internal`] if called before [`settle`](Self::settle) or with the wrong papers.
    pub fn take_near_duplicates(&mut self, close: &[[u32; 2]], papers: &Corpus) -> Result<()> {
        let log = self.reconciliation.as_mut().ok_or_else(|| out_of_order("near-duplicates"))?;
        if papers.len() != near::rows(close).len() {
            return Err(out_of_order("papers of other near-duplicates"));
        }
        self.near_duplicates = near::count(close, papers, log);
        Ok(())
    }

    /// The roles of all papers, for [`Roles::read`](super::Roles::read).
    ///
    /// # Errors
    /// [`Fault::Internal`] before [`settle`](Self::settle), [`Fault::Output`] if the reconciliation log
    /// cannot be written.
    pub fn roles(&mut self) -> Result<Vec<u8>> {
        let log = self.reconciliation.as_mut().ok_or_else(|| out_of_order("roles"))?;
        self.staged.write(RECONCILIATION, |out| write_reconciliation(log, out))?;
        // Written rows no longer need memory.
        log.rows = Vec::new();
        let sample = self.engine.settings().themes.sample;
        let roles = PaperRoles::of(log.papers as usize, &self.near_duplicates, sample);
        let bytes = packed(&roles)?;
        self.roles = Some(roles);
        Ok(bytes)
    }

    /// Learns themes from the results of [`Roles::draw`](super::Roles::draw) for all parts, in order. Returns
    /// the bytes for [`Places::read`](super::Places::read).
    ///
    /// # Errors
    /// [`Fault::Input`] if a block is anything else, [`Fault::Internal`] before [`roles`](Self::roles).
    pub fn learn<'a>(&mut self, parts: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>> {
        let roles = self.roles.take().ok_or_else(|| out_of_order("learning"))?;
        let parts: Vec<_> = parts.into_iter().map(drawn).collect::<Result<_>>()?;
        let draw = Draw::joined(parts)?;
        if draw.papers.len() != roles.learned().len() {
            return Err(out_of_order("another draw"));
        }
        let draw = Draw { papers: draw.papers.texts_alone(), ..draw };
        let mut taught = Taught::by(&self.engine.checked, draw, roles, None, &mut self.stages)?;
        taught.mapping.placer.name(&taught.themes);
        let bytes = saved(&taught.mapping)?;
        self.taught = Some((taught, PlacedFiles::begin(&self.staged)?));
        Ok(bytes)
    }

    /// Writes the placed papers of the part that begins with row `first`. Parts must come in the order of
    /// their rows.
    ///
    /// # Errors
    /// [`Fault::Output`] if they cannot be written, [`Fault::Input`] if the block is anything else,
    /// [`Fault::Internal`] before [`learn`](Self::learn) or if this is not the next part.
    pub fn take(&mut self, first: u32, placed: &[u8]) -> Result<()> {
        let (_, files) = self.taught.as_mut().ok_or_else(|| out_of_order("placed papers"))?;
        if files.rows.papers() != first as usize {
            return Err(out_of_order("a part other than the next"));
        }
        write_part(placed, &self.staged, files)
    }

    /// Writes the remaining files from the tallies of all parts and moves the run to its final path.
    ///
    /// # Errors
    /// [`Fault::Output`] if it cannot be written, [`Fault::Input`] if a block is anything else,
    /// [`Fault::Internal`] if a part is missing.
    pub fn finish<'a>(self, tallies: impl IntoIterator<Item = &'a [u8]>) -> Result<Run> {
        let Self { engine, staged, edits, mut stages, notes, reconciliation, taught, .. } = self;
        let (taught, files) = taught.ok_or_else(|| out_of_order("the end"))?;
        let log = reconciliation.ok_or_else(|| out_of_order("the end"))?;
        let (table, stored) = stages.run("place all", || files.finish(&staged))?;
        let tally = sum(tallies)?;
        if table.papers as u64 != log.papers || tally.papers() != log.papers {
            let said = format!("{} papers, {} placed, {} counted", log.papers, table.papers, tally.papers());
            return Err(Error::new(Fault::Internal, said));
        }
        let told = Told {
            inputs: input_files(&notes.inputs),
            preview: None,
            rejects: notes.rejects,
            near_duplicates: log.near_duplicates,
            vectors: None,
            edits,
        };
        finish(engine.settings(), staged, taught, Mapped { table, stored, tally }, told, stages)
    }
}

fn out_of_order(what: &str) -> Error {
    let said = format!(
        "a divided run was given {what} out of order; call its methods in the order of their documentation"
    );
    Error::new(Fault::Settings, said)
}
