//! `thema report`: the page of a run, rendered again from the run's files.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use thema_html::{PageInput, render};
use thema_report::StoredRun;

use crate::arguments::{GlobalArguments, ReportArguments};
use crate::exit::{Classify, Failure, Status};
use crate::pipeline::PAGE;

/// Renders the page and puts it in its place whole.
pub(crate) fn report(global: &GlobalArguments, arguments: &ReportArguments) -> anyhow::Result<Status> {
    let run = StoredRun::read(&arguments.run)
        .with_context(|| format!("{} is no run that this version can read", arguments.run.display()))
        .classify(Failure::Input)?;
    let page = render(&PageInput {
        report: &run.report,
        manifest: &run.manifest,
        papers: &run.papers,
        theme_of: &run.theme_of,
        positions: run.positions.as_deref(),
    })?;
    let target = arguments.out.clone().unwrap_or_else(|| arguments.run.join(PAGE));
    replace(&target, page.as_bytes())
        .with_context(|| format!("cannot write {}", target.display()))
        .classify(Failure::Output)?;
    print_target(global, &target, page.len()).context("standard output").classify(Failure::Output)?;
    Ok(Status::Done)
}

/// Writes `bytes` beside `target` and renames them into its place, so that nobody meets half a page.
fn replace(target: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".thema.").suffix(".partial");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(parent)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

fn print_target(global: &GlobalArguments, target: &Path, bytes: usize) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if global.json {
        serde_json::to_writer(&mut out, &serde_json::json!({ "page": target, "bytes": bytes }))?;
        writeln!(out)?;
    } else if !global.quiet {
        writeln!(out, "Report: {}", target.display())?;
    }
    Ok(())
}
