//! Inputs to a directory of reports.

use std::path::{Path, PathBuf};

use ndarray::{Array2, Axis};
use thema_ingest::{IngestedParts, Reject};
use thema_report::{Manifest, NamedPapers, PaperBatches, Report, ReportInput, StagedRun};
use thema_themes::identity::RunState;
use thema_themes::{TallyShape, TrendParams};

use crate::draw::Draw;
use crate::draw_memory::too_large_a_draw;
use crate::editing::EditFile;
use crate::error::Blame;
use crate::inputs::input_files;
use crate::learning::{Learned, Lesson, choose_taxonomy, learn};
use crate::mapping::{Mapped, Mapping, places_by_row, titles};
use crate::papers::{documents, subjects};
use crate::report_files::Written;
use crate::roles::PaperRoles;
use crate::run_model::{RECONCILIATION, write_state};
use crate::{Engine, Fault, Inputs, Result, Vectors};

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// The report.
    pub report: Report,
    /// What could not be read, in the order of the inputs.
    pub rejects: Vec<Reject>,
    /// The run directory.
    pub directory: PathBuf,
    /// Edits of the themes that were there before, which this report does not show.
    pub edits: Option<PathBuf>,
}

impl Engine {
    /// Reads inputs, makes themes of them and writes the run directory `out`, whole or not at all. `replace` lets it take
    /// the place of an earlier run.
    ///
    /// Themes are learned from the papers that count: of near-duplicates one, and of more than `themes.sample` an even
    /// draw. The others are placed in them.
    ///
    /// # Errors
    /// [`Fault::Output`] if `out` is taken or cannot be written, [`Fault::Input`] if nothing could be read.
    pub fn run(&self, inputs: &Inputs, out: &Path, replace: bool) -> Result<Run> {
        let settings = self.settings();
        let staged = StagedRun::begin(out, replace)?;
        let edits = EditFile::read(out)?;
        let mut stages = self.stages();
        let vectors = inputs.vectors.as_ref();
        let manifest_vectors = vectors.map(Vectors::file);
        let IngestedParts { corpus, rejects, inputs: summaries, reconciliation } =
            inputs.read_in_parts(settings, staged.path(), &mut stages)?;
        let inputs = input_files(&summaries);
        let near_duplicates = reconciliation.near_duplicates;
        staged.write(RECONCILIATION, |out| reconciliation.write_csv(out))?;
        drop(reconciliation);
        let given = vectors.zip(corpus.in_memory());
        let vectors = given.map(|(vectors, corpus)| vectors.of_papers(corpus, &summaries)).transpose()?;
        let roles = PaperRoles::of(corpus.len(), corpus.near_duplicates(), settings.themes.sample);
        if let Some(said) = too_large_a_draw(roles.learned().len(), settings.memory) {
            tracing::warn!("{said}");
        }
        let Draw { papers, related, for_others, dates } = stages.run("draw", || Draw::of(&corpus, &roles))?;

        let taxonomy = choose_taxonomy(&self.checked, &papers)?;
        let learned_from = vectors.as_ref().map(|vectors| rows_of(vectors, roles.learned()));
        let documents = documents(&papers);
        let lesson = Lesson {
            documents: &documents,
            subjects: subjects(&papers),
            related: &related,
            vectors: learned_from.as_ref(),
            taxonomy: taxonomy.as_ref(),
        };
        let learned = learn(&self.checked, lesson, &mut stages)?;
        drop(documents);
        drop(papers);
        drop(learned_from);
        let Learned { mut placer, mut themes, mut cluster_labels, hierarchy, positions, similarity, quality } =
            learned;

        let shape = TallyShape::of(&themes);
        let for_others =
            places_by_row(&placer, &roles.placed_for_others(), for_others.as_ref(), vectors.as_ref())?;
        let assignments = std::mem::take(&mut themes.assignments);
        roles.number(&mut themes, &mut cluster_labels);
        let mapping = Mapping {
            placer: &placer,
            roles: &roles,
            learned: (&assignments, &positions),
            vectors: vectors.as_ref(),
            dates,
            for_others,
        };
        let Mapped { table, stored, tally } =
            stages.run("place all", || mapping.run(&corpus, &shape, &staged))?;
        drop(mapping);
        drop((corpus, roles, assignments, positions, vectors));
        let trends = TrendParams::default().check()?;
        let named = stages.run("count", || -> Result<_> {
            themes.set_figures(&trends, &tally);
            themes.set_newest(&titles(&table, &shape, &themes)?);
            let named = table.in_rows(&NamedPapers::rows(&themes, &cluster_labels));
            Ok(named.blame_for(Fault::Output, || "the papers of this run".to_owned())?.into_iter().collect())
        })?;
        placer.name(&themes);
        let report = Report::assemble(&ReportInput {
            thema_version: env!("CARGO_PKG_VERSION"),
            tally: &tally,
            named: &named,
            inputs: &inputs,
            near_duplicates,
            themes: &themes,
            cluster_labels: &cluster_labels,
            hierarchy: &hierarchy,
            similarity: Some(&similarity),
            quality: Some(&quality),
        })?;
        let configuration = serde_json::to_value(settings).blame(Fault::Internal)?;
        let mut manifest = Manifest::new(&report, configuration, settings.seed, inputs);
        manifest.vectors = manifest_vectors;
        let written = Written { report: &report, manifest: &manifest, papers: &table, themes: &themes };
        written.write(&staged, &rejects, &mut stages, || {
            let state = RunState { themes: themes.clone(), cluster_labels, hierarchy, ..RunState::default() };
            write_state(&staged, &placer, &stored, &state)
        })?;
        stages.timings().write(&staged)?;
        let directory = staged.commit()?;
        let edits = (!edits.is_empty()).then(|| edits.path().to_path_buf());
        Ok(Run { report, rejects, directory, edits })
    }
}

/// Some rows of `vectors`.
fn rows_of(vectors: &Array2<f32>, rows: &[u32]) -> Array2<f32> {
    vectors.select(Axis(0), &rows.iter().map(|&row| row as usize).collect::<Vec<_>>())
}
