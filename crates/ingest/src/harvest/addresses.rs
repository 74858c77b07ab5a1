//! URLs of pages.

use super::{HarvestService, HarvestValidParams};
use crate::Timestamp;

impl HarvestValidParams {
    /// The URL of the first page.
    pub(super) fn first_address(&self) -> String {
        self.first_address_from(self.0.from)
    }

    /// The URL of the first page of the records from a given day on, regardless of the parameters' first day.
    pub(super) fn first_address_from(&self, from: Option<Timestamp>) -> String {
        match self.service() {
            HarvestService::OaiPmh => {
                let arguments =
                    [("from", from.map(day)), ("until", self.0.until.map(day)), ("set", self.0.set.clone())];
                let arguments = arguments.into_iter().filter_map(|(name, value)| Some((name, value?)));
                let arguments = arguments.map(|(name, value)| format!("&{name}={}", percent_encoded(&value)));
                format!(
                    "{}?verb=ListRecords&metadataPrefix=arXivRaw{}",
                    self.0.address,
                    arguments.collect::<String>()
                )
            }
            HarvestService::ArxivApi => self.api_address(0),
            HarvestService::Crossref | HarvestService::OpenAlex => self.cursor_address(from, "*"),
        }
    }

    /// The URL of the arXiv API page that begins at record `start`. Oldest records come first, so that papers
    /// submitted during the harvest do not shift the others.
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

    /// The URL of the page after the one that gave `token`, in a list of the records from a given day on.
    pub(super) fn resumption_address(&self, from: Option<Timestamp>, token: &str) -> String {
        match self.service() {
            HarvestService::Crossref | HarvestService::OpenAlex => self.cursor_address(from, token),
            HarvestService::OaiPmh | HarvestService::ArxivApi => {
                format!("{}?verb=ListRecords&resumptionToken={}", self.0.address, percent_encoded(token))
            }
        }
    }

    /// The URL of the page of works at `cursor`. Works are sorted by day, so that a harvest can continue by
    /// day after its cursor has expired.
    fn cursor_address(&self, from: Option<Timestamp>, cursor: &str) -> String {
        let is_crossref = self.service() == HarvestService::Crossref;
        let [first, last] = if is_crossref {
            ["from-update-date", "until-update-date"]
        } else {
            ["from_publication_date", "to_publication_date"]
        };
        let days = [
            from.map(|from| format!("{first}:{}", day(from))),
            self.0.until.map(|until| format!("{last}:{}", day(until))),
        ];
        let filters: Vec<String> = self.0.set.iter().cloned().chain(days.into_iter().flatten()).collect();
        let (filters, cursor, count) =
            (percent_encoded(&filters.join(",")), percent_encoded(cursor), self.0.page_records);
        let address = &self.0.address;
        if is_crossref {
            format!("{address}?filter={filters}&sort=deposited&order=asc&rows={count}&cursor={cursor}")
        } else {
            format!("{address}?filter={filters}&sort=publication_date&per-page={count}&cursor={cursor}")
        }
    }

    /// The URL of the OAI-PMH list of sets, or of the page of it after the one that gave `token`.
    pub(super) fn sets_address(&self, token: Option<&str>) -> String {
        let more = token.map(|token| format!("&resumptionToken={}", percent_encoded(token)));
        format!("{}?verb=ListSets{}", self.0.address, more.unwrap_or_default())
    }

    /// The URL actually requested: polite pools want a contact address in it.
    pub(super) fn signed(&self, address: &str) -> String {
        if self.service().has_polite_pool() {
            format!("{address}&mailto={}", percent_encoded(&self.0.contact))
        } else {
            address.to_owned()
        }
    }
}

fn day(day: Timestamp) -> String {
    day.to_string()[..10].to_owned()
}

/// `text` percent-encoded as a query value.
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
    use crate::harvest::HarvestParams;

    #[test]
    fn addresses_name_set_and_days() {
        let params = HarvestParams::new(HarvestService::OaiPmh, "a@example.org")
            .set(Some("physics:hep-ph".into()))
            .from(Timestamp::from_date(2024, 1, 2))
            .check()
            .unwrap();
        assert_eq!(
            params.first_address(),
            "https://oaipmh.arxiv.org/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2024-01-02&set=physics%3Ahep-ph"
        );
        assert!(params.resumption_address(None, "a|b&c=1").ends_with("&resumptionToken=a%7Cb%26c%3D1"));
        let params = HarvestParams::new(HarvestService::ArxivApi, "a@example.org").set(Some("cs.DC".into()));
        let params = params.until(Timestamp::from_date(2024, 1, 2)).page_records(50).check().unwrap();
        assert_eq!(
            params.api_address(100),
            "https://export.arxiv.org/api/query?search_query=cat%3Acs.DC%20AND%20submittedDate%3A%5B199101010000%20TO\
             %20202401022359%5D&sortBy=submittedDate&sortOrder=ascending&start=100&max_results=50"
        );
    }

    #[test]
    fn cursors_of_polite_pools_name_filters_and_the_contact() {
        let day = |day| Timestamp::from_date(2024, 1, day);
        let params = HarvestParams::new(HarvestService::Crossref, "a+b@example.org")
            .set(Some("issn:1234-5679".into()));
        let params = params.from(day(2)).until(day(3)).page_records(50).check().unwrap();
        let first = "https://api.crossref.org/works?filter=issn%3A1234-5679%2Cfrom-update-date%3A2024-01-02%2C\
                     until-update-date%3A2024-01-03&sort=deposited&order=asc&rows=50&cursor=%2A";
        assert_eq!(params.first_address(), first);
        assert_eq!(params.signed(first), format!("{first}&mailto=a%2Bb%40example.org"));
        let params =
            HarvestParams::new(HarvestService::OpenAlex, "a@example.org").from(day(2)).check().unwrap();
        assert_eq!(
            params.resumption_address(day(2), "Ab=="),
            "https://api.openalex.org/works?filter=from_publication_date%3A2024-01-02&sort=publication_date\
             &per-page=200&cursor=Ab%3D%3D"
        );
    }
}
