//! What to fetch.

use std::time::Duration;

use super::HarvestError;
use crate::Timestamp;

/// A service that gives metadata page by page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HarvestService {
    /// The arXiv API (<https://info.arxiv.org/help/api/user-manual.html>).
    ArxivApi,
    /// OAI-PMH with the metadata prefix `arXivRaw` (<https://info.arxiv.org/help/oa/index.html>).
    OaiPmh,
}

/// What to fetch and how, unchecked.
#[derive(Clone, Debug)]
pub struct HarvestParams {
    service: HarvestService,
    address: String,
    set: Option<String>,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
    contact: String,
    interval: Duration,
    page_records: u32,
    max_page_bytes: u64,
    max_attempts: u32,
}

impl HarvestParams {
    /// The defaults for a service of arXiv. `contact` is a mail or web address at which arXiv reaches you; it is
    /// part of the user agent.
    #[must_use]
    pub fn new(service: HarvestService, contact: impl Into<String>) -> Self {
        let address = match service {
            HarvestService::ArxivApi => "https://export.arxiv.org/api/query",
            HarvestService::OaiPmh => "https://oaipmh.arxiv.org/oai",
        };
        Self {
            service,
            address: address.to_owned(),
            set: None,
            from: None,
            until: None,
            contact: contact.into(),
            interval: Duration::from_secs(3),
            page_records: 1_000,
            max_page_bytes: 64 << 20,
            max_attempts: 8,
        }
    }

    /// Another address of the same service, a mirror or a test's server.
    #[must_use]
    pub fn address(mut self, address: impl Into<String>) -> Self {
        self.address = address.into();
        self
    }

    /// Only this set (`cs`, `physics:hep-ph`), or for the API this category (`cs.DC`).
    #[must_use]
    pub fn set(mut self, set: Option<String>) -> Self {
        self.set = set;
        self
    }

    /// Only records changed (OAI-PMH) or submitted (API) on this day or later.
    #[must_use]
    pub fn from(mut self, from: Option<Timestamp>) -> Self {
        self.from = from;
        self
    }

    /// Only records changed or submitted on this day or earlier.
    #[must_use]
    pub fn until(mut self, until: Option<Timestamp>) -> Self {
        self.until = until;
        self
    }

    /// Least time between two requests; three seconds is what arXiv asks for.
    #[must_use]
    pub fn interval(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    /// Records of one page of the API, at most 2,000.
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

    /// How often one page is asked for before the harvest gives up.
    #[must_use]
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts;
        self
    }

    /// Checks the values.
    ///
    /// # Errors
    /// [`HarvestError::InvalidParameter`] for an address that is neither HTTPS nor on this machine, a contact that
    /// is no address, a set that is no name, days in the wrong order, and sizes and counts out of range.
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
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'-' | b'_');
        if self.set.as_ref().is_some_and(|set| set.is_empty() || !set.bytes().all(is_name)) {
            return invalid("set", "must be a name such as cs or physics:hep-ph");
        }
        if self.from.zip(self.until).is_some_and(|(from, until)| from > until) {
            return invalid("until", "lies before from");
        }
        if self.service == HarvestService::ArxivApi && self.set.is_none() && self.from.is_none() {
            return invalid("set", "the API needs a category or a first day");
        }
        if !(1..=2_000).contains(&self.page_records) {
            return invalid("page_records", "must be 1 to 2000");
        }
        if !(1_024..=1 << 30).contains(&self.max_page_bytes) {
            return invalid("max_page_bytes", "must be 1 KiB to 1 GiB");
        }
        if self.max_attempts == 0 {
            return invalid("max_attempts", "must be at least 1");
        }
        if self.interval < Duration::from_secs(3) && !is_local {
            return invalid("interval", "must be at least three seconds");
        }
        Ok(HarvestValidParams(self))
    }
}

/// What to fetch and how, checked.
#[derive(Clone, Debug)]
pub struct HarvestValidParams(HarvestParams);

impl HarvestValidParams {
    pub(super) fn service(&self) -> HarvestService {
        self.0.service
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

    pub(super) fn user_agent(&self) -> String {
        format!("thema/{} ({})", env!("CARGO_PKG_VERSION"), self.0.contact)
    }

    /// The address of the first page.
    pub(super) fn first_address(&self) -> String {
        match self.0.service {
            HarvestService::OaiPmh => {
                let mut address = format!("{}?verb=ListRecords&metadataPrefix=arXivRaw", self.0.address);
                let day = |day: Timestamp| day.to_string()[..10].to_owned();
                let arguments = [
                    ("from", self.0.from.map(day)),
                    ("until", self.0.until.map(day)),
                    ("set", self.0.set.clone()),
                ];
                for (name, value) in arguments {
                    if let Some(value) = value {
                        address += "&";
                        address += name;
                        address += "=";
                        address += &percent_encoded(&value);
                    }
                }
                address
            }
            HarvestService::ArxivApi => self.api_address(0),
        }
    }

    /// The address of the page of the API that begins at record `start`, the oldest first so that papers submitted
    /// during the harvest do not move the others.
    pub(super) fn api_address(&self, start: u64) -> String {
        let mut terms: Vec<String> = self.0.set.iter().map(|category| format!("cat:{category}")).collect();
        if self.0.from.is_some() || self.0.until.is_some() {
            let day = |day: Option<Timestamp>, open: &str, hour: &str| {
                day.map_or(open.to_owned(), |day| day.to_string()[..10].replace('-', "") + hour)
            };
            let (first, last) =
                (day(self.0.from, "199101010000", "0000"), day(self.0.until, "299912312359", "2359"));
            terms.push(format!("submittedDate:[{first} TO {last}]"));
        }
        format!(
            "{}?search_query={}&sortBy=submittedDate&sortOrder=ascending&start={start}&max_results={}",
            self.0.address,
            percent_encoded(&terms.join(" AND ")),
            self.0.page_records
        )
    }

    /// The address of the page behind the one that gave `token`.
    pub(super) fn resumption_address(&self, token: &str) -> String {
        format!("{}?verb=ListRecords&resumptionToken={}", self.0.address, percent_encoded(token))
    }
}

/// `text` as a value in an address's query.
fn percent_encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oai() -> HarvestParams {
        HarvestParams::new(HarvestService::OaiPmh, "a@example.org")
    }

    #[test]
    fn addresses_name_set_and_days() {
        let params =
            oai().set(Some("physics:hep-ph".into())).from(Timestamp::from_date(2024, 1, 2)).check().unwrap();
        assert_eq!(
            params.first_address(),
            "https://oaipmh.arxiv.org/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2024-01-02&set=physics%3Ahep-ph"
        );
        assert!(params.resumption_address("a|b&c=1").ends_with("&resumptionToken=a%7Cb%26c%3D1"));
        let params = HarvestParams::new(HarvestService::ArxivApi, "a@example.org").set(Some("cs.DC".into()));
        let params = params.until(Timestamp::from_date(2024, 1, 2)).page_records(50).check().unwrap();
        assert_eq!(
            params.api_address(100),
            "https://export.arxiv.org/api/query?search_query=cat%3Acs.DC%20AND%20submittedDate%3A%5B199101010000%20TO\
             %20202401022359%5D&sortBy=submittedDate&sortOrder=ascending&start=100&max_results=50"
        );
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
            ("page_records", oai().page_records(0)),
            ("max_page_bytes", oai().max_page_bytes(0)),
            ("max_attempts", oai().max_attempts(0)),
            ("interval", oai().interval(Duration::from_secs(1))),
        ];
        for (expected, params) in cases {
            match params.check() {
                Err(HarvestError::InvalidParameter { name, .. }) => assert_eq!(name, expected),
                other => panic!("{expected}: {other:?}"),
            }
        }
    }
}
