//! From inputs to a directory of reports.

use std::path::{Path, PathBuf};

use thema_ingest::{IngestedParts, Reject};
use thema_report::{Report, StagedRun};

use crate::draw::Draw;
use crate::draw_memory::too_large_a_draw;
use crate::editing::EditFile;
use crate::finishing::{Told, finish};
use crate::inputs::{input_files, preview};
use crate::reconciliation_csv::write_reconciliation;
use crate::roles::PaperRoles;
use crate::run_model::RECONCILIATION;
use crate::taught::Taught;
use crate::{Engine, Inputs, Result, Vectors};

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The report.
    pub report: Report,
    /// What could not be read, in the order of the inputs.
    pub rejects: Vec<Reject>,
    /// The run directory.
    pub directory: PathBuf,
    /// Edits left by an earlier run in this directory, which this report does not show.
    pub edits: Option<PathBuf>,
}

impl Engine {
    /// Reads inputs, makes themes from them and writes the run directory `out`, whole or not at all.
    /// `replace` lets it replace an earlier run.
    ///
    /// Themes are learned from one paper of each group of near-duplicates, and from an even draw of those if
    /// there are more than `themes.sample`. All other papers are placed in the finished themes.
    ///
    /// # Errors
    /// [`Fault::Output`](crate::Fault) if `out` exists and must not be replaced or cannot be written,
    /// [`Fault::Input`](crate::Fault) if nothing could be read.
    pub fn run(&self, inputs: &Inputs, out: &Path, replace: bool) -> Result<Run> {
        let settings = self.settings();
        let staged = StagedRun::begin(out, replace)?;
        let edits = EditFile::read(out)?;
        let mut stages = self.stages();
        let vectors = inputs.vectors.as_ref();
        let manifest_vectors = vectors.map(Vectors::file);
        let IngestedParts { corpus, rejects, inputs: summaries, reconciliation, thinned } =
            inputs.read_in_parts(settings, staged.path(), &mut stages)?;
        let inputs = input_files(&summaries);
        let near_duplicates = reconciliation.near_duplicates;
        staged.write(RECONCILIATION, |out| write_reconciliation(&reconciliation, out))?;
        drop(reconciliation);
        let given = vectors.zip(corpus.in_memory());
        let vectors = given.map(|(vectors, corpus)| vectors.of_papers(corpus, &summaries)).transpose()?;
        let roles = PaperRoles::of(corpus.len(), corpus.near_duplicates(), settings.themes.sample);
        if let Some(said) = too_large_a_draw(roles.learned().len(), settings.memory) {
            tracing::warn!("{said}");
        }
        let draw = stages.run("draw", || Draw::of(&corpus, &roles))?;
        let taught = Taught::by(&self.checked, draw, roles, vectors, &mut stages)?;
        let mapped = stages.run("place all", || taught.mapping.run(&corpus, &staged))?;
        drop(corpus);
        let preview = thinned.map(preview);
        let told = Told { inputs, preview, rejects, near_duplicates, vectors: manifest_vectors, edits };
        finish(settings, staged, taught, mapped, told, stages)
    }
}
