//! `thema harvest`: fetches pages from a service and makes a corpus from them.

use std::time::Duration;

use serde::Serialize;
use thema::{Error, Fault, HarvestRequest, HarvestService, Result, Timestamp, plain};

use super::Session;
use super::ingest::{print_summary, status};
use crate::arguments::{GlobalArguments, HarvestArguments, Service};
use crate::exit::Status;
use crate::output::{print_json, print_raw};

/// Fetches missing pages and makes a corpus from all pages.
pub(crate) fn harvest(global: &GlobalArguments, arguments: &HarvestArguments) -> Result<Status> {
    let request = HarvestRequest {
        service: match arguments.service {
            Service::ArxivApi => HarvestService::ArxivApi,
            Service::OaiPmh => HarvestService::OaiPmh,
            Service::Crossref => HarvestService::Crossref,
            Service::OpenAlex => HarvestService::OpenAlex,
        },
        contact: arguments.contact.clone(),
        set: arguments.set.clone(),
        from: day("--from", arguments.from.as_deref())?,
        until: day("--until", arguments.until.as_deref())?,
        since_last: arguments.since_last,
        address: arguments.address.clone(),
        interval: Duration::try_from_secs_f64(arguments.interval)
            .map_err(|error| Error::new(Fault::Settings, format!("--interval: {error}")))?,
    };
    let session = Session::begin(global, None)?;
    let out = match &arguments.out {
        Some(out) if !arguments.list_sets => out,
        _ => return list_sets(global, &session.work(|engine| engine.sets(&request))?),
    };
    let ingestion = session.work(|engine| engine.harvest(&request, out))?;
    print_summary(global, &ingestion)?;
    Ok(status(&ingestion, false))
}

/// A set of a repository.
#[derive(Serialize)]
struct Set<'a> {
    name: &'a str,
    title: &'a str,
}

/// Prints the names and titles of sets, separated by a tab, one set per line.
fn list_sets(global: &GlobalArguments, sets: &[(String, String)]) -> Result<Status> {
    if global.json {
        let sets: Vec<Set<'_>> = sets.iter().map(|(name, title)| Set { name, title }).collect();
        return print_json(&sets).map(|()| Status::Done);
    }
    print_raw(|out| {
        sets.iter().try_for_each(|(name, title)| writeln!(out, "{}\t{}", plain(name), plain(title)))
    })?;
    Ok(Status::Done)
}

fn day(name: &str, text: Option<&str>) -> Result<Option<Timestamp>> {
    let parsed = text.map(Timestamp::parse).transpose();
    parsed.map_err(|error| Error::new(Fault::Settings, format!("{name}: {error}")))
}
