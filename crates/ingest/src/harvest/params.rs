//! What to fetch.

use std::time::Duration;

use super::{HarvestError, HarvestService};
use crate::Timestamp;
use crate::identifiers::category::is_category;
use crate::identifiers::category_names::category_codes;
use crate::identifiers::names::nearest;

/// What to fetch and how, not yet validated.
#[derive(Clone, Debug)]
pub struct HarvestParams {
    service: HarvestService,
    pub(super) address: String,
    pub(super) set: Option<String>,
    pub(super) from: Option<Timestamp>,
    pub(super) until: Option<Timestamp>,
    pub(super) contact: String,
    interval: Duration,
    pub(super) page_records: u32,
    max_page_bytes: u64,
    max_attempts: u32,
    answer_timeout: Duration,
}

impl HarvestParams {
    /// The defaults for a service. `contact` is a mail or web address where its operators can reach you. It
    /// is part of the user agent, and a mail address gives access to the polite pools of Crossref and
    /// OpenAlex.
    #[must_use]
    pub fn new(service: HarvestService, contact: impl Into<String>) -> Self {
        Self {
            service,
            address: service.address().to_owned(),
            set: None,
            from: None,
            until: None,
            contact: contact.into(),
            interval: Duration::from_secs(3),
            page_records: service.most_page_records().min(1_000),
            max_page_bytes: 64 << 20,
            max_attempts: 8,
            answer_timeout: Duration::from_mins(2),
        }
    }

    /// Another URL of the same service, such as a mirror or a test server.
    #[must_use]
    pub fn address(mut self, address: impl Into<String>) -> Self {
        self.address = address.into();
        self
    }

    /// Only this OAI-PMH set (`cs`, `physics:hep-ph`), arXiv API category (`cs.DC`), Crossref filter
    /// (`issn:1234-5679`) or OpenAlex filter (`primary_topic.id:T10001`).
    #[must_use]
    pub fn set(mut self, set: Option<String>) -> Self {
        self.set = set;
        self
    }

    /// Only records changed (OAI-PMH, Crossref), submitted (arXiv API) or published (OpenAlex) on this day or
    /// later.
    #[must_use]
    pub fn from(mut self, from: Option<Timestamp>) -> Self {
        self.from = from;
        self
    }

    /// Only records of this day or earlier, by the date that [`from`](Self::from) uses.
    #[must_use]
    pub fn until(mut self, until: Option<Timestamp>) -> Self {
        self.until = until;
        self
    }

    /// Least time between two requests. arXiv asks for three seconds, the other services for one.
    #[must_use]
    pub fn interval(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    /// Records per page: at most 2,000 for the arXiv API, 1,000 for Crossref and 200 for OpenAlex. OAI-PMH
    /// ignores it.
    #[must_use]
    pub fn page_records(mut self, records: u32) -> Self {
        self.page_records = records;
        self
    }

    /// Largest page, in bytes.
    #[must_use]
    pub fn max_page_bytes(mut self, bytes: u64) -> Self {
        self.max_page_bytes = bytes;
        self
    }

    /// How often one page is requested before the harvest gives up.
    #[must_use]
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts;
        self
    }

    /// How long a server may take to begin its answer before it is asked again. The whole page may take two
    /// and a half times as long.
    #[must_use]
    pub fn answer_timeout(mut self, timeout: Duration) -> Self {
        self.answer_timeout = timeout;
        self
    }

    /// Validates the parameters.
    ///
    /// # Errors
    /// [`HarvestError::InvalidParameter`] for a URL that is neither HTTPS nor on this machine, a contact that
    /// is not an address, a set that is not a name, days in the wrong order, and sizes and counts out of
    /// range.
    pub fn check(self) -> Result<HarvestValidParams, HarvestError> {
        let invalid =
            |name, reason: &str| Err(HarvestError::InvalidParameter { name, reason: reason.to_owned() });
        let is_local = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"];
        let is_local = is_local.iter().any(|prefix| self.address.starts_with(prefix));
        if !is_local && !self.address.starts_with("https://") {
            return invalid("address", "must begin with https://");
        }
        if self.address.contains(['?', '#', ' ']) {
            return invalid("address", "must have no query");
        }
        if !(self.contact.contains('@') || self.contact.starts_with("https://"))
            || !self.contact.bytes().all(|byte| byte.is_ascii_graphic())
        {
            return invalid("contact", "must be a mail or web address");
        }
        let is_name =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'-' | b'_' | b'/');
        if self.set.as_ref().is_some_and(|set| set.is_empty() || !set.bytes().all(is_name)) {
            let form = if self.service.has_polite_pool() {
                "a filter such as issn:1234-5679"
            } else {
                "a name such as cs or physics:hep-ph"
            };
            return invalid("set", &format!("must be {form}, of letters, digits and the characters :.-_/"));
        }
        if self.from.zip(self.until).is_some_and(|(from, until)| from > until) {
            return invalid("until", "is before from");
        }
        if self.service != HarvestService::OaiPmh && self.set.is_none() && self.from.is_none() {
            return invalid("set", "the service needs a set or a first day");
        }
        if let (HarvestService::ArxivApi, Some(set)) = (self.service, &self.set)
            && !category_codes().any(|code| code == set)
            && (set.contains('.') || !is_category(set))
        {
            let near = nearest(set, category_codes()).join(", ");
            return invalid("set", &format!("arXiv has no category {set:?}; the nearest are {near}"));
        }
        if let (true, Some(set)) = (self.service.has_polite_pool(), &self.set)
            && set.split_once(':').is_none_or(|(name, value)| name.is_empty() || value.is_empty())
        {
            return invalid("set", "must be a filter such as issn:1234-5679");
        }
        if self.service.has_polite_pool() && !self.contact.contains('@') {
            return invalid("contact", "must be a mail address, which the service's polite pool requires");
        }
        let most = self.service.most_page_records();
        if !(1..=most).contains(&self.page_records) {
            return invalid("page_records", &format!("must be 1 to {most}"));
        }
        if !(1_024..=1 << 30).contains(&self.max_page_bytes) {
            return invalid("max_page_bytes", "must be 1 KiB to 1 GiB");
        }
        if self.max_attempts == 0 {
            return invalid("max_attempts", "must be at least 1");
        }
        if self.answer_timeout.is_zero() || self.answer_timeout > Duration::from_hours(1) {
            return invalid("answer_timeout", "must be above 0 and at most an hour");
        }
        let least = self.service.least_interval();
        if self.interval < least && !is_local {
            return invalid("interval", &format!("must be at least {} s", least.as_secs()));
        }
        Ok(HarvestValidParams(self))
    }
}

/// What to fetch and how, validated.
#[derive(Clone, Debug)]
pub struct HarvestValidParams(pub(super) HarvestParams);

impl HarvestValidParams {
    pub(super) fn service(&self) -> HarvestService {
        self.0.service
    }

    pub(super) fn set(&self) -> Option<&str> {
        self.0.set.as_deref()
    }

    pub(super) fn from(&self) -> Option<Timestamp> {
        self.0.from
    }

    pub(super) fn interval(&self) -> Duration {
        self.0.interval
    }

    pub(super) fn max_page_bytes(&self) -> u64 {
        self.0.max_page_bytes
    }

    pub(super) fn max_attempts(&self) -> u32 {
        self.0.max_attempts
    }

    pub(super) fn answer_timeout(&self) -> Duration {
        self.0.answer_timeout
    }

    pub(super) fn user_agent(&self) -> String {
        format!("thema/{} ({})", env!("CARGO_PKG_VERSION"), self.0.contact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oai() -> HarvestParams {
        HarvestParams::new(HarvestService::OaiPmh, "a@example.org")
    }

    #[test]
    fn every_value_out_of_range_is_refused() {
        let day = |day| Timestamp::from_date(2024, 1, day);
        let cases = [
            ("address", oai().address("http://export.arxiv.org/oai2")),
            ("address", oai().address("https://export.arxiv.org/oai2?x=1")),
            ("contact", HarvestParams::new(HarvestService::OaiPmh, "me")),
            ("contact", HarvestParams::new(HarvestService::OaiPmh, "a@b.org\r\nX: y")),
            ("set", oai().set(Some("cs&x=1".into()))),
            ("until", oai().from(day(2)).until(day(1))),
            ("set", HarvestParams::new(HarvestService::ArxivApi, "a@b.org")),
            ("set", HarvestParams::new(HarvestService::ArxivApi, "a@b.org").set(Some("cs.DX".into()))),
            ("set", HarvestParams::new(HarvestService::Crossref, "a@b.org")),
            ("set", HarvestParams::new(HarvestService::Crossref, "a@b.org").set(Some("1234-5679".into()))),
            ("contact", HarvestParams::new(HarvestService::OpenAlex, "https://b.org/").from(day(1))),
            (
                "page_records",
                HarvestParams::new(HarvestService::OpenAlex, "a@b.org").from(day(1)).page_records(201),
            ),
            ("page_records", oai().page_records(0)),
            ("max_page_bytes", oai().max_page_bytes(0)),
            ("max_attempts", oai().max_attempts(0)),
            ("answer_timeout", oai().answer_timeout(Duration::ZERO)),
            ("interval", oai().interval(Duration::from_secs(1))),
        ];
        for (expected, params) in cases {
            match params.check() {
                Err(HarvestError::InvalidParameter { name, .. }) => assert_eq!(name, expected),
                other => panic!("{expected}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_set_that_the_service_cannot_have_is_told_with_an_example() {
        for (service, example) in
            [(HarvestService::OaiPmh, "cs"), (HarvestService::Crossref, "issn:1234-5679")]
        {
            let refused = HarvestParams::new(service, "a@b.org").set(Some("a,b".into())).check();
            let reason = refused.unwrap_err().to_string();
            assert!(reason.contains(&format!("such as {example}")), "{reason}");
        }
    }

    #[test]
    fn a_category_that_arxiv_does_not_have_is_told_with_the_nearest() {
        let params = HarvestParams::new(HarvestService::ArxivApi, "a@b.org").set(Some("cs.DX".into()));
        let reason = params.check().unwrap_err().to_string();
        assert!(reason.contains("no category \"cs.DX\"; the nearest are cs."), "{reason}");
    }
}
