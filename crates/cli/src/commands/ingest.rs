//! `thema ingest`: from inputs to a corpus file, which every other command accepts as input.

use thema::{Additions, Ingestion, InputDescription, Inputs, Result, counted, thousands};

use super::Session;
use super::described::print_description;
use crate::arguments::{GlobalArguments, IngestArguments};
use crate::configuration::inputs;
use crate::exit::Status;
use crate::output::{print, print_json};

/// Reads the inputs into a corpus, or adds them to an existing one.
pub(crate) fn ingest(global: &GlobalArguments, arguments: &IngestArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let inputs = inputs(&arguments.input);
    if arguments.describe {
        return describe(global, &session, &inputs);
    }
    let ingestion = session.work(|engine| engine.ingest(&inputs, &arguments.out))?;
    print_summary(global, &ingestion)?;
    Ok(status(&ingestion, arguments.strict))
}

/// Prints what would be read from the inputs. An input with nothing to read counts as a finding.
fn describe(global: &GlobalArguments, session: &Session, inputs: &Inputs) -> Result<Status> {
    let descriptions = session.work(|engine| Ok(engine.describe(inputs)))?;
    if global.json {
        print_json(&descriptions)?;
    } else {
        print(|out| {
            descriptions.iter().try_for_each(|input| print_description(input, inputs.format.is_some(), out))
        })?;
    }
    let is_unread = |input: &InputDescription| {
        input.rejects.iter().any(|reject| reject.unread || reject.position.is_none())
    };
    Ok(if descriptions.iter().any(is_unread) { Status::DoneWithFindings } else { Status::Done })
}

/// The status of the command.
pub(super) fn status(ingestion: &Ingestion, strict: bool) -> Status {
    let rejected = strict && ingestion.rejected > 0;
    if rejected { Status::DoneWithFindings } else { Status::with_unread(ingestion.unread_inputs) }
}

/// Prints what was read.
pub(super) fn print_summary(global: &GlobalArguments, ingestion: &Ingestion) -> Result<()> {
    if global.json {
        return print_json(ingestion);
    }
    if global.quiet {
        return Ok(());
    }
    let Additions { new, newer, other, known } = ingestion.additions;
    let [new, newer, other, known] = [new, newer, other, known].map(thousands);
    let Ingestion { papers, records, near_duplicates, rejected, unread_inputs, corpus, .. } = ingestion;
    let rejected = thousands(*rejected);
    print(|out| {
        let (papers, records) = (counted(*papers, "paper"), counted(*records, "record"));
        let near_duplicates = thousands(*near_duplicates);
        writeln!(out, "{papers} from {records}, {near_duplicates} of them near-duplicates")?;
        writeln!(
            out,
            "new papers: {new}; papers with a newer record: {newer}; papers with another record: {other}; records \
             already known: {known}; rejected: {rejected}"
        )?;
        if *unread_inputs > 0 {
            writeln!(
                out,
                "inputs that could not be read to their end: {unread_inputs}; rejects.jsonl lists them"
            )?;
        }
        writeln!(out, "Corpus: {}", corpus.display())
    })
}
