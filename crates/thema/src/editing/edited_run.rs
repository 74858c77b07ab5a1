//! The report of a run with its edits.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::Path;

use serde_json::value::RawValue;
use thema_report::{
    HeldPapers, InputFile, Manifest, NamedPapers, Report, ReportInput, StagedRun, StoredRun, check_files,
};
use thema_themes::identity::RunState;
use thema_themes::{Misfit, Tally, TrendParams};

use super::overlay::EditedState;
use super::{EditFile, Overlay};
use crate::error::Blame;
use crate::report_files::Written;
use crate::run_model::RunModel;
use crate::stages::Stages;
use crate::stored::read;
use crate::{Error, Fault, Result};

/// Files of a run that are not in its manifest and are not rewritten.
const UNLISTED: [&str; 1] = ["timings.json"];

/// A run with its edits applied, in memory.
pub(crate) struct EditedRun<'a> {
    pub(crate) state: Cow<'a, RunState>,
    counted: Vec<bool>,
    pub(crate) report: Report,
    pub(crate) manifest: Manifest,
    pub(crate) misfits: Vec<Misfit>,
}

/// A run before edits are applied.
pub(crate) struct Learned<'a> {
    /// The state with its figures set.
    pub(crate) state: &'a RunState,
    /// The tally of its papers.
    pub(crate) tally: &'a Tally,
}

impl<'a> EditedRun<'a> {
    /// An updated run that replaces the run `old`. Copies nothing if there are no edits.
    pub(crate) fn of_update(
        overlay: &Overlay<'_>,
        learned: &Learned<'a>,
        file: &EditFile,
        old: (&StoredRun, Vec<InputFile>),
    ) -> Result<Self> {
        if !file.is_empty() {
            return Self::of(overlay, learned.state.clone(), file, old);
        }
        let ids: Vec<&str> = learned.state.themes.themes.iter().map(|theme| theme.id.as_str()).collect();
        let similarity = overlay.placer.model().standing().similarity(&ids);
        Self::assemble((Cow::Borrowed(learned.state), learned.tally, &similarity), (0, Vec::new()), file, old)
    }

    /// Applies the edits of `file` to `learned`, which replaces the state of the run `old`.
    fn of(
        overlay: &Overlay<'_>,
        learned: RunState,
        file: &EditFile,
        old: (&StoredRun, Vec<InputFile>),
    ) -> Result<Self> {
        let EditedState { mut state, similarity, excluded, misfits } = overlay.apply(&file.edits, learned)?;
        let tally = state.count(&TrendParams::default().check()?, overlay.placer.model().standing());
        Self::assemble((Cow::Owned(state), &tally, &similarity), (excluded, misfits), file, old)
    }

    fn assemble(
        (state, tally, similarity): (Cow<'a, RunState>, &Tally, &[Vec<f64>]),
        (excluded, misfits): (usize, Vec<Misfit>),
        file: &EditFile,
        (old, inputs): (&StoredRun, Vec<InputFile>),
    ) -> Result<Self> {
        let found_later: Vec<&str> = state.found_later.keys().map(String::as_str).collect();
        let report = Report::assemble(&ReportInput {
            thema_version: env!("CARGO_PKG_VERSION"),
            tally,
            named: &NamedPapers::among(&state.papers, &state.themes, &state.cluster_labels),
            inputs: &inputs,
            preview: old.report.corpus.preview,
            near_duplicates: (state.papers.len() as u64).saturating_sub(tally.counted() + excluded as u64),
            excluded: excluded as u64,
            added: state.first_papers.map_or(0, |first| (state.papers.len() - first as usize) as u64),
            found_later: &found_later,
            themes: &state.themes,
            cluster_labels: &state.cluster_labels,
            hierarchy: &state.hierarchy,
            similarity: Some(similarity),
            quality: old.report.quality.as_ref(),
        })?;
        let configuration = old.manifest.configuration.clone();
        let mut manifest = Manifest::new(&report, configuration, old.manifest.seed, inputs);
        manifest.vectors.clone_from(&old.manifest.vectors);
        manifest.language.clone_from(&old.manifest.language);
        manifest.edits = file.applied(&misfits);
        Ok(Self { counted: state.themes.counted(), state, report, manifest, misfits })
    }

    /// The run `old` of the directory `run` with the edits of `file` applied.
    pub(crate) fn of_directory(run: &Path, old: &StoredRun, file: &EditFile) -> Result<Self> {
        let model = RunModel::of(run)?;
        let (placer, state) = (model.placer()?, model.state()?);
        let overlay = Overlay { model: &model, placer: &placer, fresh: &[] };
        Self::of(&overlay, state, file, (old, old.manifest.inputs.clone()))
    }

    /// The papers and their places.
    pub(crate) fn papers(&self) -> HeldPapers<'_> {
        HeldPapers {
            papers: &self.state.papers,
            assignments: &self.state.themes.assignments,
            counted: &self.counted,
            positions: Some(&self.state.positions),
        }
    }

    /// The source of the report's files.
    pub(crate) fn written<'b>(&'b self, papers: &'b HeldPapers<'b>) -> Written<'b> {
        Written { report: &self.report, manifest: &self.manifest, papers, themes: &self.state.themes }
    }

    fn into_stored(self) -> StoredRun {
        let theme_of = self.report.theme_of(&self.state.themes);
        let RunState { papers, positions, .. } = self.state.into_owned();
        StoredRun {
            report: self.report,
            manifest: self.manifest,
            papers,
            theme_of,
            counted: self.counted,
            positions: Some(positions),
        }
    }
}

/// Reads a run directory with its edits applied, whether or not its files show them yet.
pub(crate) fn read_edited(run: &Path) -> Result<StoredRun> {
    let stored = read(run)?;
    let file = EditFile::read(run)?;
    if file.is_shown(&stored.manifest) {
        return Ok(stored);
    }
    Ok(EditedRun::of_directory(run, &stored, &file)?.into_stored())
}

/// Rewrites the run whose lock `staged` holds, with its edits; the learned files are copied byte for byte.
pub(crate) fn rewrite(
    staged: &StagedRun,
    old: &StoredRun,
    edited: &EditedRun<'_>,
    stages: &mut Stages,
) -> Result<()> {
    let run = staged.target();
    if old.manifest.files.is_empty() {
        let reason = format!(
            "{}: written by a version of thema without edits; update it or run it again",
            run.display()
        );
        return Err(Error::new(Fault::Input, reason));
    }
    check_files(run)?;
    let rejects: Vec<Box<RawValue>> = RunModel::of(run)?.lines("rejects.jsonl")?;
    edited.written(&edited.papers()).write(staged, &rejects, stages, || {
        let listed: BTreeSet<&str> = old.manifest.files.keys().map(String::as_str).collect();
        for name in listed.into_iter().chain(UNLISTED) {
            let from = run.join(name);
            if staged.path().join(name).exists() || !from.exists() {
                continue;
            }
            let mut file = File::open(&from).blame_for(Fault::Input, || from.display().to_string())?;
            staged.write(name, |out| io::copy(&mut file, out).map(drop))?;
        }
        Ok(())
    })
}
