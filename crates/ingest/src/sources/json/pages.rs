//! Lists of papers, bare or in API pages.

use std::collections::VecDeque;
use std::io::BufRead;

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::document::JsonDocument;
use super::head::first_keys;
use super::papers::Parse;
use super::refusal::refusal;
use super::resumption::papers_behind;
use crate::text::byte_order_mark::behind_mark;
use crate::{Format, Sink, SourceError};

/// Whether `head` begins a list, or an object with the key `list`.
pub(in crate::sources) fn is_page(head: &[u8], list: &str) -> bool {
    let text = behind_mark(head).trim_ascii_start();
    text.first() == Some(&b'[') || first_keys(head).is_some_and(|keys| keys.iter().any(|key| key == list))
}

/// Passes on the papers of every page of `input`; the keys of `path` lead to the list in a page.
pub(super) fn read_pages(
    format: Format,
    path: &'static [&'static str],
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let document = JsonDocument::read(input, format)?;
    let text = document.text();
    let mut papers = VecDeque::new();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut ended = Ok(());
    while ended.is_ok() && deserializer.end().is_err() {
        ended = deserializer.deserialize_any(Page { path, papers: &mut papers });
    }
    let damage = papers.back().map_or(0, |last| document.offset(last) + last.get().len());
    let known = papers.front().map_or(&text[damage..], |first| first.get());
    let behind = if ended.is_err() { papers_behind(text, damage, known) } else { Vec::new() };
    let before = papers.len();
    let mut ordinal = 0;
    for (index, paper) in papers.into_iter().chain(behind.iter().copied()).enumerate() {
        ordinal += 1;
        if index == before
            && let Err(error) = &ended
        {
            let reason = format!("{}; reading continues after it", refusal(error));
            sink.reject(document.position(ordinal, damage), reason);
            ordinal += 1;
        }
        document.hand_on(sink, ordinal, paper, parse);
    }
    let damaged = ended.err().filter(|_| behind.is_empty()).map(|error| document.malformed(&error));
    document.ended()?;
    damaged.map_or(Ok(()), Err)
}

/// Collects the papers of one page, unparsed.
struct Page<'p, 'de> {
    path: &'static [&'static str],
    papers: &'p mut VecDeque<&'de RawValue>,
}

impl<'de> DeserializeSeed<'de> for Page<'_, 'de> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Page<'_, 'de> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "a list of papers or an object that has one under {:?}", self.path.join("."))
    }

    /// A null list is empty. Papers read before a cut are kept.
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(paper) = items.next_element()? {
            self.papers.push_back(paper);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match self.path.split_first() {
                Some((first, rest)) if key == *first => {
                    map.next_value_seed(Page { path: rest, papers: &mut *self.papers })?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;
    use crate::sources::testing::Kept;

    #[test]
    fn an_error_in_a_page_costs_one_paper() {
        let paper = |n: usize| {
            format!(r#"{{"id": {n}, "title": "T{n}", "authors": [{{"name": "A"}}, {{"name": "B"}}]}}"#)
        };
        for broken in [
            r#"{"id": 3, "title": "T3" "authors": [{"name": "A"}, {"name": "B"}]}"#,
            r#"{"id": 3, "title": T3, "authors": [{"name": "A"}, {"name": "B"}]}"#,
            r#"{"id": 3, "title": "T3", "authors": [{"name": "A"}, {"name": "B}]}"#,
        ] {
            let papers = [paper(1), paper(2), broken.to_owned(), paper(4), paper(5)].join(",\n");
            let text = format!("{{\"meta\": {{}}, \"results\": [{papers}], \"more\": null}}");
            let mut kept = Kept::default();
            let parse = |paper: &[u8]| {
                let value: serde_json::Value = serde_json::from_slice(paper).unwrap();
                Ok(Record { title: value["title"].as_str().unwrap().to_owned(), ..Record::default() })
            };
            read_pages(Format::Ndjson, &["results"], &mut text.as_bytes(), &mut kept, &parse).unwrap();
            let titles: Vec<&str> = kept.records.iter().map(|record| record.title.as_str()).collect();
            assert_eq!(titles, ["T1", "T2", "T4", "T5"], "{broken}");
            assert_eq!((kept.rejects.len(), kept.rejects[0].0.record), (1, 3));
            assert!(kept.rejects[0].1.ends_with("reading continues after it"), "{}", kept.rejects[0].1);
        }
    }
}
