//! Papers as JSON: one a line, or in a list inside the pages of an API.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, Cursor, Read};

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::input::failing::Failing;
use crate::sources::accept::accept;
use crate::sources::document::Document;
use crate::sources::json_head::first_keys;
use crate::sources::json_lines;
use crate::sources::json_objects;
use crate::sources::json_resumption::papers_behind;
use crate::{Format, Record, SNIFF_BYTES, Sink, SourceError};

/// Makes a record of the JSON object of one paper, or says why it is none.
pub(super) type Parse<'p> = &'p (dyn Fn(&[u8]) -> Result<Record, String> + Sync);

/// Streams the papers of `input` through `parse` to `sink`: of every line or object, or, when the first object has the first key
/// of `path` or the input begins with `[`, of the list in every page. The keys of `path` lead to the list of a page.
pub(super) fn read(
    format: Format,
    path: &'static [&'static str],
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let mut head = Vec::new();
    // What stands before a cut is read, however short it is.
    let failing = Failing(input.take(SNIFF_BYTES as u64).read_to_end(&mut head).err());
    let is_paged = is_page(&head, path.first().copied().unwrap_or_default());
    let is_spread = json_objects::are_spread(&head);
    let mut whole = Cursor::new(head).chain(failing).chain(input);
    if is_paged {
        read_pages(format, path, &mut whole, sink, parse)
    } else if is_spread {
        json_objects::read(format, &mut whole, sink, parse)
    } else {
        json_lines::read(&mut whole, sink, parse)
    }
}

/// Gives the one paper that stands as an object under the key `name` of `input`.
pub(super) fn read_one(
    format: Format,
    name: &str,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let document = Document::read(input, format)?;
    let text = document.text().trim_start_matches('\u{feff}');
    let answer: BTreeMap<String, &RawValue> = serde_json::from_str(text)
        .map_err(|error| SourceError::Malformed { format, reason: json_lines::reason(&error) })?;
    let paper =
        answer.get(name).ok_or_else(|| format!("no {name}")).and_then(|paper| parse(paper.get().as_bytes()));
    accept(sink, document.position(1, 0), paper);
    document.ended()
}

/// Whether `head` begins an object of which the first key is `name` and its value an object.
pub(super) fn is_one(head: &[u8], name: &str) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let name = format!("\"{name}\"");
    let mut rest = head;
    for token in ["{", &name, ":"] {
        let Some(behind) = rest.trim_ascii_start().strip_prefix(token.as_bytes()) else { return false };
        rest = behind;
    }
    rest.trim_ascii_start().starts_with(b"{")
}

/// Whether `head` begins a list, or an object with the key `list`.
pub(super) fn is_page(head: &[u8], list: &str) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    text.first() == Some(&b'[') || first_keys(head).is_some_and(|keys| keys.iter().any(|key| key == list))
}

fn read_pages(
    format: Format,
    path: &'static [&'static str],
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let document = Document::read(input, format)?;
    let text = document.text().trim_start_matches('\u{feff}');
    let skipped = document.text().len() - text.len();
    let mut papers = VecDeque::new();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut ended = Ok(());
    while ended.is_ok() && deserializer.end().is_err() {
        ended = deserializer.deserialize_any(Page { path, papers: &mut papers });
    }
    let offset = |paper: &RawValue| paper.get().as_ptr() as usize - text.as_ptr() as usize;
    let damage = papers.back().map_or(0, |last| offset(last) + last.get().len());
    let known = papers.front().map_or(&text[damage..], |first| first.get());
    let behind = if ended.is_err() { papers_behind(text, damage, known) } else { Vec::new() };
    let before = papers.len();
    let mut ordinal = 0;
    for (index, paper) in papers.into_iter().chain(behind.iter().copied()).enumerate() {
        ordinal += 1;
        if index == before
            && let Err(error) = &ended
        {
            let reason = format!("{}; read on behind it", json_lines::reason(error));
            sink.reject(document.position(ordinal, damage + skipped), reason);
            ordinal += 1;
        }
        let start = offset(paper) + skipped;
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
    let is_read_on = !behind.is_empty();
    document.ended()?;
    if !is_read_on {
        ended.map_err(|error| SourceError::Malformed { format, reason: json_lines::reason(&error) })?;
    }
    Ok(())
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
        write!(formatter, "a list of papers or an object that holds one under {:?}", self.path.join("."))
    }

    /// A list that is null is an empty one; papers read before a cut are kept.
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

/// Reads `T`, and nothing for `null` or a value of another kind.
pub(super) fn lenient<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    let raw = <&RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(raw.get()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
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
            read(Format::Ndjson, &["results"], &mut text.as_bytes(), &mut kept, &parse).unwrap();
            let titles: Vec<&str> = kept.records.iter().map(|record| record.title.as_str()).collect();
            assert_eq!(titles, ["T1", "T2", "T4", "T5"], "{broken}");
            assert_eq!((kept.rejects.len(), kept.rejects[0].0.record), (1, 3));
            assert!(kept.rejects[0].1.ends_with("read on behind it"), "{}", kept.rejects[0].1);
        }
    }
}
