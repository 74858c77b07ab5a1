//! Finds out from a page which page comes next.

use super::days::Days;
use super::json_page::{read_crossref, read_openalex};
use super::{HarvestService, HarvestValidParams};
use crate::xml::{Element, Step, XmlStream};
use crate::{Format, SourceError, Timestamp};

/// What the harvester needs to know about a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// Records on the page, including deleted and damaged ones.
    pub(super) records: u64,
    pub(super) next: Next,
    /// When its records were changed (OAI-PMH, Crossref) or published (OpenAlex).
    pub(super) days: Days,
}

/// What follows a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The page with this resumption token.
    Token(String),
    /// The arXiv API page that begins at this record.
    Start(u64),
    /// Nothing.
    End,
}

/// Why a page cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is cut or otherwise broken; asking again may help.
    Broken(String),
    /// The server no longer knows the resumption token.
    TokenExpired(String),
    /// The server refuses the request.
    Refused(String),
}

impl Page {
    /// Reads a page of the service.
    pub(super) fn read(params: &HarvestValidParams, bytes: &[u8]) -> Result<Self, Fault> {
        match params.service() {
            HarvestService::OaiPmh => Self::read_oai_pmh(bytes),
            HarvestService::ArxivApi => Self::read_api(bytes),
            HarvestService::Crossref => read_crossref(bytes),
            HarvestService::OpenAlex => read_openalex(bytes),
        }
    }

    fn read_oai_pmh(mut bytes: &[u8]) -> Result<Self, Fault> {
        ends_with(bytes, "OAI-PMH")?;
        let mut page = Self { records: 0, next: Next::End, days: Days::None };
        let mut listed = false;
        let mut stream = XmlStream::new(Format::OaiPmh, &mut bytes, &["record", "error", "resumptionToken"]);
        loop {
            match stream.next().map_err(|error| broken(&error))? {
                Step::Item(_) => match stream.item().root().name() {
                    "error" => {
                        let error = stream.item().root();
                        let code = error.attribute("code").unwrap_or_default().to_owned();
                        let words = format!("{code}: {}", error.text().trim());
                        return match code.as_str() {
                            "noRecordsMatch" => Ok(page),
                            "badResumptionToken" => Err(Fault::TokenExpired(words)),
                            _ => Err(Fault::Refused(words)),
                        };
                    }
                    "resumptionToken" => {
                        listed = true;
                        let token = stream.item().root().text().trim();
                        if !token.is_empty() {
                            page.next = Next::Token(token.to_owned());
                        }
                    }
                    _ => {
                        page.records += 1;
                        page.days.add(datestamp(stream.item().root()));
                    }
                },
                Step::Rejected(..) => page.records += 1,
                Step::End if page.records == 0 && !listed => {
                    return Err(Fault::Broken("neither records nor an error".to_owned()));
                }
                Step::End => return Ok(page),
            }
        }
    }

    fn read_api(bytes: &[u8]) -> Result<Self, Fault> {
        ends_with(bytes, "feed")?;
        let number = |names: &'static [&'static str]| -> Result<Option<u64>, Fault> {
            let mut input = bytes;
            let mut stream = XmlStream::new(Format::ArxivAtom, &mut input, names);
            match stream.next().map_err(|error| broken(&error))? {
                Step::Item(_) => Ok(stream.item().root().text().trim().parse().ok()),
                _ => Ok(None),
            }
        };
        let total = number(&["totalResults"])?.ok_or_else(|| Fault::Broken("no totalResults".to_owned()))?;
        let start = number(&["startIndex"])?.ok_or_else(|| Fault::Broken("no startIndex".to_owned()))?;
        let mut input = bytes;
        let mut stream = XmlStream::new(Format::ArxivAtom, &mut input, &["entry"]);
        let mut records = 0;
        while !matches!(stream.next().map_err(|error| broken(&error))?, Step::End) {
            records += 1;
        }
        // The API occasionally answers with an empty page; asking again gives the records.
        if records == 0 && start < total {
            return Err(Fault::Broken(format!("no records from {start} of {total}")));
        }
        let behind = start + records;
        let next = if behind < total { Next::Start(behind) } else { Next::End };
        Ok(Self { records, next, days: Days::None })
    }
}

/// When an OAI-PMH record was changed.
fn datestamp(record: Element<'_>) -> Option<Timestamp> {
    Timestamp::parse(record.child("header")?.child("datestamp")?.text().trim()).ok()
}

fn broken(error: &SourceError) -> Fault {
    Fault::Broken(error.to_string())
}

/// A truncated page lacks the end tag of its root.
fn ends_with(bytes: &[u8], root: &str) -> Result<(), Fault> {
    let end = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(200)..]).into_owned();
    let end = end.trim_end();
    let last_tag = end.rfind("</").map(|at| &end[at + 2..]);
    let closes = last_tag.is_some_and(|tag| {
        let name = tag.trim_end_matches('>').trim();
        tag.ends_with('>') && name.rsplit(':').next() == Some(root)
    });
    if closes { Ok(()) } else { Err(Fault::Broken(format!("it does not end with </{root}>"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oai(body: &str) -> Result<Page, Fault> {
        Page::read_oai_pmh(format!("<OAI-PMH>{body}</OAI-PMH>\n").as_bytes())
    }

    #[test]
    fn oai_pmh_pages_say_what_comes_next() {
        let record = "<record><header><datestamp>2024-01-02</datestamp></header></record>";
        let day = Timestamp::from_date(2024, 1, 2).unwrap();
        let days = |records| if records == 0 { Days::None } else { Days::InOrder(day, day) };
        let page = |records, next| Ok(Page { records, next, days: days(records) });
        assert_eq!(
            oai(&format!("{record}{record}<resumptionToken cursor='0'> a|1 </resumptionToken>")),
            page(2, Next::Token("a|1".into()))
        );
        assert_eq!(oai(&format!("{record}<resumptionToken/>")), page(1, Next::End));
        assert_eq!(oai("<error code='noRecordsMatch'/>"), page(0, Next::End));
        assert_eq!(oai(&format!("{record}<record><header/></record>")).unwrap().days, Days::OutOfOrder);
        assert_eq!(
            oai("<error code='badResumptionToken'>expired</error>"),
            Err(Fault::TokenExpired("badResumptionToken: expired".into()))
        );
        assert_eq!(
            oai("<error code='badArgument'>no</error>"),
            Err(Fault::Refused("badArgument: no".into()))
        );
        assert!(matches!(oai("<html>maintenance</html>"), Err(Fault::Broken(_))));
        assert!(matches!(Page::read_oai_pmh(b"<OAI-PMH><record>"), Err(Fault::Broken(_))));
    }

    #[test]
    fn pages_of_the_api_say_what_comes_next() {
        let feed = |start: u64, entries: usize| {
            let text = format!(
                "<feed><o:totalResults>5</o:totalResults><o:startIndex>{start}</o:startIndex>{}</feed>",
                "<entry/>".repeat(entries)
            );
            Page::read_api(text.as_bytes())
        };
        assert_eq!(feed(0, 3), Ok(Page { records: 3, next: Next::Start(3), days: Days::None }));
        assert_eq!(feed(3, 2), Ok(Page { records: 2, next: Next::End, days: Days::None }));
        assert_eq!(feed(3, 0), Err(Fault::Broken("no records from 3 of 5".into())));
    }
}
