//! Fetches pages of metadata from arXiv, other repositories, Crossref and OpenAlex, politely and resumably.
//!
//! [`HarvestParams`] says what to fetch: the service, the set and the range of days. [`Harvest::run`] fetches
//! page after page over one connection, one request every three seconds, and writes each page unchanged into
//! a directory. The pages are the state: what was fetched, and where to continue, is read from them and from
//! one line for each list begun after the first. A harvest killed at any moment therefore resumes at the
//! missing page. The sources, not this module, parse the pages.

mod addresses;
mod asking;
mod days;
mod error;
mod json_page;
mod list;
mod pacing;
mod page;
mod page_store;
mod params;
mod run;
mod service;
mod sets;
mod transport;

pub use error::HarvestError;
pub use pacing::{Clock, SystemClock};
pub use page_store::{harvest_began, is_harvest};
pub use params::{HarvestParams, HarvestValidParams};
pub use run::{Harvest, Harvested};
pub use service::HarvestService;
