//! `thema run`: from inputs to a directory of reports.

use std::io::IsTerminal;

use thema::{PAGE, Result, Run, rejected, unread_inputs};

use super::Session;
use super::preview::print_preview;
use crate::arguments::{GlobalArguments, RunArguments};
use crate::configuration::{inputs, resolve, with_vectors};
use crate::exit::Status;
use crate::output::{print_json, print_raw};
use crate::theme_table::theme_table;

/// Width of the theme table if standard output is not a terminal.
const PLAIN_WIDTH: usize = 120;

/// Runs every stage and writes the report.
pub(crate) fn run(global: &GlobalArguments, arguments: &RunArguments) -> Result<Status> {
    let session = Session::begin(global, Some(&arguments.model))?;
    let inputs = with_vectors(inputs(&arguments.input), arguments.vectors.as_deref())?;
    let run = session.work(|engine| engine.run(&inputs, &arguments.out, arguments.force))?;
    print_summary(global, arguments, &run)?;
    if let Some(edits) = &run.edits {
        let edits = edits.display().to_string();
        tracing::warn!(
            "{}: edits of the earlier themes; `thema report` applies them to these",
            thema::plain(&edits)
        );
    }
    let is_refused = arguments.strict && !run.rejects.is_empty();
    Ok(if is_refused { Status::DoneWithFindings } else { Status::with_unread(unread_inputs(&run.rejects)) })
}

/// Prints the report: a table for people, or the whole report with `--json`.
fn print_summary(global: &GlobalArguments, arguments: &RunArguments, run: &Run) -> Result<()> {
    let Run { report, rejects, directory, .. } = run;
    if global.json {
        return print_json(report);
    }
    if global.quiet {
        return Ok(());
    }
    let is_set = resolve(global, None)?.ingest.preview;
    let width = terminal_size::terminal_size().map_or(PLAIN_WIDTH, |(width, _)| usize::from(width.0));
    let terminal = std::io::stdout().is_terminal();
    let color = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    print_raw(|out| {
        write!(out, "{}", theme_table(report, width, color))?;
        if !rejects.is_empty() {
            let rejected = rejected(rejects);
            let what = if rejected == 1 { "record or file" } else { "records or files" };
            writeln!(out, "{rejected} {what} could not be read; rejects.jsonl says where and why")?;
        }
        writeln!(out, "Report: {}", thema::plain(&directory.join(PAGE).display().to_string()))?;
        print_preview(arguments, is_set, report, out)
    })
}
