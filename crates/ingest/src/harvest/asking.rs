//! Asks for one page until it comes whole.

use std::time::SystemTime;

use super::pacing::Pacing;
use super::page::Fault;
use super::page_store::PageStore;
use super::transport::{Answer, Transport};
use super::{Clock, HarvestError, HarvestValidParams};

/// How often a server is asked that has never answered.
const MOST_UNANSWERED: u32 = 3;

/// What asking came to.
pub(super) enum Asked<T> {
    /// The bytes of the page, and what it says.
    Page(Vec<u8>, T),
    /// The server does not know any more by which token to go on.
    TokenExpired(String),
}

/// The connection of a run, over which one request follows another at the pace that the service asks for.
pub(super) struct Asking<'h> {
    params: &'h HarvestValidParams,
    transport: Transport,
    pacing: Pacing<'h>,
    /// Whether the server was there in this run.
    is_reached: bool,
}

impl<'h> Asking<'h> {
    /// A connection whose first request follows the `last` one of an earlier run.
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

    /// Asks for a page until `read` makes sense of it; `store` keeps when that was.
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

    /// Whether a page is asked for at a cursor: Crossref's live for five minutes, and none for ever.
    fn goes_on_at_cursor(&self, address: &str) -> bool {
        self.params.service().has_polite_pool() && !address.ends_with("cursor=%2A")
    }
}
