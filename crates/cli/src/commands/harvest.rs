//! `thema harvest`: pages of a service, and the corpus that they make.

use anyhow::Context;
use thema_ingest::Timestamp;
use thema_ingest::harvest::{Harvest, HarvestError, HarvestParams, HarvestService};

use super::ingest::into_corpus;
use crate::arguments::{GlobalArguments, HarvestArguments, InputArguments, Service};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure, Status};
use crate::progress::{Stages, Unit};

/// Fetches what is missing and makes a corpus of all pages.
pub(crate) fn harvest(
    global: &GlobalArguments,
    arguments: &HarvestArguments,
    settings: &Settings,
) -> anyhow::Result<Status> {
    let (service, format) = match arguments.service {
        Service::ArxivApi => (HarvestService::ArxivApi, "arxiv-atom"),
        Service::OaiPmh => (HarvestService::OaiPmh, "oai-pmh"),
    };
    let day = |name: &str, text: &Option<String>| {
        let parsed = text.as_deref().map(Timestamp::parse).transpose();
        parsed.with_context(|| name.to_owned()).classify(Failure::Usage)
    };
    let mut params = HarvestParams::new(service, &arguments.contact)
        .set(arguments.set.clone())
        .from(day("--from", &arguments.from)?)
        .until(day("--until", &arguments.until)?);
    if let Some(address) = &arguments.address {
        params = params.address(address);
    }
    let harvest = Harvest::new(params.check().classify(Failure::Usage)?);
    let pages = arguments.out.join("pages");
    let mut stages = Stages::new(global.quiet || global.json);
    let harvested = stages.run("harvest", Unit::Items, |bar| {
        harvest.run(&pages, &mut |harvested| bar.set_position(harvested.records))
    });
    let harvested = harvested.map_err(|error| {
        let failure = match error {
            HarvestError::OtherHarvest { .. } | HarvestError::InvalidParameter { .. } => Failure::Usage,
            HarvestError::Store { .. } => Failure::Output,
            _ => Failure::Input,
        };
        (failure, error)
    });
    let harvested = match harvested {
        Ok(harvested) => harvested,
        Err((failure, error)) => {
            let hint = "the same command goes on where this one ended";
            return Err(error).context(hint).classify(failure);
        }
    };
    if harvested.records == 0 {
        return Err(anyhow::anyhow!("the server has no such records")).classify(Failure::Input);
    }
    let input = InputArguments {
        inputs: vec![pages.join("page-*.xml")],
        format: Some(format.to_owned()),
        columns: None,
    };
    into_corpus(global, &input, &arguments.out.join("corpus.parquet"), settings)?;
    Ok(Status::Done)
}
