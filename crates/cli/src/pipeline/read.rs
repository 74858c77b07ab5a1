//! Inputs to a corpus.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context;
use thema_ingest::{ColumnMapping, Format, IngestParams, Ingested, InputSummary, Reconciliation};
use thema_report::InputFile;

use crate::arguments::InputArguments;
use crate::configuration::Settings;
use crate::exit::{Classify, Failure};
use crate::progress::{Stages, Unit, set_length};

/// Reads and reconciles every input.
pub(crate) fn read(
    settings: &Settings,
    arguments: &InputArguments,
    stages: &mut Stages,
) -> anyhow::Result<Ingested> {
    read_paths(settings, arguments, &arguments.inputs, stages)
}

/// Reads and reconciles `inputs` as `arguments` say.
pub(crate) fn read_paths(
    settings: &Settings,
    arguments: &InputArguments,
    inputs: &[PathBuf],
    stages: &mut Stages,
) -> anyhow::Result<Ingested> {
    let format = arguments.format.as_deref().map(parse_format).transpose()?;
    let columns = arguments.columns.as_deref().map(str::parse::<ColumnMapping>).transpose();
    let columns = columns.context("--columns").classify(Failure::Usage)?.unwrap_or_default();
    let least = Some(settings.ingest.near_duplicates).filter(|least| *least > 0.0);
    if least.is_some_and(|least| !(0.5..=1.0).contains(&least)) {
        return Err(anyhow::anyhow!("ingest.near_duplicates lies between 0.5 and 1, or is 0"))
            .classify(Failure::Usage);
    }
    let params = IngestParams::new().format(format).columns(columns).near_duplicates(least);
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
            let names: Vec<&str> =
                Format::ALL.into_iter().chain([Format::Corpus]).map(Format::name).collect();
            format!("--format takes one of {}", names.join(", "))
        })
        .classify(Failure::Usage)
}

/// Writes what was joined and why to a file that was not there before or may be replaced.
pub(crate) fn write_reconciliation(reconciliation: &Reconciliation, path: &Path) -> anyhow::Result<()> {
    let write = || reconciliation.write_csv(BufWriter::new(File::create(path)?));
    write().with_context(|| format!("cannot write {}", path.display())).classify(Failure::Output)
}

/// The inputs as the report lists them.
pub(crate) fn input_files(inputs: &[InputSummary]) -> Vec<InputFile> {
    inputs
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
