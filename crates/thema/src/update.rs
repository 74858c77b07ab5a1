//! New papers into the standing themes of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thema_features::Document;
use thema_ingest::Ingested;
use thema_report::{StagedRun, StoredRun, check_files};
use thema_themes::identity::{JoiningPaper, RunState, ThemeEvent, Update, UpdateParams};
use thema_themes::{Label, Naming, Paper, label_newborn};

use crate::editing::{EditFile, EditedRun, Overlay};
use crate::inputs::input_files;
use crate::papers::{documents, papers};
use crate::report_files::write_report;
use crate::run_model::{RunModel, extend_reconciliation, extend_texts, write_model};
use crate::stages::Stages;
use crate::{Engine, Inputs, Placer, Result};

/// Papers of the run that a newborn theme is compared with to name it, at most.
const COMPARED: usize = 3_000;

/// File of the events of a run.
const EVENTS: &str = "events.jsonl";

/// What an update did.
#[derive(Clone, Debug, Serialize)]
pub struct Updated {
    /// Papers that came.
    pub added: usize,
    /// Papers that were there already.
    pub known: usize,
    /// Papers that fit no theme and wait for enough of their kind.
    pub waiting: usize,
    /// Papers of the run now.
    pub papers: usize,
    /// What became of themes.
    pub events: Vec<ThemeEvent>,
    /// What of the run's edits does not fit its themes.
    pub misfits: Vec<String>,
    /// Names of all themes before and after, by identifier.
    #[serde(skip)]
    pub names: BTreeMap<String, String>,
    /// The run directory.
    #[serde(skip)]
    pub directory: PathBuf,
}

/// The run that is updated.
struct Standing {
    model: RunModel,
    placer: Placer,
    state: RunState,
    old: StoredRun,
    edits: EditFile,
}

/// A paper that the run did not hold.
type Fresh<'a> = (Paper, Document<'a>);

impl Engine {
    /// Adds papers to the run directory `run`. Papers that it holds already are passed over; when none is left, no byte
    /// changes. The order in which papers come makes no difference.
    ///
    /// # Errors
    /// [`Fault::Input`](crate::Fault::Input) if the run or all inputs cannot be read,
    /// [`Fault::Output`](crate::Fault::Output) if the run cannot be written or another process writes it.
    pub fn update(&self, run: &Path, inputs: &Inputs) -> Result<Updated> {
        let model = RunModel::of(run)?;
        // From here on nobody else writes the run, and what is read of it is all of one.
        let staged = StagedRun::begin(model.run(), true)?;
        check_files(model.run())?;
        let old = StoredRun::read(model.run())?;
        let edits = EditFile::read(model.run())?;
        let (placer, state) = (model.placer()?, model.state()?);
        let mut standing = Standing { model, placer, state, old, edits };
        let mut stages = self.stages();
        let ingested = inputs.read(self.settings(), &mut stages)?;
        let read = papers(&ingested.corpus);
        let texts = documents(&ingested.corpus);
        let known: BTreeSet<&str> = standing.state.papers.iter().map(|paper| paper.id.as_str()).collect();
        let mut fresh: Vec<Fresh<'_>> =
            read.into_iter().zip(texts).filter(|(paper, _)| !known.contains(paper.id.as_str())).collect();
        fresh.sort_by(|a, b| a.0.id.cmp(&b.0.id));
        let known = ingested.corpus.len() - fresh.len();
        if fresh.is_empty() {
            let misfits = standing.old.manifest.edits.take().map(|edits| edits.misfits).unwrap_or_default();
            return Ok(standing.summary(0, known, Vec::new(), misfits));
        }
        let events = stages.run("place", || standing.join(&fresh))?;
        let misfits = standing.write(&staged, &mut stages, (&events, &fresh), &ingested)?;
        stages.timings().write(&staged)?;
        staged.commit()?;
        Ok(standing.summary(fresh.len(), known, events, misfits))
    }
}

impl Standing {
    /// Takes new papers into themes and state.
    fn join(&mut self, fresh: &[Fresh<'_>]) -> Result<Vec<ThemeEvent>> {
        let documents: Vec<Document<'_>> = fresh.iter().map(|(_, document)| *document).collect();
        let ids: Vec<&str> = fresh.iter().map(|(paper, _)| paper.id.as_str()).collect();
        let placed = self.placer.look(&documents)?;
        let params = UpdateParams::default().check()?;
        let standing = self.placer.standing_mut();
        let done = standing.update(&params, &ids, &placed.assignments, placed.vectors.view())?;
        let labels = self.labels(&done, fresh)?;
        let papers = fresh.iter().map(|(paper, _)| paper.clone());
        let joining = papers
            .zip(placed.assignments)
            .map(|(paper, assignment)| JoiningPaper { paper, assignment })
            .collect();
        let (events, _) = self.state.join(joining, &done, &labels)?;
        self.placer.name(&self.state.themes);
        Ok(events)
    }

    /// One label a newborn theme, from the texts of its papers.
    fn labels(&self, update: &Update, fresh: &[Fresh<'_>]) -> Result<Vec<Label>> {
        if update.events.is_empty() {
            return Ok(Vec::new());
        }
        let themes = &self.state.themes.themes;
        let first = themes.len() as u32;
        let members: BTreeMap<&str, u32> = update
            .papers
            .iter()
            .filter(|paper| paper.theme >= first)
            .map(|paper| (paper.paper.as_str(), paper.theme))
            .collect();
        let compared: BTreeSet<&str> =
            evenly_spaced(&self.state.papers).map(|paper| paper.id.as_str()).collect();
        let stored = self.model.texts(|id| members.contains_key(id) || compared.contains(id))?;
        let old = stored.values().map(|text| (text.id.as_str(), text.document()));
        let new = fresh.iter().map(|(paper, document)| (paper.id.as_str(), *document));
        let (ids, documents): (Vec<&str>, Vec<Document<'_>>) = old.chain(new).unzip();
        let theme_of: Vec<Option<u32>> =
            ids.iter().map(|id| members.get(id).map(|theme| theme - first)).collect();
        let newborn = update.events.len();
        let features = self.placer.features();
        let naming = Naming::read(&documents, &theme_of, newborn, features.analyzer());
        let mut taken: Vec<String> = themes.iter().map(|theme| theme.name.clone()).collect();
        let known: Vec<&str> = taken.iter().map(String::as_str).collect();
        let names = naming.names(&theme_of, newborn, &known);
        let mut labels = Vec::new();
        for (theme, name) in (0_u32..).zip(names) {
            let of_theme = theme_of.iter().zip(&documents).filter(|(of, _)| **of == Some(theme));
            let rows = features.transform(&of_theme.map(|(_, document)| *document).collect::<Vec<_>>())?;
            let frequencies = features.document_frequencies();
            let frequencies = (frequencies.frequencies(), frequencies.documents());
            let known: Vec<&str> = taken.iter().map(String::as_str).collect();
            let mut label = label_newborn(&rows, frequencies, &self.placer, &known);
            label.name = name.unwrap_or(label.name);
            taken.push(label.name.clone());
            labels.push(label);
        }
        Ok(labels)
    }

    /// Writes the run anew, whole, with its edits made; gives what of them does not fit.
    fn write(
        &self,
        staged: &StagedRun,
        stages: &mut Stages,
        (events, fresh): (&[ThemeEvent], &[Fresh<'_>]),
        ingested: &Ingested,
    ) -> Result<Vec<String>> {
        let Self { model, placer, state, old, edits } = self;
        let mut inputs = old.manifest.inputs.clone();
        inputs.extend(input_files(&ingested.inputs));
        let added: Vec<(&str, Document<'_>)> =
            fresh.iter().map(|(paper, document)| (paper.id.as_str(), *document)).collect();
        let overlay = Overlay { model, placer, fresh: &added };
        let edited = stages.run("edit", || EditedRun::of(&overlay, state.clone(), edits, (old, inputs)))?;
        let rejects = with_lines(model.lines("rejects.jsonl")?, &ingested.rejects);
        let events = with_lines(model.lines(EVENTS)?, events);
        write_report(staged, &edited.files(), &rejects, stages, || {
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
        Ok(edited.misfits.iter().map(|misfit| edits.describe(misfit)).collect())
    }

    fn summary(&self, added: usize, known: usize, events: Vec<ThemeEvent>, misfits: Vec<String>) -> Updated {
        let before = self.old.report.themes.iter().map(|theme| (theme.id.clone(), theme.name.clone()));
        let now = self.state.themes.themes.iter().map(|theme| (theme.id.clone(), theme.name.clone()));
        Updated {
            added,
            known,
            waiting: self.placer.standing().standing().waiting(),
            papers: self.state.papers.len(),
            events,
            misfits,
            names: before.chain(now).collect(),
            directory: self.model.run().to_path_buf(),
        }
    }
}

/// The lines of a file and those that come to it.
fn with_lines<T: Serialize>(mut lines: Vec<serde_json::Value>, more: &[T]) -> Vec<serde_json::Value> {
    lines.extend(more.iter().filter_map(|value| serde_json::to_value(value).ok()));
    lines
}

/// Up to [`COMPARED`] of the papers, at even distances.
fn evenly_spaced(papers: &[Paper]) -> impl Iterator<Item = &Paper> {
    let count = papers.len().min(COMPARED);
    (0..count).map(move |index| &papers[index * papers.len() / count])
}
