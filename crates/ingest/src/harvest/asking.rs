//! Requests one page until it arrives whole.

use std::time::SystemTime;

use super::pacing::Pacing;
use super::page::Fault;
use super::page_store::PageStore;
use super::transport::{Answer, Transport};
use super::{Clock, HarvestError, HarvestValidParams};

/// How often a server that has never answered is asked.
const MOST_UNANSWERED: u32 = 3;

/// The outcome of requesting a page.
pub(super) enum Asked<T> {
    /// The bytes of the page, and its parsed content.
    Page(Vec<u8>, T),
    /// The server no longer knows the resumption token.
    TokenExpired(String),
}

/// The connection of a run. Requests follow one another at the service's pace.
pub(super) struct Asking<'h> {
    params: &'h HarvestValidParams,
    transport: Transport,
    pacing: Pacing<'h>,
    /// Whether the server has answered in this run.
    is_reached: bool,
}

impl<'h> Asking<'h> {
    /// A connection whose first request keeps its distance from the `last` one of an earlier run.
    pub(super) fn new(
        params: &'h HarvestValidParams,
        clock: &'h dyn Clock,
        last: Option<SystemTime>,
    ) -> Self {
        Self {
            params,
            transport: Transport::new(params),
            pacing: Pacing::new(clock, params.interval(), last),
            is_reached: false,
        }
    }

    /// Requests a page until `read` can parse it; `store` records the time of each request.
    pub(super) fn ask<T>(
        &mut self,
        store: Option<&PageStore>,
        address: &str,
        read: impl Fn(&[u8]) -> Result<T, Fault>,
    ) -> Result<Asked<T>, HarvestError> {
        let mut failed = 0;
        loop {
            let answer = self.transport.get(address, &mut || {
                let sent = self.pacing.wait();
                if let Some(store) = store {
                    store.note_request(sent);
                }
            });
            let most = self.params.max_attempts();
            let (reason, retry_after, most) = match answer {
                Ok(Answer::Body(bytes)) => {
                    self.is_reached = true;
                    match read(&bytes) {
                        Ok(page) => return Ok(Asked::Page(bytes, page)),
                        Err(Fault::TokenExpired(words)) => return Ok(Asked::TokenExpired(words)),
                        Err(Fault::Refused(reason)) => {
                            return Err(HarvestError::Refused { address: address.to_owned(), reason });
                        }
                        Err(Fault::Broken(reason)) => (reason, None, most),
                    }
                }
                Ok(Answer::Later { reason, retry_after }) => {
                    self.is_reached = true;
                    (reason, retry_after, most)
                }
                Ok(Answer::None(reason)) if self.is_reached => (reason, None, most),
                Ok(Answer::None(reason)) => (reason, None, most.min(MOST_UNANSWERED)),
                Ok(Answer::Refused { status: 400 | 404 | 410, reason })
                    if self.goes_on_at_cursor(address) =>
                {
                    return Ok(Asked::TokenExpired(reason));
                }
                Ok(Answer::Refused { reason, .. }) => {
                    return Err(HarvestError::Refused { address: address.to_owned(), reason });
                }
                Err(error) => return Err(error),
            };
            failed += 1;
            if failed >= most {
                return Err(HarvestError::Unreachable {
                    address: address.to_owned(),
                    reason,
                    attempts: failed,
                });
            }
            let wait = self.pacing.put_off(retry_after.as_deref(), failed).as_secs();
            let next = failed + 1;
            tracing::warn!("{address}: {reason}; trying again in {wait} s, attempt {next} of {most}");
        }
    }

    /// Whether `address` continues at a cursor. Crossref's cursors live for five minutes, and no service's
    /// live for ever.
    fn goes_on_at_cursor(&self, address: &str) -> bool {
        self.params.service().has_polite_pool() && !address.ends_with("cursor=%2A")
    }
}
