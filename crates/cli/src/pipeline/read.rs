//! Inputs to a corpus.

use std::path::PathBuf;

use anyhow::Context;
use thema_cluster::InputFile;
use thema_ingest::{ColumnMapping, Format, IngestParams, Ingested};

use crate::arguments::InputArguments;
use crate::exit::{Classify, Failure};
use crate::progress::{Stages, Unit, set_length};

/// Reads and reconciles every input.
pub(crate) fn read(arguments: &InputArguments, stages: &mut Stages) -> anyhow::Result<Ingested> {
    let format = arguments.format.as_deref().map(parse_format).transpose()?;
    let columns = arguments.columns.as_deref().map(str::parse::<ColumnMapping>).transpose();
    let columns = columns.context("--columns").classify(Failure::Usage)?.unwrap_or_default();
    let params = IngestParams::new().format(format).columns(columns);
    let inputs: &[PathBuf] = &arguments.inputs;
    stages
        .run("read", Unit::Bytes, |bar| {
            params.run(inputs, &|progress| {
                if let (None, Some(total)) = (bar.length(), progress.total_bytes) {
                    set_length(bar, Unit::Bytes, total);
                }
                bar.set_position(progress.bytes);
            })
        })
        .classify(Failure::Input)
}

fn parse_format(name: &str) -> anyhow::Result<Format> {
    name.parse::<Format>()
        .with_context(|| {
            let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
            format!("--format takes one of {}", names.join(", "))
        })
        .classify(Failure::Usage)
}

/// The inputs as the report lists them.
pub(crate) fn input_files(ingested: &Ingested) -> Vec<InputFile> {
    ingested
        .inputs
        .iter()
        .map(|input| InputFile {
            name: input.path.display().to_string(),
            format: input.format.name().to_owned(),
            bytes: input.bytes,
            blake3: input.blake3.clone(),
            records: input.records,
            rejected: input.rejected,
        })
        .collect()
}
