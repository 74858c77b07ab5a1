//! Places papers with the model of a run, without changing the run.

use std::path::Path;

use thema_ingest::Reject;
use thema_themes::{Assignment, Paper};

use crate::editing::{EditFile, edit_batch};
use crate::papers::{documents, papers};
use crate::run_model::RunModel;
use crate::{Engine, Inputs, Placer, Result, ThemeName};

/// Papers and their themes.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The papers, reconciled.
    pub papers: Vec<Paper>,
    /// The place of every paper.
    pub assignments: Vec<Assignment>,
    /// The themes that places index.
    pub themes: Vec<ThemeName>,
    /// What could not be read.
    pub rejects: Vec<Reject>,
    /// The run's edits that do not fit its themes.
    pub misfits: Vec<String>,
}

impl Engine {
    /// Reads inputs and places their papers in the themes of a run directory `run`, of its `model` folder, or
    /// of a [`Placer`] file. The run's edits are applied to the places.
    ///
    /// # Errors
    /// [`Fault::Input`](crate::Fault::Input) if the placer or every input cannot be read.
    pub fn assign(&self, run: &Path, inputs: &Inputs) -> Result<Assigned> {
        let edits =
            if run.is_file() { EditFile::default() } else { EditFile::read(RunModel::of(run)?.run())? };
        let placer = Placer::load(run)?;
        let mut stages = self.stages();
        let ingested = inputs.read(self.settings(), &mut stages)?;
        let documents = documents(&ingested.corpus);
        let given = inputs.vectors.as_ref();
        let vectors =
            given.map(|vectors| vectors.of_papers(&ingested.corpus, &ingested.inputs)).transpose()?;
        let assignments = stages.run("place", || match &vectors {
            Some(vectors) => placer.place_by(&documents, vectors.view()),
            None => placer.place(&documents),
        })?;
        let papers = papers(&ingested.corpus);
        let (themes, assignments, misfits) =
            edit_batch(&edits.edits, &placer, (&papers, &documents), assignments);
        let misfits = misfits.iter().map(|misfit| edits.describe(misfit)).collect();
        Ok(Assigned { papers, assignments, themes, rejects: ingested.rejects, misfits })
    }
}
