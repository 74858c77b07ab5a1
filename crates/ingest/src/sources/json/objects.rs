//! Concatenated JSON objects that span several lines.

use std::io::BufRead;

use serde_json::value::RawValue;

use super::document::JsonDocument;
use super::papers::Parse;
use crate::text::byte_order_mark::behind_mark;
use crate::{Format, Sink, SourceError};

/// Whether the first line of `head` contains only an opening brace, as in indented output.
pub(super) fn are_spread(head: &[u8]) -> bool {
    let text = behind_mark(head).trim_ascii_start();
    let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
    text[..end].trim_ascii() == b"{" && end < text.len()
}

/// Passes on the paper of every object of `input`.
pub(super) fn read(
    format: Format,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let document = JsonDocument::read(input, format)?;
    let objects = serde_json::Deserializer::from_str(document.text()).into_iter::<&RawValue>();
    let mut ended = Ok(());
    for (ordinal, object) in (1..).zip(objects) {
        match object {
            Ok(object) => document.hand_on(sink, ordinal, object, parse),
            Err(error) => {
                ended = Err(document.malformed(&error));
                break;
            }
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
