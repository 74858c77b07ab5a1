//! `thema report`: renders the page of a run again from the run's files.

use thema::{Result, render};

use super::Session;
use super::misfits::warn_of;
use crate::arguments::{GlobalArguments, ReportArguments};
use crate::exit::Status;
use crate::output::{print, print_json};

/// Renders the page and replaces it atomically.
pub(crate) fn report(global: &GlobalArguments, arguments: &ReportArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let rendered = session.work(|_| render(&arguments.run, arguments.out.as_deref()))?;
    warn_of(&rendered.misfits);
    if global.json {
        print_json(&rendered)?;
    } else if !global.quiet {
        print(|out| writeln!(out, "Report: {}", rendered.page.display()))?;
    }
    Ok(Status::Done)
}
