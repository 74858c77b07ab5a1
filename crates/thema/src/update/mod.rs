//! Adds new papers to the themes of an existing run.

mod arrived;
mod joining;
mod map_places;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thema_ingest::Ingested;
use thema_report::{Preview, Report, StagedRun, StoredRun, check_files, percent};
use thema_themes::Tally;
use thema_themes::identity::{RunState, ThemeEvent};

use self::arrived::{Arrival, Arrived};
use crate::editing::{EditFile, EditedRun, Learned, Overlay};
use crate::inputs::input_files;
use crate::run_model::{RunModel, extend_reconciliation, extend_texts, write_model};
use crate::stages::Stages;
use crate::stored::read;
use crate::{Engine, Error, Fault, Inputs, Placer, Result, unread_inputs};

/// File that logs the events of a run.
const EVENTS: &str = "events.jsonl";

/// What an update did.
#[derive(Clone, Debug, Serialize)]
pub struct Updated {
    /// New papers.
    pub added: usize,
    /// Papers already in the run.
    pub known: usize,
    /// New papers that do not count, because they are near-duplicates of others.
    pub near_duplicates: usize,
    /// Papers whose theme is only the nearest one, and which may found a theme with later ones.
    pub waiting: usize,
    /// Earlier papers that are now in another theme.
    pub moved: u64,
    /// Share of earlier papers that moved, 0 to 1.
    pub churn: f64,
    /// Papers in the run now.
    pub papers: usize,
    /// Inputs that could not be read, or only in part, so papers in them may be missing.
    pub unread_inputs: usize,
    /// What happened to themes.
    pub events: Vec<ThemeEvent>,
    /// The run's edits that do not fit its themes.
    pub misfits: Vec<String>,
    /// Names of all themes before and after, by identifier.
    #[serde(skip)]
    pub names: BTreeMap<String, String>,
    /// Identifiers of the report's themes, which edits may have merged.
    #[serde(skip)]
    pub themes: BTreeSet<String>,
    /// The run directory.
    #[serde(skip)]
    pub directory: PathBuf,
}

/// The run that is updated.
struct UpdatedRun {
    model: RunModel,
    placer: Placer,
    state: RunState,
    old: StoredRun,
    edits: EditFile,
}

/// The error for updating a preview: most papers that look new would be ones of its own input that it
/// skipped.
fn preview_stays(run: &Path, preview: &Preview) -> String {
    format!(
        "{}: a preview of {} of its input; papers it skipped would look new; make the whole run first, without \
         --preview and with --force, or place papers with `thema assign`",
        run.display(),
        percent(preview.share)
    )
}

impl Engine {
    /// Adds papers to the run directory `run`. Papers already in it are skipped; if none is new, no byte
    /// changes. The order in which papers arrive makes no difference.
    ///
    /// # Errors
    /// [`Fault::Settings`] if the inputs have vectors, [`Fault::Input`] if the run or every input cannot be
    /// read, [`Fault::Output`] if the run cannot be written or another process is writing it.
    pub fn update(&self, run: &Path, inputs: &Inputs) -> Result<Updated> {
        if inputs.vectors.is_some() {
            return Err(Error::new(
                Fault::Settings,
                "an update places papers by their words; leave the vectors out",
            ));
        }
        let model = RunModel::of(run)?;
        // From here on nobody else writes the run, so everything read from it is consistent.
        let staged = StagedRun::begin(model.run(), true)?;
        check_files(model.run())?;
        let old = read(model.run())?;
        if let Some(preview) = &old.manifest.preview {
            return Err(Error::new(Fault::Input, preview_stays(model.run(), preview)));
        }
        let edits = EditFile::read(model.run())?;
        let (placer, state) = (model.placer()?, model.state()?);
        let mut updated = UpdatedRun { model, placer, state, old, edits };
        let mut stages = self.stages();
        let mut ingested = inputs.read(self.settings(), &mut stages)?;
        let near = self.settings().ingest.least_similarity();
        let run = Arrival { model: &updated.model, state: &updated.state, near };
        let arrived = stages.run("copies", || Arrived::of(&ingested.corpus, run))?;
        ingested.reconciliation.push_copies(&ingested.corpus, arrived.copies_of_run());
        let unread = unread_inputs(&ingested.rejects);
        if arrived.added() == 0 {
            let misfits = updated.old.manifest.edits.take().map(|edits| edits.misfits).unwrap_or_default();
            return Ok(updated.summary(&arrived, unread, Vec::new(), (misfits, BTreeMap::new())));
        }
        let (events, tally) = updated.join(&self.checked, &arrived, &mut stages)?;
        let edited = updated.write(&staged, &mut stages, (&events, &arrived, &tally), &ingested)?;
        stages.timings().write(&staged)?;
        staged.commit()?;
        Ok(updated.summary(&arrived, unread, events, edited))
    }
}

impl UpdatedRun {
    /// Writes the whole run again with its edits applied; returns the edits that do not fit, and the edited names of its
    /// themes by identifier.
    fn write(
        &self,
        staged: &StagedRun,
        stages: &mut Stages,
        (events, arrived, tally): (&[ThemeEvent], &Arrived<'_>, &Tally),
        ingested: &Ingested,
    ) -> Result<(Vec<String>, BTreeMap<String, String>)> {
        let Self { model, placer, state, old, edits } = self;
        let mut inputs = old.manifest.inputs.clone();
        inputs.extend(input_files(&ingested.inputs));
        let added = arrived.texts();
        let overlay = Overlay { model, placer, fresh: &added };
        let learned = Learned { state, tally };
        let edited = EditedRun::of_update(&overlay, &learned, edits, (old, inputs))?;
        let rejects = with_lines(model.lines("rejects.jsonl")?, &ingested.rejects);
        let events = with_lines(model.lines(EVENTS)?, events);
        edited.written(&edited.papers()).write(staged, &rejects, stages, || {
            staged.write(EVENTS, |out| {
                for line in &events {
                    serde_json::to_writer(&mut *out, line)?;
                    out.write_all(b"\n")?;
                }
                Ok(())
            })?;
            extend_reconciliation(staged, model.run(), &ingested.reconciliation)?;
            extend_texts(staged, model.run(), &added)?;
            write_model(staged, placer, state)
        })?;
        let misfits = edited.misfits.iter().map(|misfit| edits.describe(misfit)).collect();
        Ok((misfits, names(&edited.report)))
    }

    fn summary(
        &self,
        arrived: &Arrived<'_>,
        unread_inputs: usize,
        events: Vec<ThemeEvent>,
        (misfits, now): (Vec<String>, BTreeMap<String, String>),
    ) -> Updated {
        let mut names = names(&self.old.report);
        let themes = now.keys().cloned().collect();
        names.extend(now);
        let moved = events.iter().map(|event| event.moved).sum();
        Updated {
            added: arrived.added(),
            known: arrived.known,
            near_duplicates: arrived.copies.len(),
            waiting: self.placer.model().standing().waiting(),
            moved,
            churn: moved as f64 / self.old.report.corpus.papers.max(1) as f64,
            papers: self.state.papers.len(),
            unread_inputs,
            events,
            misfits,
            names,
            themes,
            directory: self.model.run().to_path_buf(),
        }
    }
}

/// The names of a report's themes, by identifier.
fn names(report: &Report) -> BTreeMap<String, String> {
    report.themes.iter().map(|theme| (theme.id.clone(), theme.name.clone())).collect()
}

/// The lines of a file followed by new ones.
fn with_lines<T: Serialize>(mut lines: Vec<serde_json::Value>, more: &[T]) -> Vec<serde_json::Value> {
    lines.extend(more.iter().filter_map(|value| serde_json::to_value(value).ok()));
    lines
}
