//! `thema update`: new papers into the standing themes of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::Context;
use linfa::ParamGuard;
use serde::Serialize;
use thema_cluster::identity::{EventKind, JoiningPaper, ThemeEvent, Update, UpdateParams};
use thema_cluster::report::StoredRun;
use thema_cluster::{Label, Manifest, Paper, Report, ReportInput, RunFiles, StagedRun, label_newborn};
use thema_features::Document;

use crate::arguments::{GlobalArguments, UpdateArguments};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::interruption::{remove_when_interrupted, uninterrupted};
use crate::pipeline::{self, StoredModel, StoredText};
use crate::progress::{Stages, Unit};

/// File of the events of a run.
const EVENTS: &str = "events.jsonl";

/// What an update did.
#[derive(Serialize)]
struct Summary {
    added: usize,
    known: usize,
    waiting: usize,
    papers: usize,
    events: Vec<ThemeEvent>,
}

/// Adds papers to a run. Papers that it holds already are passed over; when none is left, no byte changes.
pub(crate) fn update(
    global: &GlobalArguments,
    arguments: &UpdateArguments,
    settings: &Settings,
) -> anyhow::Result<Status> {
    let mut model = StoredModel::load(&arguments.run)?;
    let old = StoredRun::read(model.run()).classify(Failure::Input)?;
    let mut stages = Stages::new(global.quiet || global.json);
    let ingested = pipeline::read(settings, &arguments.input, &mut stages)?;
    let read = pipeline::papers(&ingested.corpus);
    let texts = pipeline::documents(&ingested.corpus);
    let known: BTreeSet<&str> = model.state.papers.iter().map(|paper| paper.id.as_str()).collect();
    // In the order of their ids, whatever the order in which they came.
    let mut fresh: Vec<(Paper, Document<'_>)> =
        read.into_iter().zip(texts).filter(|(paper, _)| !known.contains(paper.id.as_str())).collect();
    fresh.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    let known = ingested.corpus.len() - fresh.len();
    if fresh.is_empty() {
        let waiting = model.themes.standing().waiting();
        let papers = model.state.papers.len();
        let summary = Summary { added: 0, known, waiting, papers, events: Vec::new() };
        print(global, &summary, &model, &old).context("standard output").classify(Failure::Output)?;
        return Ok(Status::Done);
    }
    let staged = StagedRun::begin(model.run(), true).classify(Failure::Output)?;
    remove_when_interrupted(staged.path());
    let documents: Vec<Document<'_>> = fresh.iter().map(|(_, document)| *document).collect();
    let ids: Vec<&str> = fresh.iter().map(|(paper, _)| paper.id.as_str()).collect();
    let placed = stages.run("place", Unit::Items, |_| model.place(&documents))?;
    let done = model.themes.update(
        &UpdateParams::default().check()?,
        &ids,
        &placed.places,
        placed.vectors.view(),
    )?;
    let labels = labels(&model, &done, &fresh)?;
    let rules = pipeline::outlier_rules_of(&old.manifest)?;
    let judgements = model.themes.judge(&documents);
    let joining = fresh
        .iter()
        .zip(&placed.places)
        .zip(&judgements)
        .enumerate()
        .map(|(row, (((paper, document), place), judgement))| {
            let known = placed.rows.row(row).indices.len();
            JoiningPaper {
                paper: paper.clone(),
                place: place.clone(),
                outlier: pipeline::outlier(&rules, document, known, place.margin, judgement),
            }
        })
        .collect();
    let events = model.state.join(joining, &done, &labels)?;
    let added: Vec<(&str, Document<'_>)> = ids.iter().copied().zip(documents.iter().copied()).collect();
    write(&staged, &mut stages, (&model, &old), (&events, &added), &ingested)?;
    stages.timings().write(&staged).classify(Failure::Output)?;
    uninterrupted(|| staged.commit()).classify(Failure::Output)?;
    let waiting = model.themes.standing().waiting();
    let papers = model.state.papers.len();
    let summary = Summary { added: fresh.len(), known, waiting, papers, events };
    print(global, &summary, &model, &old).context("standard output").classify(Failure::Output)?;
    Ok(Status::Done)
}

/// One label a newborn theme, from the texts of its papers.
fn labels(
    model: &StoredModel,
    update: &Update,
    fresh: &[(Paper, Document<'_>)],
) -> anyhow::Result<Vec<Label>> {
    if update.events.is_empty() {
        return Ok(Vec::new());
    }
    let first = model.state.themes.themes.len() as u32;
    let members: BTreeMap<&str, u32> = update
        .papers
        .iter()
        .filter(|paper| paper.theme >= first)
        .map(|paper| (paper.paper.as_str(), paper.theme))
        .collect();
    let stored = model.texts(|id| members.contains_key(id))?;
    let mut taken: Vec<String> = model.state.themes.themes.iter().map(|theme| theme.name.clone()).collect();
    let mut labels = Vec::new();
    for theme in first..first + update.events.len() as u32 {
        let of_theme = |id: &str| members.get(id) == Some(&theme);
        let new = fresh.iter().filter(|(paper, _)| of_theme(&paper.id)).map(|(_, document)| *document);
        let old = stored.values().filter(|text| of_theme(&text.id)).map(StoredText::document);
        let documents: Vec<Document<'_>> = old.chain(new).collect();
        let rows = model.features.transform(&documents)?;
        let frequencies = model.features.document_frequencies();
        let names: Vec<&str> = taken.iter().map(String::as_str).collect();
        let label = label_newborn(&rows, (frequencies.frequencies(), frequencies.documents()), model, &names);
        taken.push(label.name.clone());
        labels.push(label);
    }
    Ok(labels)
}

/// Writes the run anew, whole.
fn write(
    staged: &StagedRun,
    stages: &mut Stages,
    (model, old): (&StoredModel, &StoredRun),
    (events, added): (&[ThemeEvent], &[(&str, Document<'_>)]),
    ingested: &thema_ingest::Ingested,
) -> anyhow::Result<()> {
    let state = &model.state;
    let mut inputs = old.manifest.inputs.clone();
    inputs.extend(pipeline::input_files(&ingested.inputs));
    let ids: Vec<&str> = state.themes.themes.iter().map(|theme| theme.id.as_str()).collect();
    let similarity = model.themes.standing().similarity(&ids);
    let report = Report::assemble(&ReportInput {
        thema_version: env!("CARGO_PKG_VERSION"),
        papers: &state.papers,
        inputs: &inputs,
        near_duplicates: old.report.corpus.near_duplicates,
        themes: &state.themes,
        cluster_labels: &state.cluster_labels,
        hierarchy: &state.hierarchy,
        similarity: Some(&similarity),
        quality: old.report.quality.as_ref(),
    })?;
    let manifest = Manifest::new(&report, old.manifest.configuration.clone(), old.manifest.seed, inputs);
    let files = RunFiles {
        report: &report,
        manifest: &manifest,
        papers: &state.papers,
        themes: &state.themes,
        positions: Some(&state.positions),
    };
    let mut rejects = model.lines("rejects.jsonl")?;
    for reject in &ingested.rejects {
        rejects.push(serde_json::to_value(reject)?);
    }
    let mut lines = model.lines(EVENTS)?;
    for event in events {
        lines.push(serde_json::to_value(event)?);
    }
    pipeline::write_report(staged, &files, &rejects, stages, || {
        staged.write(EVENTS, |out| {
            for line in &lines {
                serde_json::to_writer(&mut *out, line)?;
                out.write_all(b"\n")?;
            }
            Ok(())
        })?;
        pipeline::rewrite_model(staged, model.run(), &model.themes, state, added)
    })
}

fn print(
    global: &GlobalArguments,
    summary: &Summary,
    model: &StoredModel,
    old: &StoredRun,
) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if global.json {
        serde_json::to_writer(&mut out, summary)?;
        writeln!(out)?;
        return Ok(());
    }
    if global.quiet {
        return Ok(());
    }
    let Summary { added, known, waiting, papers, events } = summary;
    if *added == 0 {
        writeln!(out, "No new papers; the run of {papers} papers stays as it is.")?;
        return Ok(());
    }
    writeln!(out, "{added} papers added, {known} already there: {papers} papers in all.")?;
    writeln!(out, "{waiting} papers fit no theme and wait for enough of their kind.")?;
    let before = old.report.themes.iter().map(|theme| (&theme.id, &theme.name));
    let names: BTreeMap<&String, &String> =
        before.chain(model.state.themes.themes.iter().map(|theme| (&theme.id, &theme.name))).collect();
    let name = |id: &String| names.get(id).map_or_else(|| id.clone(), |name| format!("{name} ({id})"));
    for event in events {
        let what = match event.event {
            EventKind::Born => "born",
            EventKind::Split => "split off",
            EventKind::Merged => "merged",
            EventKind::Faded => "faded",
        };
        write!(out, "{what}: {}, {} papers", name(&event.theme), event.papers)?;
        let towards = if event.event == EventKind::Merged { "into" } else { "out of" };
        match &event.other {
            Some(other) => writeln!(out, ", {towards} {}", name(other))?,
            None => writeln!(out)?,
        }
    }
    writeln!(out, "Report: {}", model.run().display())?;
    Ok(())
}
