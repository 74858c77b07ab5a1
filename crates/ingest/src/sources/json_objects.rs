//! JSON objects that are spread over several lines, one behind the other.

use std::io::BufRead;

use serde_json::value::RawValue;

use super::document::Document;
use super::json_lines;
use super::json_papers::Parse;
use crate::{Format, Sink, SourceError};

/// Whether the first line of `head` opens an object and nothing more, as programs do that indent what they print.
pub(super) fn are_spread(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
    text[..end].trim_ascii() == b"{" && end < text.len()
}

/// Gives the paper of every object of `input`.
pub(super) fn read(
    format: Format,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let document = Document::read(input, format)?;
    let text = document.text().trim_start_matches('\u{feff}');
    let skipped = document.text().len() - text.len();
    let objects = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let (mut ordinal, mut ended) = (0, Ok(()));
    for object in objects {
        ordinal += 1;
        let object = match object {
            Ok(object) => object.get(),
            Err(error) => {
                ended = Err(SourceError::Malformed { format, reason: json_lines::reason(&error) });
                break;
            }
        };
        let start = object.as_ptr() as usize - text.as_ptr() as usize + skipped;
        let position = document.position(ordinal, start);
        if document.is_invalid(start..start + object.len()) {
            sink.reject(position, "invalid UTF-8".to_owned());
            continue;
        }
        match parse(object.as_bytes()) {
            Ok(record) => sink.record(position, record),
            Err(reason) => sink.reject(position, reason),
        }
    }
    document.ended()?;
    ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;
    use crate::sources::testing::Kept;

    #[test]
    fn objects_are_read_until_one_is_broken() {
        let object = |title: &str| format!("{{\n  \"title\": \"{title}\"\n}}\n");
        let parse = |paper: &[u8]| {
            let value: serde_json::Value =
                serde_json::from_slice(paper).map_err(|error| error.to_string())?;
            let title = value["title"].as_str().filter(|title| !title.is_empty()).ok_or("no title")?;
            Ok(Record { title: title.to_owned(), ..Record::default() })
        };
        let text = object("A") + &object("") + &object("B") + "{\n  \"title\": \"C\n";
        assert!(are_spread(text.as_bytes()));
        let mut kept = Kept::default();
        let error = read(Format::Ndjson, &mut text.as_bytes(), &mut kept, &parse).unwrap_err();
        let titles: Vec<&str> = kept.records.iter().map(|record| record.title.as_str()).collect();
        assert_eq!(titles, ["A", "B"]);
        assert_eq!((kept.rejects[0].0.line, kept.rejects[0].1.as_str()), (Some(4), "no title"));
        assert!(error.to_string().starts_with("not ndjson: not JSON"), "{error}");
    }

    #[test]
    fn a_line_that_is_an_object_is_not_spread() {
        assert!(!are_spread(b"{\"title\":\"A\"}\n") && !are_spread(b"{") && !are_spread(b""));
    }
}
