//! `thema ingest`: inputs to a corpus file that every other command takes in their place.

use thema::{Additions, Ingestion, Result};

use super::Session;
use crate::arguments::{GlobalArguments, IngestArguments};
use crate::configuration::inputs;
use crate::exit::Status;
use crate::output::{print, print_json};

/// Reads the inputs into a corpus, or adds them to the one that is there.
pub(crate) fn ingest(global: &GlobalArguments, arguments: &IngestArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let inputs = inputs(&arguments.input);
    let ingestion = session.work(|engine| engine.ingest(&inputs, &arguments.out))?;
    print_summary(global, &ingestion)?;
    Ok(status(&ingestion, arguments.strict))
}

/// How the command ended.
pub(super) fn status(ingestion: &Ingestion, strict: bool) -> Status {
    let rejected = strict && ingestion.rejected > 0;
    if rejected { Status::DoneWithFindings } else { Status::with_unread(ingestion.unread_inputs) }
}

/// Says what became of the inputs.
pub(super) fn print_summary(global: &GlobalArguments, ingestion: &Ingestion) -> Result<()> {
    if global.json {
        return print_json(ingestion);
    }
    if global.quiet {
        return Ok(());
    }
    let Additions { new, newer, other, known } = ingestion.additions;
    let Ingestion { papers, records, near_duplicates, rejected, unread_inputs, corpus, .. } = ingestion;
    print(|out| {
        writeln!(out, "{papers} papers from {records} records, {near_duplicates} of them near-duplicates")?;
        writeln!(
            out,
            "new papers: {new}; papers with a newer record: {newer}; with another one: {other}; records known before: \
             {known}; rejected: {rejected}"
        )?;
        if *unread_inputs > 0 {
            writeln!(
                out,
                "inputs that could not be read to their end: {unread_inputs}; rejects.jsonl names them"
            )?;
        }
        writeln!(out, "Corpus: {}", corpus.display())
    })
}
