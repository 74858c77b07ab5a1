//! Fetches pages of metadata from arXiv, other repositories, Crossref and OpenAlex, politely and so that a harvest can be resumed.
//!
//! [`HarvestParams`] says what to fetch: from which service, which set and which days. [`Harvest::run`]
//! fetches page after page over one connection, one request in three seconds, and writes each page as it came into a
//! directory. The pages are the state: what was fetched, and where to go on, is read from them and from a line
//! for each list begun after the first, so that a harvest killed at any moment goes on with the page that is missing. Reading the pages is the sources' business.

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
