//! Fetches pages of metadata from arXiv and other repositories, politely and so that a harvest can be resumed.
//!
//! [`HarvestParams`] says what to fetch: from the arXiv API or by OAI-PMH, which set and which days. [`Harvest::run`]
//! fetches page after page over one connection, one request in three seconds, and writes each page as it came into a
//! directory. The pages are the state: what was fetched, and where to go on, is read from them, so that a harvest
//! killed at any moment goes on with the page that is missing. Reading the pages is the sources' business.

mod error;
mod pacing;
mod page;
mod page_store;
mod params;
mod run;
mod transport;

pub use error::HarvestError;
pub use pacing::{Clock, SystemClock};
pub use params::{HarvestParams, HarvestService, HarvestValidParams};
pub use run::{Harvest, Harvested};
