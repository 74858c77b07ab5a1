//! Fetches pages from a service and makes a corpus from them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thema_ingest::Timestamp;
use thema_ingest::harvest::{
    Harvest, HarvestError, HarvestParams, HarvestService, Harvested, harvest_began, is_harvest,
};
use thema_progress::Task;

use crate::error::Blame;
use crate::{Engine, Error, Fault, Ingestion, Inputs, Result};

/// What to ask a service for.
#[derive(Clone, Debug)]
pub struct HarvestRequest {
    /// The service.
    pub service: HarvestService,
    /// Mail or web address of the user, which is sent to the service's operators.
    pub contact: String,
    /// Set, category or filter.
    pub set: Option<String>,
    /// First day.
    pub from: Option<Timestamp>,
    /// Last day.
    pub until: Option<Timestamp>,
    /// Whether to fetch what has changed since the last harvest as well.
    pub since_last: bool,
    /// Another address of the same service.
    pub address: Option<String>,
    /// Minimum time between two requests; at least what the service asks for, unless it runs on this machine.
    pub interval: Duration,
}

impl HarvestRequest {
    fn harvest(&self, from: Option<Timestamp>) -> Result<Harvest> {
        let mut params = HarvestParams::new(self.service, &self.contact)
            .set(self.set.clone())
            .from(from)
            .until(self.until)
            .interval(self.interval);
        if let Some(address) = &self.address {
            params = params.address(address);
        }
        Ok(Harvest::new(params.check().blame(Fault::Settings)?))
    }
}

impl Engine {
    /// Fetches the pages missing in `out/pages` and makes `out/corpus.parquet` from all of them. An
    /// interrupted harvest resumes where it stopped. With `since_last`, what has changed since the last
    /// harvest began is fetched to `out/pages-2`, and so on.
    ///
    /// # Errors
    /// [`Fault::Settings`] if the request cannot be sent or differs from the one `out` was begun with,
    /// [`Fault::Input`] if the service fails or has no such records, [`Fault::Output`] if a page cannot be
    /// stored.
    pub fn harvest(&self, request: &HarvestRequest, out: &Path) -> Result<Ingestion> {
        let service = request.service;
        let overlap = service.days_of_overlap();
        if request.since_last && (overlap.is_none() || request.until.is_some()) {
            let reason = match overlap {
                None => "this service does not report changes; give the days with --from and --until",
                Some(_) => "--since-last and --until cannot be combined; leave --until out",
            };
            return Err(Error::new(Fault::Settings, reason));
        }
        let mut harvest = request.harvest(request.from)?;
        thema_durable::make_folders(out)
            .blame_for(Fault::Output, || format!("cannot create {}", out.display()))?;
        let (mut pages, mut records) = (Vec::new(), 0);
        for number in 1.. {
            let folder = folder_of_pages(out, number);
            let is_new = !is_harvest(&folder);
            if is_new && number > 1 && !request.since_last {
                break;
            }
            let fetched = self.fetch(&harvest, &folder, records)?.records;
            records += fetched;
            // A folder of changes holds no record if nothing has changed.
            if fetched > 0 {
                pages.push(folder.join(format!("page-*.{}", service.page_extension())));
            }
            if is_new {
                break;
            }
            if !request.since_last && !is_harvest(&folder_of_pages(out, number + 1)) {
                break;
            }
            let began = harvest_began(&folder).blame(Fault::Output)?;
            let seconds = began.unix_seconds() - 86_400 * i64::from(overlap.unwrap_or(0));
            harvest = request.harvest(Timestamp::from_unix_seconds(seconds))?;
        }
        if records == 0 {
            return Err(Error::new(Fault::Input, "the server has no matching records"));
        }
        let pages = Inputs { format: Some(service.format()), ..Inputs::new(pages) };
        self.ingest(&pages, &out.join("corpus.parquet"))
    }

    /// The sets of a repository: the name used in requests, and the title.
    ///
    /// # Errors
    /// [`Fault::Settings`] if the service lists no sets, [`Fault::Input`] if it fails.
    pub fn sets(&self, request: &HarvestRequest) -> Result<Vec<(String, String)>> {
        let harvest = request.harvest(request.from)?;
        harvest.sets().map_err(|error| blamed(&error))
    }

    fn fetch(&self, harvest: &Harvest, folder: &Path, before: u64) -> Result<Harvested> {
        let harvested = self.stages().run("harvest", || {
            let progress = Task::new("records", 0);
            harvest.run(folder, &mut |harvested| progress.reach(before + harvested.records))
        });
        harvested.map_err(|error| blamed(&error))
    }
}

/// The folder of the first harvest's pages, or of the changes that a later harvest fetched.
fn folder_of_pages(out: &Path, number: usize) -> PathBuf {
    out.join(if number == 1 { "pages".to_owned() } else { format!("pages-{number}") })
}

fn blamed(error: &HarvestError) -> Error {
    let fault = match error {
        HarvestError::OtherHarvest { .. }
        | HarvestError::InvalidParameter { .. }
        | HarvestError::NoSuchSet { .. } => Fault::Settings,
        HarvestError::Store { .. } => Fault::Output,
        HarvestError::NoMemory { .. } => Fault::Internal,
        _ => Fault::Input,
    };
    let error = Error::caused_by(fault, error);
    if fault == Fault::Settings { error } else { error.within("run the same command again to resume") }
}
