//! Page after page.

use std::path::Path;

use super::asking::{Asked, Asking};
use super::list::List;
use super::page_store::PageStore;
use super::sets::{check_set, sets};
use super::{Clock, HarvestError, HarvestService, HarvestValidParams, SystemClock};

/// How often a run begins a new list because the server no longer knows the token of the one before.
const MOST_LISTS: u32 = 50;

/// A harvest, ready to run.
pub struct Harvest {
    params: HarvestValidParams,
    clock: Box<dyn Clock>,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harvested {
    /// Pages in the directory.
    pub pages: u64,
    /// Records on them, deleted ones included, and those of a list that was begun anew twice.
    pub records: u64,
    /// Pages that were there before this run.
    pub pages_before: u64,
}

impl Harvest {
    /// A harvest by the machine's clock.
    #[must_use]
    pub fn new(params: HarvestValidParams) -> Self {
        Self { params, clock: Box::new(SystemClock) }
    }

    /// Takes another clock.
    #[must_use]
    pub fn clock(mut self, clock: Box<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Fetches every page that `directory` does not hold yet. `on_page` is called with the count so far after every
    /// page.
    ///
    /// A run that ended early, by an error or a kill, is taken up by calling this again. When the server no longer
    /// knows the token by which to go on, a list is begun of the records from the day of the last one on; where the records of the
    /// former list did not stand in the order of their days, or all on one day, that list is begun again, once. Pages that
    /// are stored stay. Crossref's tokens live for minutes, so that a new run begins a new list. A set of OAI-PMH is looked up in
    /// the repository's list before the first page is asked for.
    ///
    /// # Errors
    /// When the directory cannot be used, belongs to another harvest or holds a damaged page, and when the server has no such
    /// set, refuses, leads to another host, answers with more than a page may hold, or, however often it is asked, leads back to
    /// a page that it gave before or does not answer at all.
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
        // Its token has expired by now.
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
                    tracing::warn!(address, reason, "the server does not know the token any more");
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

    /// The sets of the repository: their names for requests and what they are called.
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
