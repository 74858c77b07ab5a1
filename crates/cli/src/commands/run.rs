//! `thema run`: inputs to a directory of reports.

use std::io::IsTerminal;

use anyhow::Context;
use thema_cluster::identity::{RunState, ThemeModel};
use thema_cluster::report::map_layout;
use thema_cluster::{Manifest, Report, ReportInput, RunFiles, StagedRun};
use thema_html::{PageInput, render};

use super::report::PAGE;
use crate::arguments::{GlobalArguments, RunArguments};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::pipeline;
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
    let papers = pipeline::papers(&ingested.corpus);
    let documents = pipeline::documents(&ingested.corpus);
    let taxonomy = pipeline::choose_taxonomy(settings, &papers)?;
    let features = pipeline::fit_features(settings, &documents, &mut stages)?;
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
    let report = Report::assemble(&ReportInput {
        thema_version: env!("CARGO_PKG_VERSION"),
        papers: &papers,
        inputs: &inputs,
        near_duplicates: ingested.reconciliation.near_duplicates,
        themes: &themes,
        cluster_labels: &cluster_labels,
        hierarchy: &hierarchy,
        vectors: Some(clusters.vectors.view()),
        quality: Some(&quality),
    })?;
    let model =
        ThemeModel::of_run(&settings.features.language, &themes, features.vectors.view(), guided_model)?;
    let configuration = serde_json::to_value(settings)?;
    let manifest = Manifest::new(&report, configuration, settings.seed, inputs);
    let files = RunFiles {
        report: &report,
        manifest: &manifest,
        papers: &papers,
        themes: &themes,
        positions: Some(&positions),
    };
    let theme_of = report.theme_of(&themes);
    let page = PageInput {
        report: &report,
        manifest: &manifest,
        papers: &papers,
        theme_of: &theme_of,
        positions: Some(&positions),
    };
    let page = stages.run("page", Unit::Items, |_| render(&page))?;
    stages
        .run("write", Unit::Items, |_| {
            files.write(&staged, &ingested.rejects)?;
            staged.write(PAGE, |out| out.write_all(page.as_bytes()))?;
            let state = RunState {
                papers: papers.clone(),
                themes: themes.clone(),
                cluster_labels: cluster_labels.clone(),
                hierarchy: hierarchy.clone(),
                positions: positions.clone(),
                faded: Vec::new(),
            };
            pipeline::write_model(&staged, &features, &model, &state, &documents)
        })
        .classify(Failure::Output)?;
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
