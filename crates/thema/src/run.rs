//! Inputs to a directory of reports.

use std::path::{Path, PathBuf};

use ndarray::{Array2, Axis};
use thema_features::Document;
use thema_ingest::{Corpus, Ingested, Reject};
use thema_report::{Manifest, NamedPapers, Report, ReportInput, RunFiles, StagedRun};
use thema_themes::identity::RunState;
use thema_themes::{Assignment, Paper, TallyShape, TrendParams};

use crate::editing::EditFile;
use crate::error::Blame;
use crate::inputs::input_files;
use crate::learning::{Learned, Lesson, choose_taxonomy, learn};
use crate::papers::{document, papers, related, subjects};
use crate::report_files::write_report;
use crate::roles::PaperRoles;
use crate::run_model::{RECONCILIATION, write_model};
use crate::stages::Stages;
use crate::texts::{StoredText, TEXTS, TextFile, write_texts};
use crate::{Engine, Fault, Inputs, Placer, Result, Vectors};

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
        let Ingested { corpus, rejects, inputs: summaries, reconciliation } =
            inputs.read(settings, &mut stages)?;
        let inputs = input_files(&summaries);
        let near_duplicates = reconciliation.near_duplicates;
        staged.write(RECONCILIATION, |out| reconciliation.write_csv(out))?;
        drop(reconciliation);
        let roles = PaperRoles::of(&corpus, settings.themes.sample);
        let vectors = vectors.map(|vectors| vectors.of_papers(&corpus, &summaries)).transpose()?;
        let Kept { papers, related, drawn, texts } = stages.run("store", || keep(corpus, &roles, &staged))?;

        let taxonomy = choose_taxonomy(&self.checked, &papers)?;
        let documents: Vec<Document<'_>> = drawn.iter().map(StoredText::document).collect();
        let learned_from = vectors.as_ref().map(|vectors| rows_of(vectors, roles.learned()));
        let lesson = Lesson {
            documents: &documents,
            subjects: subjects(roles.learned().iter().map(|&row| &papers[row as usize])),
            related: &related,
            vectors: learned_from.as_ref(),
            taxonomy: taxonomy.as_ref(),
        };
        let learned = learn(&self.checked, lesson, &mut stages)?;
        drop(documents);
        drop(drawn);
        drop(learned_from);
        let Learned { mut placer, themes, cluster_labels, hierarchy, positions, similarity, quality } =
            learned;

        let shape = TallyShape::of(&themes);
        let placed = place_rest(&placer, &texts, (roles.placed(), vectors.as_ref()), &mut stages)?;
        drop(vectors);
        let mut themes = roles.themes_of_all(themes, &placed);
        let trends = TrendParams::default().check()?;
        let tally = stages.run("count", || themes.count(&shape, &trends, &papers));
        placer.name(&themes);
        let state = RunState {
            papers,
            themes,
            cluster_labels: roles.labels_of_all(cluster_labels),
            hierarchy,
            positions: roles.of_all(&positions, &vec![[f32::NAN; 2]; placed.len()]),
            faded: Vec::new(),
            held: Vec::new(),
        };
        let report = Report::assemble(&ReportInput {
            thema_version: env!("CARGO_PKG_VERSION"),
            tally: &tally,
            named: &NamedPapers::among(&state.papers, &state.themes, &state.cluster_labels),
            inputs: &inputs,
            near_duplicates,
            themes: &state.themes,
            cluster_labels: &state.cluster_labels,
            hierarchy: &state.hierarchy,
            similarity: Some(&similarity),
            quality: Some(&quality),
        })?;
        let configuration = serde_json::to_value(settings).blame(Fault::Internal)?;
        let mut manifest = Manifest::new(&report, configuration, settings.seed, inputs);
        manifest.vectors = manifest_vectors;
        let files = RunFiles {
            report: &report,
            manifest: &manifest,
            papers: &state.papers,
            themes: &state.themes,
            positions: Some(&state.positions),
        };
        write_report(&staged, &files, &rejects, &mut stages, || write_model(&staged, &placer, &state))?;
        stages.timings().write(&staged)?;
        let directory = staged.commit()?;
        let edits = (!edits.is_empty()).then(|| edits.path().to_path_buf());
        Ok(Run { report, rejects, directory, edits })
    }
}

/// What a run holds of a corpus that it has let go.
struct Kept {
    papers: Vec<Paper>,
    /// Pairs of papers learned from that share an author.
    related: Vec<[u32; 2]>,
    /// Texts of the papers learned from.
    drawn: Vec<StoredText>,
    texts: TextFile,
}

/// Lets a corpus go, its texts written.
fn keep(corpus: Corpus, roles: &PaperRoles, staged: &StagedRun) -> Result<Kept> {
    let related = related(&corpus, roles.learned());
    let texts = store_texts(staged, &corpus)?;
    let papers = papers(&corpus);
    drop(corpus);
    let drawn = drawn(&texts, roles.learned())?;
    Ok(Kept { papers, related, drawn, texts })
}

/// Writes the texts of all papers at once, so that a large corpus need not be held any longer.
fn store_texts(staged: &StagedRun, corpus: &Corpus) -> Result<TextFile> {
    let mut sizes = Vec::new();
    let text = |row: usize| (corpus.key(row), document(corpus, row));
    staged.write(TEXTS, |out| {
        sizes = write_texts(corpus.len(), text, out)?;
        Ok(())
    })?;
    Ok(TextFile::new(staged.path(), sizes))
}

/// The texts of the papers in `rows`, which ascend.
fn drawn(texts: &TextFile, rows: &[u32]) -> Result<Vec<StoredText>> {
    let mut drawn = Vec::with_capacity(rows.len());
    for texts in texts.read(rows) {
        drawn.extend(texts.blame_for(Fault::Output, || "texts written by this run")?);
    }
    Ok(drawn)
}

/// Some rows of `vectors`.
fn rows_of(vectors: &Array2<f32>, rows: &[u32]) -> Array2<f32> {
    vectors.select(Axis(0), &rows.iter().map(|&row| row as usize).collect::<Vec<_>>())
}

/// Places the papers in `rows`, which ascend, in the themes that were made of the others; by their vectors where all papers have
/// some.
fn place_rest(
    placer: &Placer,
    texts: &TextFile,
    (rows, vectors): (&[u32], Option<&Array2<f32>>),
    stages: &mut Stages,
) -> Result<Vec<Assignment>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    stages.run("place rest", || {
        let progress = thema_progress::Task::new("placed", rows.len());
        let mut assignments = Vec::with_capacity(rows.len());
        for texts in texts.read(rows) {
            let texts = texts.blame_for(Fault::Output, || "texts written by this run")?;
            let documents: Vec<Document<'_>> = texts.iter().map(StoredText::document).collect();
            let placed = &rows[assignments.len()..][..documents.len()];
            assignments.extend(match vectors {
                Some(vectors) => placer.place_by(&documents, rows_of(vectors, placed).view())?,
                None => placer.place(&documents)?,
            });
            progress.advance(texts.len());
        }
        Ok(assignments)
    })
}
