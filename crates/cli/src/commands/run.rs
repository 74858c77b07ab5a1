//! `thema run`: inputs to a directory of reports.

use std::io::IsTerminal;

use anyhow::Context;
use thema_cluster::identity::{RunState, ThemeModel};
use thema_cluster::report::{map_layout, theme_similarity};
use thema_cluster::{Manifest, Paper, Report, ReportInput, RunFiles, StagedRun};
use thema_features::Document;

use crate::arguments::{GlobalArguments, RunArguments};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::pipeline::{self, Counting};
use crate::progress::{Stages, Unit};
use crate::theme_table::theme_table;

/// Width of the theme table where standard output is no terminal.
const PLAIN_WIDTH: usize = 120;

/// Runs every stage and writes the report.
pub(crate) fn run(
    global: &GlobalArguments,
    arguments: &RunArguments,
    settings: &Settings,
) -> anyhow::Result<Status> {
    let staged = StagedRun::begin(&arguments.out, arguments.force).classify(Failure::Output)?;
    let mut stages = Stages::new(global.quiet || global.json);
    let ingested = pipeline::read(settings, &arguments.input, &mut stages)?;
    let corpus = &ingested.corpus;
    let counting = Counting::of(corpus);
    let rows = || counting.rows().iter().map(|&row| row as usize);
    let papers: Vec<Paper> = rows().map(|row| pipeline::paper(corpus, row)).collect();
    let documents: Vec<Document<'_>> = rows().map(|row| pipeline::document(corpus, row)).collect();
    let related = pipeline::related(corpus, counting.rows());
    let taxonomy = pipeline::choose_taxonomy(settings, &papers)?;
    let features = pipeline::fit_features(settings, &documents, &related, &mut stages)?;
    let placements = taxonomy
        .as_ref()
        .map(|taxonomy| pipeline::place(settings, taxonomy, &documents, &features, &mut stages))
        .transpose()?;
    let clusters = pipeline::cluster(settings, &features.vectors, &mut stages)?;
    let (guided_model, placements) = placements.unzip();
    let guided = taxonomy.as_ref().zip(placements.as_deref());
    let (themes, cluster_labels) =
        pipeline::make_themes(settings, &papers, &documents, &features, &clusters, guided, &mut stages)?;
    let quality = pipeline::measure(settings, &features, &clusters, &themes, &mut stages)?;
    let hierarchy = clusters.hierarchy(&cluster_labels);
    let cluster_of = clusters.of_papers();
    let positions = stages.run("map", Unit::Items, |_| map_layout(clusters.vectors.view(), &cluster_of));
    let inputs = pipeline::input_files(&ingested);
    let model =
        ThemeModel::of_run(&settings.features.language, &themes, features.vectors.view(), guided_model)?;
    let similarity = theme_similarity(clusters.vectors.view(), &themes.themes.iter().collect::<Vec<_>>());
    let (papers, documents) = if counting.is_trivial() {
        (papers, documents)
    } else {
        drop(papers);
        (pipeline::papers(corpus), pipeline::documents(corpus))
    };
    let themes = counting.themes_of_all(themes);
    let cluster_labels = counting.labels_of_all(cluster_labels);
    let positions = counting.of_all(&positions).into_owned();
    let report = Report::assemble(&ReportInput {
        thema_version: env!("CARGO_PKG_VERSION"),
        papers: &papers,
        inputs: &inputs,
        near_duplicates: ingested.reconciliation.near_duplicates,
        themes: &themes,
        cluster_labels: &cluster_labels,
        hierarchy: &hierarchy,
        vectors: None,
        quality: Some(&quality),
    })?;
    let place = |key: &str| themes.themes.iter().position(|theme| theme.key == key).unwrap_or(0);
    let order: Vec<usize> = report.themes.iter().map(|theme| place(&theme.key)).collect();
    let similarity = order.iter().map(|&a| order.iter().map(|&b| similarity[a][b]).collect()).collect();
    let report = Report { similarity: Some(similarity), ..report };
    let configuration = serde_json::to_value(settings)?;
    let manifest = Manifest::new(&report, configuration, settings.seed, inputs);
    let files = RunFiles {
        report: &report,
        manifest: &manifest,
        papers: &papers,
        themes: &themes,
        positions: Some(&positions),
    };
    let write_model = || {
        let state = RunState {
            papers: papers.clone(),
            themes: themes.clone(),
            cluster_labels: cluster_labels.clone(),
            hierarchy: hierarchy.clone(),
            positions: positions.clone(),
            faded: Vec::new(),
        };
        pipeline::write_model(&staged, &features, &model, &state, &documents)
    };
    pipeline::write_report(&staged, &files, &ingested.rejects, &mut stages, write_model)?;
    pipeline::write_reconciliation(&ingested, &staged.path().join("reconcile.csv"))?;
    stages.timings().write(&staged).classify(Failure::Output)?;
    let target = staged.commit().classify(Failure::Output)?;
    print_summary(global, &report, &ingested.rejects, &target)
        .context("standard output")
        .classify(Failure::Output)?;
    let rejected = arguments.strict && !ingested.rejects.is_empty();
    Ok(if rejected { Status::DoneWithFindings } else { Status::Done })
}

/// The report on standard output: a table for a person, the whole model with `--json`.
fn print_summary(
    global: &GlobalArguments,
    report: &Report,
    rejects: &[thema_ingest::Reject],
    target: &std::path::Path,
) -> anyhow::Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    if global.json {
        serde_json::to_writer(&mut out, report)?;
        writeln!(out)?;
    } else if !global.quiet {
        let terminal = out.is_terminal();
        let width = terminal_size::terminal_size().map_or(PLAIN_WIDTH, |(width, _)| usize::from(width.0));
        let color = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        write!(out, "{}", theme_table(report, width, color))?;
        if !rejects.is_empty() {
            writeln!(
                out,
                "{} records or files could not be read; rejects.jsonl says where and why",
                rejects.len()
            )?;
        }
        let (papers, outliers) = (report.corpus.papers, report.outliers.papers);
        writeln!(out, "All {papers} papers are assigned, {outliers} of them as outliers.")?;
        writeln!(out, "Report: {}", target.display())?;
    }
    Ok(())
}
