//! Pages of a service, and the corpus that they make.

use std::path::Path;
use std::time::Duration;

use thema_ingest::harvest::{Harvest, HarvestError, HarvestParams, HarvestService};
use thema_ingest::{Format, Timestamp};
use thema_progress::Task;

use crate::error::Blame;
use crate::{Engine, Error, Fault, Ingestion, Inputs, Result};

/// What is asked of a service.
#[derive(Clone, Debug)]
pub struct HarvestRequest {
    /// The service.
    pub service: HarvestService,
    /// Mail or web address of the user, which the service's keepers see.
    pub contact: String,
    /// Set or category.
    pub set: Option<String>,
    /// First day.
    pub from: Option<Timestamp>,
    /// Last day.
    pub until: Option<Timestamp>,
    /// Another address of the same service.
    pub address: Option<String>,
    /// Least time between two requests: three seconds or more, but for a service on this machine.
    pub interval: Duration,
}

impl Engine {
    /// Fetches the pages that are missing in `out/pages` and makes `out/corpus.parquet` of all. One that was stopped goes
    /// on where it was.
    ///
    /// # Errors
    /// [`Fault::Settings`] for a request that cannot be sent or that is not the one which `out` began with,
    /// [`Fault::Input`] if the service fails or has no such records, [`Fault::Output`] if a page cannot be stored.
    pub fn harvest(&self, request: &HarvestRequest, out: &Path) -> Result<Ingestion> {
        let (service, format) = match request.service {
            HarvestService::ArxivApi => (HarvestService::ArxivApi, Format::ArxivAtom),
            HarvestService::OaiPmh => (HarvestService::OaiPmh, Format::OaiPmh),
        };
        let mut params = HarvestParams::new(service, &request.contact)
            .set(request.set.clone())
            .from(request.from)
            .until(request.until)
            .interval(request.interval);
        if let Some(address) = &request.address {
            params = params.address(address);
        }
        let harvest = Harvest::new(params.check().blame(Fault::Settings)?);
        let pages = out.join("pages");
        thema_durable::make_folders(out)
            .blame_for(Fault::Output, || format!("cannot make {}", out.display()))?;
        let harvested = self.stages().run("harvest", || {
            let progress = Task::new("records", 0);
            harvest.run(&pages, &mut |harvested| progress.reach(harvested.records))
        });
        let harvested = harvested.map_err(|error| {
            let fault = match error {
                HarvestError::OtherHarvest { .. } | HarvestError::InvalidParameter { .. } => Fault::Settings,
                HarvestError::Store { .. } => Fault::Output,
                HarvestError::NoMemory { .. } => Fault::Internal,
                _ => Fault::Input,
            };
            let failed =
                Err::<(), _>(error).blame_for(fault, || "the same command goes on where this one ended");
            failed.expect_err("an error was given")
        })?;
        if harvested.records == 0 {
            return Err(Error::new(Fault::Input, "the server has no such records"));
        }
        let pages = Inputs { format: Some(format), ..Inputs::new([pages.join("page-*.xml")]) };
        self.ingest(&pages, &out.join("corpus.parquet"))
    }
}
