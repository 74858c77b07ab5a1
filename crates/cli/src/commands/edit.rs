//! `thema edit`: adds an edit to a run.

use thema::{Edit, PAGE, Part, Result, edit as add};

use super::Session;
use super::misfits::warn_of;
use crate::arguments::{EditArguments, EditCommand, GlobalArguments};
use crate::exit::Status;
use crate::output::{print, print_json};

/// Adds the edit to the run's edits and rewrites its report.
pub(crate) fn edit(global: &GlobalArguments, arguments: EditArguments) -> Result<Status> {
    let EditArguments { run, edit } = arguments;
    let edit = asked(edit);
    let session = Session::begin(global, None)?;
    let edited = session.work(|_| add(&run, &edit))?;
    warn_of(&edited.misfits);
    if global.json {
        print_json(&edited)?;
    } else if !global.quiet {
        print(|out| {
            writeln!(out, "{}", edited.done)?;
            writeln!(out, "Report: {}", edited.directory.join(PAGE).display())
        })?;
    }
    Ok(Status::Done)
}

fn asked(command: EditCommand) -> Edit {
    match command {
        EditCommand::Rename { theme, name } => Edit::Rename { theme, name },
        EditCommand::Merge { themes, into } => Edit::Merge { themes, into },
        EditCommand::Split { theme, name, phrase, papers } => {
            Edit::Split { theme, name, part: phrase.map_or(Part::Papers(papers), Part::Phrase) }
        }
        EditCommand::Move { papers, to } => Edit::Move { papers, to },
        EditCommand::Exclude { papers } => Edit::Exclude { papers },
        EditCommand::Describe { theme, text } => Edit::Describe { theme, text },
    }
}
