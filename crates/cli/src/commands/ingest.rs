//! `thema ingest`: inputs to a corpus file that every other command takes in their place.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use thema_ingest::{Additions, Corpus, Ingested, Reject};

use crate::arguments::{GlobalArguments, IngestArguments, InputArguments};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::pipeline;
use crate::progress::Stages;

/// What a person or a script learns.
#[derive(serde::Serialize)]
struct Summary<'a> {
    corpus: &'a Path,
    papers: u64,
    records: u64,
    near_duplicates: u64,
    #[serde(flatten)]
    additions: Additions,
    rejected: usize,
}

/// Reads the inputs into a corpus, or adds them to the one that is there.
pub(crate) fn ingest(
    global: &GlobalArguments,
    arguments: &IngestArguments,
    settings: &Settings,
) -> anyhow::Result<Status> {
    let rejected = into_corpus(global, &arguments.input, &arguments.out, settings)?;
    Ok(if arguments.strict && rejected > 0 { Status::DoneWithFindings } else { Status::Done })
}

/// Adds inputs to the corpus at `out`, which is made when it is not there, and says how many were rejected.
pub(super) fn into_corpus(
    global: &GlobalArguments,
    input: &InputArguments,
    out: &Path,
    settings: &Settings,
) -> anyhow::Result<usize> {
    let mut inputs: Vec<PathBuf> = Vec::new();
    if out.exists() {
        let reason = || format!("{} exists and is no corpus; it is not replaced", out.display());
        Corpus::is_corpus_file(out).then_some(()).with_context(reason).classify(Failure::Output)?;
        inputs.push(out.to_owned());
    }
    let earlier = inputs.len();
    inputs.extend(input.inputs.iter().cloned());
    let mut stages = Stages::new(global.quiet || global.json);
    let ingested = pipeline::read_paths(settings, input, &inputs, &mut stages)?;
    if ingested.inputs.len() <= earlier {
        let reason = ingested.rejects.first().map_or("", |reject| reject.reason.as_str());
        return Err(anyhow::anyhow!("nothing to add: {reason}")).classify(Failure::Input);
    }
    pipeline::write_reconciliation(&ingested.reconciliation, &beside(out, "reconcile.csv"))?;
    write_rejects(&ingested.rejects, &beside(out, "rejects.jsonl"))?;
    ingested.corpus.write_parquet(out).classify(Failure::Output)?;
    print_summary(global, out, &ingested).context("standard output").classify(Failure::Output)?;
    Ok(ingested.rejects.len())
}

/// `corpus.reconcile.csv` of `corpus.parquet`.
fn beside(corpus: &Path, extension: &str) -> PathBuf {
    corpus.with_extension(extension)
}

fn write_rejects(rejects: &[Reject], path: &Path) -> anyhow::Result<()> {
    let mut lines = Vec::new();
    for reject in rejects {
        serde_json::to_writer(&mut lines, reject)?;
        lines.push(b'\n');
    }
    std::fs::write(path, lines)
        .with_context(|| format!("cannot write {}", path.display()))
        .classify(Failure::Output)
}

fn print_summary(global: &GlobalArguments, corpus: &Path, ingested: &Ingested) -> anyhow::Result<()> {
    let reconciliation = &ingested.reconciliation;
    let summary = Summary {
        corpus,
        papers: reconciliation.papers,
        records: reconciliation.records,
        near_duplicates: reconciliation.near_duplicates,
        additions: reconciliation.additions,
        rejected: ingested.rejects.len(),
    };
    let mut out = std::io::stdout().lock();
    if global.json {
        serde_json::to_writer(&mut out, &summary)?;
        writeln!(out)?;
    } else if !global.quiet {
        let Additions { new, newer, other, known } = summary.additions;
        let Summary { papers, records, near_duplicates, rejected, .. } = summary;
        writeln!(out, "{papers} papers from {records} records, {near_duplicates} of them near-duplicates")?;
        writeln!(
            out,
            "new papers: {new}; papers with a newer record: {newer}; with another one: {other}; records known before: \
             {known}; rejected: {rejected}"
        )?;
        writeln!(out, "Corpus: {}", corpus.display())?;
    }
    Ok(())
}
