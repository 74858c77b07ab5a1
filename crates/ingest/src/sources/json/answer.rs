//! An API's response to a request for one paper.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde_json::value::RawValue;

use super::document::JsonDocument;
use super::papers::Parse;
use crate::sources::accept::accept;
use crate::text::byte_order_mark::behind_mark;
use crate::{Format, Sink, SourceError};

/// Passes on the one paper that is an object under the key `name` of `input`.
pub(in crate::sources) fn read_answer(
    format: Format,
    name: &str,
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let document = JsonDocument::read(input, format)?;
    let answer: BTreeMap<String, &RawValue> =
        serde_json::from_str(document.text()).map_err(|error| document.malformed(&error))?;
    let paper =
        answer.get(name).ok_or_else(|| format!("no {name}")).and_then(|paper| parse(paper.get().as_bytes()));
    accept(sink, document.position(1, 0), paper);
    document.ended()
}

/// Whether `head` begins an object whose first key is `name` and has an object as its value.
pub(in crate::sources) fn is_answer(head: &[u8], name: &str) -> bool {
    let head = behind_mark(head);
    let name = format!("\"{name}\"");
    let mut rest = head;
    for token in ["{", &name, ":"] {
        let Some(behind) = rest.trim_ascii_start().strip_prefix(token.as_bytes()) else { return false };
        rest = behind;
    }
    rest.trim_ascii_start().starts_with(b"{")
}
