//! Finds out from a JSON page of works which page comes next.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::page::{Fault, Next, Page};
use crate::Timestamp;

#[derive(Deserialize)]
struct CrossrefPage {
    message: CrossrefMessage,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct CrossrefMessage {
    items: Vec<CrossrefWork>,
    items_per_page: u64,
    next_cursor: Option<String>,
}

#[derive(Deserialize)]
struct CrossrefWork {
    #[serde(default)]
    deposited: Option<Deposited>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Deposited {
    date_time: String,
}

/// Reads a Crossref page; the last page has fewer works than requested.
pub(super) fn read_crossref(bytes: &[u8]) -> Result<Page, Fault> {
    let CrossrefPage { message } = parsed(bytes)?;
    let records = message.items.len() as u64;
    let next = match message.next_cursor {
        Some(cursor) if records > 0 && records >= message.items_per_page => Next::Token(cursor),
        _ => Next::End,
    };
    let days = message.items.iter().map(|work| Timestamp::parse(&work.deposited.as_ref()?.date_time).ok());
    Ok(Page { records, next, days: days.collect() })
}

#[derive(Deserialize)]
struct OpenAlexPage {
    meta: OpenAlexMeta,
    results: Vec<OpenAlexWork>,
}

#[derive(Deserialize)]
struct OpenAlexWork {
    #[serde(default)]
    publication_date: Option<String>,
}

#[derive(Deserialize)]
struct OpenAlexMeta {
    next_cursor: Option<String>,
}

/// Reads an OpenAlex page; the last page is empty.
pub(super) fn read_openalex(bytes: &[u8]) -> Result<Page, Fault> {
    let page: OpenAlexPage = parsed(bytes)?;
    let records = page.results.len() as u64;
    let next = page.meta.next_cursor.filter(|_| records > 0).map_or(Next::End, Next::Token);
    let days = page.results.iter().map(|work| Timestamp::parse(work.publication_date.as_ref()?).ok());
    Ok(Page { records, next, days: days.collect() })
}

fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(bytes).map_err(|error| Fault::Broken(format!("not a page of works: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harvest::days::Days;

    #[test]
    fn pages_of_crossref_say_what_comes_next() {
        let page = |items: &str, more: &str| {
            read_crossref(
                format!(r#"{{"status":"ok","message":{{"items-per-page":2,"items":[{items}]{more}}}}}"#)
                    .as_bytes(),
            )
        };
        let work = r#"{"DOI":"10.1000/a","deposited":{"date-time":"2024-05-06T07:08:09Z"}}"#;
        let full = page(&format!("{work},{work}"), r#","next-cursor":"Ab==""#).unwrap();
        assert_eq!((full.records, full.next), (2, Next::Token("Ab==".into())));
        assert_eq!(full.days.last(), Timestamp::parse("2024-05-06T07:08:09Z").ok());
        assert_eq!(page(&format!("{work},{{}}"), "").unwrap().days, Days::OutOfOrder);
        assert_eq!(page(work, r#","next-cursor":"Ab==""#).unwrap().next, Next::End);
        assert_eq!(page("", "").unwrap(), Page { records: 0, next: Next::End, days: Days::None });
        assert!(matches!(read_crossref(b"{\"message\":{\"items\":[{"), Err(Fault::Broken(_))));
    }

    #[test]
    fn pages_of_openalex_say_what_comes_next() {
        let page = |cursor: &str, works: &str| {
            read_openalex(
                format!(r#"{{"meta":{{"count":3,"next_cursor":{cursor}}},"results":[{works}]}}"#).as_bytes(),
            )
            .unwrap()
        };
        let works = r#"{"publication_date":"2024-05-06"},{"publication_date":"2024-05-07"}"#;
        let [first, last] = [6, 7].map(|day| Timestamp::from_date(2024, 5, day).unwrap());
        assert_eq!(
            page("\"Ab\"", works),
            Page { records: 2, next: Next::Token("Ab".into()), days: Days::InOrder(first, last) }
        );
        assert_eq!(page("null", "{}").next, Next::End);
        assert_eq!(page("\"Ab\"", "").next, Next::End);
        assert!(matches!(read_openalex(b"<html>maintenance</html>"), Err(Fault::Broken(_))));
    }
}
