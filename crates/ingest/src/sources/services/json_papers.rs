//! Papers as JSON: one a line, or in a list inside the pages of an API.

use std::collections::VecDeque;
use std::io::{BufRead, Cursor, Read};

use serde::Deserialize;
use serde::de::{Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::sources::document::Document;
use crate::sources::json_head::first_keys;
use crate::sources::json_lines;
use crate::{Format, Record, SNIFF_BYTES, Sink, SourceError};

/// Streams the papers of `input` through `parse` to `sink`: of every line, or, when the first object has the key
/// `list` or the input begins with `[`, of the list in every page.
pub(super) fn read(
    format: Format,
    list: &'static str,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: fn(&[u8]) -> Result<Record, String>,
) -> Result<(), SourceError> {
    let mut head = Vec::new();
    let read = input.take(SNIFF_BYTES as u64).read_to_end(&mut head);
    read.map_err(|source| SourceError::Read { byte: head.len() as u64, source })?;
    let is_paged = is_page(&head, list);
    let mut whole = Cursor::new(head).chain(input);
    if is_paged {
        read_pages(format, list, &mut whole, sink, parse)
    } else {
        json_lines::read(&mut whole, sink, parse)
    }
}

/// Whether `head` begins a list, or an object with the key `list`.
pub(super) fn is_page(head: &[u8], list: &str) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    text.first() == Some(&b'[') || first_keys(head).is_some_and(|keys| keys.iter().any(|key| key == list))
}

fn read_pages(
    format: Format,
    list: &'static str,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: fn(&[u8]) -> Result<Record, String>,
) -> Result<(), SourceError> {
    let document = Document::read(input, format)?;
    let text = document.text().trim_start_matches('\u{feff}');
    let skipped = document.text().len() - text.len();
    let mut papers = VecDeque::new();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut ended = Ok(());
    while ended.is_ok() && deserializer.end().is_err() {
        ended = deserializer.deserialize_any(Page { list, papers: &mut papers });
    }
    for (ordinal, paper) in (1..).zip(papers) {
        let start = paper.get().as_ptr() as usize - text.as_ptr() as usize + skipped;
        let position = document.position(ordinal, start);
        if document.is_invalid(start..start + paper.get().len()) {
            sink.reject(position, "invalid UTF-8".to_owned());
            continue;
        }
        match parse(paper.get().as_bytes()) {
            Ok(record) => sink.record(position, record),
            Err(reason) => sink.reject(position, reason),
        }
    }
    ended.map_err(|error| SourceError::Malformed { format, reason: json_lines::reason(&error) })
}

/// Collects the papers of one page, unparsed.
struct Page<'p, 'de> {
    list: &'static str,
    papers: &'p mut VecDeque<&'de RawValue>,
}

impl<'de> Visitor<'de> for Page<'_, 'de> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "a list of papers or an object with the key {:?}", self.list)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(paper) = items.next_element()? {
            self.papers.push_back(paper);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == self.list {
                map.next_value_seed(List(self.papers))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

struct List<'p, 'de>(&'p mut VecDeque<&'de RawValue>);

impl<'de> serde::de::DeserializeSeed<'de> for List<'_, 'de> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        // A null list is an empty one; papers read before a cut are kept.
        deserializer.deserialize_any(ListVisitor(self.0))
    }
}

struct ListVisitor<'p, 'de>(&'p mut VecDeque<&'de RawValue>);

impl<'de> Visitor<'de> for ListVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a list of papers")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(paper) = items.next_element()? {
            self.0.push_back(paper);
        }
        Ok(())
    }
}

/// Reads `T`, and nothing for `null` or a value of another kind.
pub(super) fn lenient<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    let raw = <&RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(raw.get()).unwrap_or_default())
}
