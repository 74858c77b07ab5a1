//! Writes the files of a run from what was learned, placed and counted.

use thema_ingest::Reject;
use thema_report::{
    InputFile, Manifest, NamedPapers, PaperBatches, Preview, Report, ReportInput, StagedRun, VectorsFile,
};
use thema_themes::TrendParams;
use thema_themes::identity::RunState;

use crate::editing::EditFile;
use crate::error::Blame;
use crate::mapping::{Mapped, Mapping, titles};
use crate::report_files::Written;
use crate::run_model::write_state;
use crate::stages::Stages;
use crate::taught::Taught;
use crate::{Fault, Result, Run, Settings};

/// What a run reports about its inputs.
pub(crate) struct Told {
    pub(crate) inputs: Vec<InputFile>,
    /// How much of them was read; `None` if all.
    pub(crate) preview: Option<Preview>,
    pub(crate) rejects: Vec<Reject>,
    /// Number of near-duplicates, which other papers count for.
    pub(crate) near_duplicates: u64,
    /// The user's vectors.
    pub(crate) vectors: Option<VectorsFile>,
    /// Edits of the run that was there before.
    pub(crate) edits: EditFile,
}

/// Writes the remaining files and moves the run to its final path.
pub(crate) fn finish(
    settings: &Settings,
    staged: StagedRun,
    taught: Taught,
    mapped: Mapped,
    told: Told,
    mut stages: Stages,
) -> Result<Run> {
    let Taught { mapping, mut themes, cluster_labels, hierarchy, similarity, quality } = taught;
    let Mapped { table, stored, tally } = mapped;
    let Told { inputs, preview, rejects, near_duplicates, vectors, edits } = told;
    let Mapping { mut placer, shape, dates, .. } = mapping;
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
        preview,
        near_duplicates,
        excluded: 0,
        added: 0,
        found_later: &[],
        themes: &themes,
        cluster_labels: &cluster_labels,
        hierarchy: &hierarchy,
        similarity: Some(&similarity),
        quality: Some(&quality),
    })?;
    // Converted through text, which keeps a number as it was set: 0.01 rather than the nearest `f32`.
    let configuration = serde_json::to_string(settings).and_then(|text| serde_json::from_str(&text));
    let configuration = configuration.blame(Fault::Internal)?;
    let mut manifest = Manifest::new(&report, configuration, settings.seed, inputs);
    manifest.vectors = vectors;
    placer.features().analyzer().language().code().clone_into(&mut manifest.language);
    let written = Written { report: &report, manifest: &manifest, papers: &table, themes: &themes };
    written.write(&staged, &rejects, &mut stages, || {
        let memberships = shape.memberships(&themes);
        let themes = themes.clone();
        let date_counts = Some(dates.counts());
        let state =
            RunState { themes, cluster_labels, hierarchy, memberships, date_counts, ..RunState::default() };
        write_state(&staged, &placer, &stored, &state)
    })?;
    stages.timings().write(&staged)?;
    let directory = staged.commit()?;
    let edits = (!edits.is_empty()).then(|| edits.path().to_path_buf());
    Ok(Run { report, rejects, directory, edits })
}
