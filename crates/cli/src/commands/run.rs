//! `thema run`: inputs to a directory of reports.

use std::io::IsTerminal;

use anyhow::Context;
use linfa::ParamGuard;
use thema_cluster::identity::{RunState, ThemeModel};
use thema_cluster::report::{map_layout, theme_similarity};
use thema_cluster::{Manifest, Paper, Report, ReportInput, RunFiles, StagedRun, TrendParams};
use thema_features::Document;
use thema_ingest::{Corpus, Ingested};

use crate::arguments::{GlobalArguments, RunArguments};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::interruption::{remove_when_interrupted, uninterrupted};
use crate::pipeline::{self, PaperRoles, TEXTS, TextFile, write_texts};
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
    let most_learned = pipeline::most_learned(settings)?;
    let staged = StagedRun::begin(&arguments.out, arguments.force).classify(Failure::Output)?;
    remove_when_interrupted(staged.path());
    let mut stages = Stages::new(global.quiet || global.json);
    let Ingested { corpus, rejects, inputs, reconciliation } =
        pipeline::read(settings, &arguments.input, &mut stages)?;
    let inputs = pipeline::input_files(&inputs);
    let near_duplicates = reconciliation.near_duplicates;
    pipeline::write_reconciliation(&reconciliation, &staged.path().join("reconcile.csv"))?;
    drop(reconciliation);
    let roles = PaperRoles::of(&corpus, most_learned);
    let Kept { papers, related, abstracts, texts } =
        stages.run("store", Unit::Items, |_| keep(corpus, &roles, &staged))?;

    let taxonomy = pipeline::choose_taxonomy(settings, &papers)?;
    let titles = roles.learned().iter().map(|&row| papers[row as usize].title.as_str());
    let documents: Vec<Document<'_>> =
        titles.zip(&abstracts).map(|(title, body)| Document { title, body }).collect();
    let corpus_fit = pipeline::fit_corpus(settings, &documents)?;
    let judgements = stages.run("judge", Unit::Items, |_| Ok(corpus_fit.judge(&documents)))?;
    let features = pipeline::fit_features(settings, &documents, &related, &mut stages)?;
    let placements = taxonomy
        .as_ref()
        .map(|taxonomy| pipeline::place(settings, taxonomy, &documents, &features, &mut stages))
        .transpose()?;
    let clusters = pipeline::cluster(settings, &features.vectors, &mut stages)?;
    let (guided_model, placements) = placements.unzip();
    let guided = taxonomy.as_ref().zip(placements.as_deref());
    let (themes, cluster_labels) =
        pipeline::make_themes(settings, &documents, &features, &judgements, &clusters, guided, &mut stages)?;
    drop(documents);
    drop(abstracts);
    let quality = pipeline::measure(settings, &features, &clusters, &themes, &mut stages)?;
    let hierarchy = clusters.hierarchy(&cluster_labels);
    let cluster_of = clusters.of_papers();
    let positions = stages.run("map", Unit::Items, |_| map_layout(clusters.vectors.view(), &cluster_of));
    let similarity = theme_similarity(clusters.vectors.view(), &themes.themes);
    drop(clusters);
    let model =
        ThemeModel::of_run(&settings.features.language, &themes, features.vectors.view(), guided_model)?
            .with_corpus_fit(corpus_fit);

    let placed = pipeline::place_rest(settings, &features, &model, &texts, roles.placed(), &mut stages)?;
    let mut themes = roles.themes_of_all(themes, &placed);
    themes.set_days(&TrendParams::default().check()?, &papers);
    let state = RunState {
        papers,
        themes,
        cluster_labels: roles.labels_of_all(cluster_labels),
        hierarchy,
        positions: roles.of_all(&positions, &vec![[f32::NAN; 2]; placed.len()]),
        faded: Vec::new(),
    };
    let report = Report::assemble(&ReportInput {
        thema_version: env!("CARGO_PKG_VERSION"),
        papers: &state.papers,
        inputs: &inputs,
        near_duplicates,
        themes: &state.themes,
        cluster_labels: &state.cluster_labels,
        hierarchy: &state.hierarchy,
        similarity: Some(&similarity),
        quality: Some(&quality),
    })?;
    let manifest = Manifest::new(&report, serde_json::to_value(settings)?, settings.seed, inputs);
    let files = RunFiles {
        report: &report,
        manifest: &manifest,
        papers: &state.papers,
        themes: &state.themes,
        positions: Some(&state.positions),
    };
    let write_model = || pipeline::write_model(&staged, &features, &model, &state);
    pipeline::write_report(&staged, &files, &rejects, &mut stages, write_model)?;
    stages.timings().write(&staged).classify(Failure::Output)?;
    let target = uninterrupted(|| staged.commit()).classify(Failure::Output)?;
    print_summary(global, &report, &rejects, &target).context("standard output").classify(Failure::Output)?;
    let rejected = arguments.strict && !rejects.is_empty();
    Ok(if rejected { Status::DoneWithFindings } else { Status::Done })
}

/// What a run holds of a corpus that it has let go.
struct Kept {
    papers: Vec<Paper>,
    /// Pairs of papers learned from that share an author.
    related: Vec<[u32; 2]>,
    /// Those of the papers learned from.
    abstracts: Vec<String>,
    texts: TextFile,
}

/// Lets a corpus go, its texts written.
fn keep(corpus: Corpus, roles: &PaperRoles, staged: &StagedRun) -> anyhow::Result<Kept> {
    let related = pipeline::related(&corpus, roles.learned());
    let texts = store_texts(staged, &corpus)?;
    let papers = pipeline::papers(&corpus);
    drop(corpus);
    let abstracts = abstracts(&texts, roles.learned())?;
    Ok(Kept { papers, related, abstracts, texts })
}

/// Writes the texts of all papers at once, so that a large corpus need not be held any longer.
fn store_texts(staged: &StagedRun, corpus: &Corpus) -> anyhow::Result<TextFile> {
    let mut sizes = Vec::new();
    let text = |row: usize| (corpus.key(row), pipeline::document(corpus, row));
    staged
        .write(TEXTS, |out| {
            sizes = write_texts(corpus.len(), text, out)?;
            Ok(())
        })
        .classify(Failure::Output)?;
    Ok(TextFile::new(staged.path(), sizes))
}

/// The abstracts of the papers in `rows`, which ascend.
fn abstracts(texts: &TextFile, rows: &[u32]) -> anyhow::Result<Vec<String>> {
    let mut abstracts = Vec::with_capacity(rows.len());
    for texts in texts.read(rows) {
        let texts = texts.context("texts written by this run").classify(Failure::Output)?;
        abstracts.extend(texts.into_iter().map(|text| text.r#abstract));
    }
    Ok(abstracts)
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
