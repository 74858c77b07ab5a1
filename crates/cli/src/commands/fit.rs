//! `thema fit`: a dump to a background model.

use std::io::Write;

use anyhow::Context;
use thema_features::Document;
use thema_projection::Provenance;

use crate::arguments::{FitArguments, GlobalArguments};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::pipeline::{self, PaperRoles};
use crate::progress::Stages;

/// Learns a background model and writes it whole or not at all.
#[expect(clippy::print_stdout, reason = "the summary is this command's result")]
pub(crate) fn fit(
    global: &GlobalArguments,
    arguments: &FitArguments,
    settings: &Settings,
) -> anyhow::Result<Status> {
    let mut stages = Stages::new(global.quiet || global.json);
    let ingested = pipeline::read(settings, &arguments.input, &mut stages)?;
    let corpus = &ingested.corpus;
    let roles = PaperRoles::of(corpus, usize::MAX);
    let documents: Vec<Document<'_>> =
        roles.learned().iter().map(|&row| pipeline::document(corpus, row as usize)).collect();
    let related = pipeline::related(corpus, roles.learned());
    let provenance = Provenance {
        name: arguments.name.clone(),
        source: format!("titles, abstracts and authors of {} papers", documents.len()),
    };
    let background = pipeline::fit_background(settings, provenance, &documents, &related, &mut stages)?;
    let folder = match arguments.out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => std::path::Path::new("."),
    };
    let written = stages.run("write", crate::progress::Unit::Items, |_| -> anyhow::Result<u64> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        background.save(&mut file)?;
        file.flush()?;
        let bytes = file.as_file().metadata()?.len();
        file.persist(&arguments.out)?;
        Ok(bytes)
    });
    let bytes = written
        .with_context(|| format!("{}: the background model", arguments.out.display()))
        .classify(Failure::Output)?;
    let (terms, dimensions) = (background.len(), background.dimensions());
    if global.json {
        println!("{}", serde_json::json!({ "terms": terms, "dimensions": dimensions, "bytes": bytes }));
    } else if !global.quiet {
        println!("{terms} terms, {dimensions} dimensions, {bytes} bytes: {}", arguments.out.display());
    }
    Ok(Status::Done)
}
