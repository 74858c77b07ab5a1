//! The list of records that a service delivers page by page, and a harvest's position in it.

use rustc_hash::FxHashSet;

use super::days::Days;
use super::page::{Fault, Next, Page};
use super::page_store::PageStore;
use super::{HarvestError, HarvestService, HarvestValidParams, Harvested};
use crate::Timestamp;

/// Why a page is rejected that leads to an earlier one.
const LEADS_BACK: &str = "the server links back to a page it already gave; the harvest would never end";

/// A list of records while it is being fetched.
pub(super) struct List<'h> {
    params: &'h HarvestValidParams,
    /// The first day of its records.
    from: Option<Timestamp>,
    /// The URL of the next page.
    next: Option<String>,
    /// What identifies the pages seen so far: their URLs, or for Crossref, where many pages can have the same
    /// URL, the hashes of their bytes.
    known: FxHashSet<String>,
    /// The days of the records so far.
    days: Days,
}

impl<'h> List<'h> {
    pub(super) fn new(params: &'h HarvestValidParams) -> Self {
        let next = Some(params.first_address());
        Self { params, from: params.from(), next, known: FxHashSet::default(), days: Days::None }
    }

    /// The URL of the next page; `None` at the end.
    pub(super) fn next(&self) -> Option<String> {
        self.next.clone()
    }

    /// Replays the stored pages.
    pub(super) fn read_stored(&mut self, store: &PageStore) -> Result<Harvested, HarvestError> {
        let mut state = Harvested { pages_before: store.pages(), ..Harvested::default() };
        for number in 1..=store.pages() {
            if let Some(list) = store.list_begun_at(number) {
                self.begin_at(list.from);
            }
            let bytes = store.read(number)?;
            let address = self.next().unwrap_or_default();
            let damaged = |reason| HarvestError::DamagedPage { path: store.path(number), reason };
            let page = match self.read(&address, &bytes) {
                Ok(page) => page,
                Err(Fault::Broken(reason) | Fault::TokenExpired(reason) | Fault::Refused(reason)) => {
                    return Err(damaged(reason));
                }
            };
            state.pages += 1;
            state.records += page.records;
            self.go_on(address, &bytes, &page);
        }
        if let Some(list) = store.list_begun_at(store.pages() + 1) {
            self.begin_at(list.from);
        }
        Ok(state)
    }

    /// Reads the page of `address`, which must not lead to an earlier page.
    pub(super) fn read(&self, address: &str, bytes: &[u8]) -> Result<Page, Fault> {
        let page = Page::read(self.params, bytes)?;
        let leads_back = if self.is_crossrefs() {
            self.known.contains(&hash(bytes))
        } else {
            self.address(&page.next).is_some_and(|next| next == address || self.known.contains(&next))
        };
        if leads_back { Err(Fault::Broken(LEADS_BACK.to_owned())) } else { Ok(page) }
    }

    /// Moves on past the page of `address`.
    pub(super) fn go_on(&mut self, address: String, bytes: &[u8], page: &Page) {
        self.known.insert(if self.is_crossrefs() { hash(bytes) } else { address });
        self.next = self.address(&page.next);
        self.days.follow(page.days);
    }

    /// The first day of its records.
    pub(super) fn from(&self) -> Option<Timestamp> {
        self.from
    }

    /// Begins a list of the missing records: those from the day of the last one on, or the whole list again
    /// if its records are not sorted by day. Returns whether the new list is shorter.
    pub(super) fn begin_again(&mut self) -> bool {
        let day = |time: Timestamp| time.unix_days();
        let last = self.days.last();
        let is_less = last.is_some_and(|last| self.from.is_none_or(|from| day(from) < day(last)));
        self.begin_at(if is_less { last } else { self.from });
        is_less
    }

    fn begin_at(&mut self, from: Option<Timestamp>) {
        self.from = from;
        self.known.clear();
        self.days = Days::None;
        self.next = Some(self.params.first_address_from(from));
    }

    fn address(&self, next: &Next) -> Option<String> {
        match next {
            Next::Token(token) => Some(self.params.resumption_address(self.from, token)),
            Next::Start(start) => Some(self.params.api_address(*start)),
            Next::End => None,
        }
    }

    fn is_crossrefs(&self) -> bool {
        self.params.service() == HarvestService::Crossref
    }
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
