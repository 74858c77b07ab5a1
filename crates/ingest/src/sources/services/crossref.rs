//! Crossref works.

use std::io::BufRead;

use crate::sources::json::head::{first_item_keys, first_keys};
use crate::sources::{csl_item, json};
use crate::{Format, SNIFF_BYTES, Sink, Source, SourceError};

/// Works from <https://www.crossref.org>: pages of its REST API or a single work from it, files of its public
/// dump (`{"items": [...]}`), or one work per line.
pub(in crate::sources) struct Crossref;

/// Keys that only Crossref uses for works; one of them with `DOI` is enough.
const OWN: [&str; 5] = ["is-referenced-by-count", "reference-count", "references-count", "indexed", "prefix"];

impl Source for Crossref {
    fn format(&self) -> Format {
        Format::Crossref
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let mentions = |needle: &str| memchr::memmem::find(head, needle.as_bytes()).is_some();
        let has_own = |keys: &[String]| {
            keys.iter().any(|key| key == "DOI") && keys.iter().any(|key| OWN.contains(&key.as_str()))
        };
        match first_keys(head).as_deref() {
            Some(keys) if has_items(keys) => mentions("\"DOI\"") && mentions("-count\""),
            Some(keys) if keys.iter().any(|key| key == "message-type") => {
                mentions("\"items\"") || is_one_work(head)
            }
            _ => first_item_keys(head).is_some_and(|keys| has_own(&keys)),
        }
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let head = input.fill_buf().map_err(|source| SourceError::Read { byte: 0, source })?;
        let head = &head[..head.len().min(SNIFF_BYTES)];
        if is_one_work(head) {
            return json::read_answer(self.format(), "message", input, sink, &csl_item::record);
        }
        let is_bare = first_keys(head).is_some_and(|keys| has_items(&keys));
        let path: &[&str] = if is_bare { &["items"] } else { &["message", "items"] };
        json::read(self.format(), path, input, sink, &csl_item::record)
    }
}

/// Whether these are the keys of a dump's file, or of a page without its envelope, as client libraries save
/// it.
fn has_items(keys: &[String]) -> bool {
    keys.iter().any(|key| key == "items")
}

/// Whether this is the API's response for one DOI.
fn is_one_work(head: &[u8]) -> bool {
    ["\"message-type\":\"work\"", "\"message-type\": \"work\""]
        .iter()
        .any(|kind| memchr::memmem::find(head, kind.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;
    use crate::{Record, Timestamp};

    const WORK: &str = r#"{"indexed":{"date-parts":[[2024,6,1]]},"reference-count":12,"publisher":"Invented Press","DOI":"10.1000/XYZ.1","type":"journal-article","created":{"date-parts":[[2024,5,30]]},"title":["Queues &amp; <i>logs</i>"],"prefix":"10.1000","author":[{"given":"Ann","family":"One","sequence":"first","affiliation":[]},{"name":"The Queue Group","sequence":"additional"}],"container-title":["Letters on Queues"],"abstract":"<jats:p>We study queues.</jats:p>","published":{"date-parts":[[2024,5,6]]},"issued":{"date-parts":[[2024]]},"URL":"http://dx.doi.org/10.1000/xyz.1","funder":[{"DOI":"10.13039/1","name":"Queue Fund","award":["1"]}],"is-referenced-by-count":3}"#;

    fn expected() -> Record {
        Record {
            doi: Some("10.1000/xyz.1".into()),
            title: "Queues & logs".into(),
            abstract_text: "We study queues.".into(),
            authors: vec!["Ann One".into(), "The Queue Group".into()],
            published: Timestamp::from_date(2024, 5, 6),
            journal_reference: Some("Letters on Queues".into()),
            venue: Some("Letters on Queues".into()),
            kind: Some("article".into()),
            funders: vec!["Queue Fund".into()],
            ..Record::default()
        }
    }

    #[test]
    fn pages_dumps_and_lines_give_the_same_record() {
        for text in [
            format!(
                r#"{{"status":"ok","message-type":"work-list","message-version":"1.0.0","message":{{"facets":{{}},"total-results":1,"items":[{WORK}],"items-per-page":20}}}}"#
            ),
            format!(r#"{{"items":[{WORK}]}}"#),
            format!(r#"{{"facets":{{}},"total-results":1,"items":[{WORK}],"items-per-page":20}}"#),
            format!("{WORK}\n"),
        ] {
            assert!(Crossref.sniff(text.as_bytes()), "{text}");
            let (found, rejects) = records(&Crossref, text.as_bytes());
            assert_eq!((found, rejects), (vec![expected()], vec![]), "{text}");
        }
    }

    #[test]
    fn works_of_others_are_left_alone() {
        for text in [
            r#"{"DOI":"10.1/a","title":"T"}"#,
            r#"[{"id":"a","type":"article","title":"T","DOI":"10.1/a"}]"#,
            r#"{"items":[{"title":"T"}]}"#,
        ] {
            assert!(!Crossref.sniff(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_work_without_a_title_is_rejected() {
        let (found, rejects) = records(&Crossref, br#"{"items":[{"DOI":"10.1/a","title":[]}]}"#);
        assert_eq!((found.len(), rejects[0].1.as_str()), (0, "no title"));
    }
}
