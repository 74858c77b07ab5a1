//! `thema fit`: from a dump to a background model.

use thema::{BackgroundSummary, Result};

use super::Session;
use crate::arguments::{FitArguments, GlobalArguments};
use crate::configuration::inputs;
use crate::exit::Status;
use crate::output::{print, print_json};

/// Learns a background model and writes it, whole or not at all.
pub(crate) fn fit(global: &GlobalArguments, arguments: &FitArguments) -> Result<Status> {
    let session = Session::begin(global, None)?;
    let inputs = inputs(&arguments.input);
    let fitted = session.work(|engine| engine.fit_background(&inputs, &arguments.name, &arguments.out))?;
    if global.json {
        print_json(&fitted)?;
    } else if !global.quiet {
        let BackgroundSummary { terms, dimensions, bytes, .. } = fitted;
        let out = arguments.out.display();
        print(|to| writeln!(to, "{terms} terms, {dimensions} dimensions, {bytes} bytes: {out}"))?;
    }
    Ok(Status::with_unread(fitted.unread_inputs))
}
