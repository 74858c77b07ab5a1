//! Page after page.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::pacing::{Clock, Pacing};
use super::page::{Fault, Next, Page};
use super::page_store::PageStore;
use super::params::HarvestValidParams;
use super::transport::{Answer, Transport};
use super::{HarvestError, SystemClock};

/// Why a page is not kept whose token was used before.
const LEADS_BACK: &str = "the server leads back to a page that it gave before; its pages would have no end";

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
    /// Records on them, deleted ones included.
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
    /// knows the token by which to go on, the pages are fetched from the first again, once a run.
    ///
    /// # Errors
    /// When the directory cannot be used, belongs to another harvest or holds a damaged page, and when the server refuses,
    /// leads to another host, answers with more than a page may hold, or, however often it is asked, leads back to a page
    /// that it gave before or does not answer at all.
    pub fn run(
        &self,
        directory: &Path,
        on_page: &mut dyn FnMut(Harvested),
    ) -> Result<Harvested, HarvestError> {
        let first_address = self.params.first_address();
        let mut store = PageStore::open(directory, &first_address)?;
        let mut state = Harvested { pages_before: store.pages(), ..Harvested::default() };
        let mut next = Some(first_address.clone());
        let mut asked = FxHashSet::default();
        for number in 1..=store.pages() {
            let page = Page::read(&self.params, &store.read(number)?)
                .map_err(|fault| stored_fault(store.path(number), fault))?;
            state.pages += 1;
            state.records += page.records;
            asked.extend(next);
            next = self.address(&page.next);
            if next.as_ref().is_some_and(|next| asked.contains(next)) {
                let (path, reason) = (store.path(number), LEADS_BACK.to_owned());
                return Err(HarvestError::DamagedPage { path, reason });
            }
        }
        let transport = Transport::new(&self.params);
        let mut pacing = Pacing::new(&*self.clock, self.params.interval(), store.last_request());
        let mut began_again = false;
        while let Some(address) = next {
            asked.insert(address.clone());
            match self.fetch(&transport, &mut pacing, &store, &asked, &address)? {
                Fetched::Page(bytes, page) => {
                    store.push(&bytes)?;
                    state.pages += 1;
                    state.records += page.records;
                    next = self.address(&page.next);
                    on_page(state);
                }
                Fetched::TokenExpired(reason) if began_again => {
                    return Err(HarvestError::Refused { address, reason });
                }
                Fetched::TokenExpired(_) => {
                    tracing::warn!(address, "the resumption token has expired; beginning again");
                    began_again = true;
                    store.clear()?;
                    asked.clear();
                    state = Harvested::default();
                    next = Some(first_address.clone());
                }
            }
        }
        Ok(state)
    }

    fn address(&self, next: &Next) -> Option<String> {
        match next {
            Next::Token(token) => Some(self.params.resumption_address(token)),
            Next::Start(start) => Some(self.params.api_address(*start)),
            Next::End => None,
        }
    }

    /// Asks for one page until it comes whole and leads on. One that leads back to what was `asked` for is not kept: the
    /// harvest could never go on from it.
    fn fetch(
        &self,
        transport: &Transport,
        pacing: &mut Pacing<'_>,
        store: &PageStore,
        asked: &FxHashSet<String>,
        address: &str,
    ) -> Result<Fetched, HarvestError> {
        let mut failed = 0;
        loop {
            let (reason, retry_after) =
                match transport.get(address, &mut || store.note_request(pacing.wait()))? {
                    Answer::Body(bytes) => match Page::read(&self.params, &bytes) {
                        Ok(page) if self.address(&page.next).is_some_and(|next| asked.contains(&next)) => {
                            (LEADS_BACK.to_owned(), None)
                        }
                        Ok(page) => return Ok(Fetched::Page(bytes, page)),
                        Err(Fault::TokenExpired(words)) => return Ok(Fetched::TokenExpired(words)),
                        Err(Fault::Refused(reason)) => {
                            return Err(HarvestError::Refused { address: address.to_owned(), reason });
                        }
                        Err(Fault::Broken(reason)) => (reason, None),
                    },
                    Answer::Later { reason, retry_after } => (reason, retry_after),
                };
            failed += 1;
            if failed >= self.params.max_attempts() {
                return Err(HarvestError::Unreachable {
                    address: address.to_owned(),
                    reason,
                    attempts: failed,
                });
            }
            let wait = pacing.put_off(retry_after.as_deref(), failed).as_secs();
            let (next, most) = (failed + 1, self.params.max_attempts());
            tracing::warn!("{address}: {reason}; trying again in {wait} s, attempt {next} of {most}");
        }
    }
}

enum Fetched {
    Page(Vec<u8>, Page),
    TokenExpired(String),
}

fn stored_fault(path: PathBuf, fault: Fault) -> HarvestError {
    let (Fault::Broken(reason) | Fault::TokenExpired(reason) | Fault::Refused(reason)) = fault;
    HarvestError::DamagedPage { path, reason }
}
