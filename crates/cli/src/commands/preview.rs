//! The commands to run after a preview, which read everything.

use std::io::{self, Write};

use thema::Report;

use super::typed_run::TypedRun;
use crate::arguments::RunArguments;

/// Prints how much a preview read and which commands read the whole input, or that a small input was read whole.
/// `is_set` means that a settings file or the environment asks for previews.
pub(super) fn print_preview(
    arguments: &RunArguments,
    is_set: bool,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(preview) = &report.corpus.preview else {
        return if arguments.model.preview {
            writeln!(out, "The input is small and was read whole; this is not a preview.")
        } else {
            Ok(())
        };
    };
    writeln!(out, "{}", preview.sentence())?;
    let Some(typed) = TypedRun::of(std::env::args_os()) else { return Ok(()) };
    if is_set {
        let turned_off =
            "For a full run, which turns off the setting ingest.preview: THEMA_INGEST__PREVIEW=false";
        writeln!(out, "{turned_off} {}", typed.whole())?;
    } else {
        writeln!(out, "For a full run: {}", typed.whole())?;
    }
    let run = arguments.out.to_string_lossy().into_owned();
    writeln!(out, "To place all papers in these themes: {}", typed.placing(run))
}
