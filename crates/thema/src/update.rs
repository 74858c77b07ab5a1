//! Adds new papers to the themes of an existing run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thema_features::Document;
use thema_features::analysis::Language;
use thema_ingest::Ingested;
use thema_report::{Preview, StagedRun, StoredRun, check_files, percent};
use thema_themes::identity::{Coming, JoiningPaper, RunState, ThemeEvent, Update, UpdateParams};
use thema_themes::{Label, Naming, Paper, Tally, TrendParams, label_newborn};

use crate::checked::CheckedSettings;
use crate::editing::{EditFile, EditedRun, Learned, Overlay};
use crate::founders::settle;
use crate::inputs::input_files;
use crate::learning::{Arrivals, Discovery, discover};
use crate::papers::{documents, papers};
use crate::run_model::{RunModel, extend_reconciliation, extend_texts, write_model};
use crate::stages::Stages;
use crate::stored::read;
use crate::texts::StoredText;
use crate::{Engine, Error, Fault, Inputs, Placer, Result, unread_inputs};

/// Most papers of the run that new papers are compared with to find themes among them.
const DRAWN: usize = 8_000;
/// Most papers of the run that a new theme is compared with to name it.
const COMPARED: usize = 3_000;

/// Fewest papers of a new theme.
const LEAST_PAPERS: usize = 12;

/// File that logs the events of a run.
const EVENTS: &str = "events.jsonl";

/// What an update did.
#[derive(Clone, Debug, Serialize)]
pub struct Updated {
    /// New papers.
    pub added: usize,
    /// Papers already in the run.
    pub known: usize,
    /// Papers that fit no theme and wait for more of their kind.
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

/// A paper not yet in the run.
struct Fresh<'a> {
    paper: Paper,
    document: Document<'a>,
    /// Whether it counts; a near-duplicate of another paper of the input does not.
    counts: bool,
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
        let mut standing = Standing { model, placer, state, old, edits };
        let mut stages = self.stages();
        let ingested = inputs.read(self.settings(), &mut stages)?;
        let read = papers(&ingested.corpus);
        let texts = documents(&ingested.corpus);
        let known: BTreeSet<&str> = standing.state.papers.iter().map(|paper| paper.id.as_str()).collect();
        let duplicates: BTreeSet<u32> =
            ingested.corpus.near_duplicates().into_iter().map(|[row, _]| row).collect();
        let mut fresh: Vec<Fresh<'_>> = (0..)
            .zip(read.into_iter().zip(texts))
            .filter(|(_, (paper, _))| !known.contains(paper.id.as_str()))
            .map(|(row, (paper, document))| Fresh { paper, document, counts: !duplicates.contains(&row) })
            .collect();
        fresh.sort_by(|a, b| a.paper.id.cmp(&b.paper.id));
        let known = ingested.corpus.len() - fresh.len();
        let unread = unread_inputs(&ingested.rejects);
        if fresh.is_empty() {
            let misfits = standing.old.manifest.edits.take().map(|edits| edits.misfits).unwrap_or_default();
            return Ok(standing.summary(0, known, unread, Vec::new(), misfits));
        }
        let (events, tally) = standing.join(&self.checked, &fresh, &mut stages)?;
        let misfits = standing.write(&staged, &mut stages, (&events, &fresh, &tally), &ingested)?;
        stages.timings().write(&staged)?;
        staged.commit()?;
        Ok(standing.summary(fresh.len(), known, unread, events, misfits))
    }
}

impl Standing {
    /// Adds new papers to the themes and the state, and counts everything again.
    fn join(
        &mut self,
        checked: &CheckedSettings,
        fresh: &[Fresh<'_>],
        stages: &mut Stages,
    ) -> Result<(Vec<ThemeEvent>, Tally)> {
        let documents: Vec<Document<'_>> = fresh.iter().map(|fresh| fresh.document).collect();
        let ids: Vec<&str> = fresh.iter().map(|fresh| fresh.paper.id.as_str()).collect();
        let placed = stages.run("place", || self.placer.look(&documents))?;
        let held: BTreeSet<u32> = self.state.held.iter().copied().collect();
        let rows: Vec<u32> = (0..self.state.papers.len() as u32).filter(|row| !held.contains(row)).collect();
        let drawn = evenly_spaced(&rows, DRAWN);
        let id = |row: &u32| self.state.papers[*row as usize].id.as_str();
        let wanted: BTreeSet<&str> = held.iter().chain(&drawn).map(id).collect();
        let stored = self.model.texts(|id| wanted.contains(id))?;
        let texts_of = |rows: &[u32]| -> Vec<&StoredText> {
            rows.iter().filter_map(|row| stored.get(id(row))).collect()
        };

        let held: Vec<&StoredText> = texts_of(&held.into_iter().collect::<Vec<_>>());
        let held_documents: Vec<Document<'_>> = held.iter().map(|text| text.document()).collect();
        let held_placed = self.placer.look(&held_documents)?;
        let arrivals = Arrivals {
            papers: &documents.iter().chain(&held_documents).copied().collect::<Vec<_>>(),
            unfit: &placed
                .assignments
                .iter()
                .chain(&held_placed.assignments)
                .map(|place| place.outlier)
                .collect::<Vec<_>>(),
            standing: &texts_of(&drawn).into_iter().map(StoredText::document).collect::<Vec<_>>(),
            drawn_from: (rows.len() as f32 / drawn.len().max(1) as f32).max(1.0),
            least_papers: LEAST_PAPERS,
        };
        let checked = self.as_the_run(checked)?;
        let Discovery { new, themes: gatherings } = discover(&checked, &arrivals, stages)?;

        let theme_of: BTreeMap<&str, u32> = self
            .state
            .held
            .iter()
            .map(|row| (id(row), self.state.themes.assignments[*row as usize].theme))
            .collect();
        let held_places: Vec<(&str, u32)> =
            held.iter().map(|text| (text.id.as_str(), theme_of[text.id.as_str()])).collect();
        let params = UpdateParams::default().least_papers(LEAST_PAPERS).check()?;
        let done = self.placer.standing_mut().update(
            &params,
            &Coming {
                ids: &ids,
                places: &placed.assignments,
                new: &new[..ids.len()],
                vectors: placed.vectors.view(),
                held: &held_places,
                held_vectors: held_placed.vectors.view(),
                gatherings: &gatherings,
            },
        )?;
        let labels = self.labels(&done, fresh, &stored)?;
        let joining = fresh
            .iter()
            .zip(placed.assignments)
            .map(|(fresh, assignment)| JoiningPaper {
                paper: fresh.paper.clone(),
                assignment,
                counts: fresh.counts,
            })
            .collect();
        let events = self.state.join(joining, &done, &labels);
        self.placer.name(&self.state.themes);
        let newborn: BTreeSet<&str> = done.events.iter().map(|event| event.theme.as_str()).collect();
        let old = held.iter().map(|text| (text.id.as_str(), text.document()));
        let texts = old.chain(fresh.iter().map(|fresh| (fresh.paper.id.as_str(), fresh.document))).collect();
        settle(&self.placer, &mut self.state, &newborn, &texts)?;
        let tally = self.state.count(&TrendParams::default().check()?);
        Ok((events, tally))
    }

    /// The settings with the run's seed and language, so that new papers are treated as its own were.
    fn as_the_run(&self, checked: &CheckedSettings) -> Result<CheckedSettings> {
        let mut checked = checked.clone();
        checked.settings.seed = self.old.manifest.seed;
        if let Some(language) = Language::from_code(self.placer.standing().language()) {
            checked.speak(language)?;
        }
        Ok(checked)
    }

    /// One label per new theme, from the texts of its papers. `stored` holds the texts of the run's papers
    /// that may be among them, and of some to compare with.
    fn labels(
        &self,
        update: &Update,
        fresh: &[Fresh<'_>],
        stored: &BTreeMap<String, StoredText>,
    ) -> Result<Vec<Label>> {
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
        let compared: Vec<&str> =
            stored.keys().map(String::as_str).filter(|id| !members.contains_key(id)).collect();
        let compared: BTreeSet<&str> = evenly_spaced(&compared, COMPARED).into_iter().collect();
        let wanted = |id: &str| members.contains_key(id) || compared.contains(id);
        let old =
            stored.values().filter(|text| wanted(&text.id)).map(|text| (text.id.as_str(), text.document()));
        let new = fresh.iter().map(|fresh| (fresh.paper.id.as_str(), fresh.document));
        let (ids, documents): (Vec<&str>, Vec<Document<'_>>) = old.chain(new).unzip();
        let theme_of: Vec<Option<u32>> =
            ids.iter().map(|id| members.get(id).map(|theme| theme - first)).collect();
        let newborn = update.events.len();
        let features = self.placer.features();
        let naming = Naming::read(&documents, &theme_of, newborn, features.analyzer());
        let mut taken: Vec<String> = themes.iter().map(|theme| theme.name.clone()).collect();
        let known: Vec<&str> = taken.iter().map(String::as_str).collect();
        let names = naming.names(&theme_of, newborn, &known, &[]);
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

    /// Writes the whole run again with its edits applied; returns the edits that do not fit.
    fn write(
        &self,
        staged: &StagedRun,
        stages: &mut Stages,
        (events, fresh, tally): (&[ThemeEvent], &[Fresh<'_>], &Tally),
        ingested: &Ingested,
    ) -> Result<Vec<String>> {
        let Self { model, placer, state, old, edits } = self;
        let mut inputs = old.manifest.inputs.clone();
        inputs.extend(input_files(&ingested.inputs));
        let added: Vec<(&str, Document<'_>)> =
            fresh.iter().map(|fresh| (fresh.paper.id.as_str(), fresh.document)).collect();
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
        Ok(edited.misfits.iter().map(|misfit| edits.describe(misfit)).collect())
    }

    fn summary(
        &self,
        added: usize,
        known: usize,
        unread_inputs: usize,
        events: Vec<ThemeEvent>,
        misfits: Vec<String>,
    ) -> Updated {
        let before = self.old.report.themes.iter().map(|theme| (theme.id.clone(), theme.name.clone()));
        let moved = events.iter().map(|event| event.moved).sum();
        let now = self.state.themes.themes.iter().map(|theme| (theme.id.clone(), theme.name.clone()));
        Updated {
            added,
            known,
            waiting: self.placer.standing().standing().waiting(),
            moved,
            churn: moved as f64 / self.old.report.corpus.papers.max(1) as f64,
            papers: self.state.papers.len(),
            unread_inputs,
            events,
            misfits,
            names: before.chain(now).collect(),
            directory: self.model.run().to_path_buf(),
        }
    }
}

/// The lines of a file followed by new ones.
fn with_lines<T: Serialize>(mut lines: Vec<serde_json::Value>, more: &[T]) -> Vec<serde_json::Value> {
    lines.extend(more.iter().filter_map(|value| serde_json::to_value(value).ok()));
    lines
}

/// Up to `most` items at even distances.
fn evenly_spaced<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    let count = all.len().min(most);
    (0..count).map(|index| all[index * all.len() / count]).collect()
}
