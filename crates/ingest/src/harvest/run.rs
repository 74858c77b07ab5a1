//! Fetches page after page.

use std::path::Path;

use super::asking::{Asked, Asking};
use super::list::List;
use super::page_store::PageStore;
use super::sets::{check_set, sets};
use super::{Clock, HarvestError, HarvestService, HarvestValidParams, SystemClock};

/// How often a run begins a new list because the previous list's token expired.
const MOST_LISTS: u32 = 50;

/// A harvest, ready to run.
pub struct Harvest {
    params: HarvestValidParams,
    clock: Box<dyn Clock>,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harvested {
    /// Pages in the directory.
    pub pages: u64,
    /// Records on them, including deleted ones; records of a list that was begun again count twice.
    pub records: u64,
    /// Pages present before this run.
    pub pages_before: u64,
}

impl Harvest {
    /// A harvest that uses the system clock.
    #[must_use]
    pub fn new(params: HarvestValidParams) -> Self {
        Self { params, clock: Box::new(SystemClock) }
    }

    /// Replaces the clock.
    #[must_use]
    pub fn clock(mut self, clock: Box<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Fetches every page that `directory` does not yet contain. Calls `on_page` with the current totals
    /// after every page.
    ///
    /// To resume a run that ended early, by an error or a kill, call this again. If the server no longer
    /// knows the resumption token, a new list is begun with the records from the day of the last one on. If
    /// the records of the old list were not sorted by day, or all had the same day, that list is begun again,
    /// once. Stored pages stay. Crossref's tokens live for minutes, so a new run always begins a new list. An
    /// OAI-PMH set is looked up in the repository's list of sets before the first page is requested.
    ///
    /// # Errors
    /// When the directory cannot be used, belongs to another harvest or contains a damaged page. When the
    /// server has no such set, refuses the request, redirects to another host, or answers with more than the
    /// largest page. When, in spite of all attempts, the server leads to an earlier page or does not answer.
    pub fn run(
        &self,
        directory: &Path,
        on_page: &mut dyn FnMut(Harvested),
    ) -> Result<Harvested, HarvestError> {
        let service = self.params.service();
        let first_address = self.params.first_address();
        let extension = service.page_extension();
        let mut store = PageStore::open(directory, extension, &first_address, self.clock.now())?;
        let mut list = List::new(&self.params);
        let mut state = list.read_stored(&store)?;
        let mut asking = Asking::new(&self.params, &*self.clock, store.last_request());
        if store.pages() == 0 && service == HarvestService::OaiPmh {
            check_set(&mut asking, &store, &self.params)?;
        }
        // The token has expired by now.
        if store.pages() > 0 && service == HarvestService::Crossref && list.next().is_some() {
            list.begin_again();
            store.begin_list(list.from())?;
        }
        let (mut lists, mut stood_still) = (0, false);
        while let Some(address) = list.next() {
            match asking.ask(Some(&store), &address, |bytes| list.read(&address, bytes))? {
                Asked::Page(bytes, page) => {
                    store.push(&bytes)?;
                    state.pages += 1;
                    state.records += page.records;
                    list.go_on(address, &bytes, &page);
                    on_page(state);
                }
                Asked::TokenExpired(reason) => {
                    tracing::warn!(address, reason, "the server no longer knows the token");
                    let stands_still = !list.begin_again();
                    lists += 1;
                    if stands_still && stood_still || lists > MOST_LISTS {
                        return Err(HarvestError::Refused { address, reason });
                    }
                    stood_still = stands_still;
                    store.begin_list(list.from())?;
                }
            }
        }
        Ok(state)
    }

    /// The repository's sets, as (name in requests, title).
    ///
    /// # Errors
    /// When the service is not OAI-PMH, and as [`run`](Self::run).
    pub fn sets(&self) -> Result<Vec<(String, String)>, HarvestError> {
        if self.params.service() != HarvestService::OaiPmh {
            let reason = "only OAI-PMH lists sets".to_owned();
            return Err(HarvestError::InvalidParameter { name: "set", reason });
        }
        sets(&mut Asking::new(&self.params, &*self.clock, None), None, &self.params)
    }
}
