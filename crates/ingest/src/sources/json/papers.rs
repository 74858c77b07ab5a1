//! Papers as JSON in whichever arrangement the beginning of an input shows.

use std::io::{BufRead, Cursor, Read};

use super::objects;
use super::pages::{is_page, read_pages};
use crate::input::failing::Failing;
use crate::sources::line_records;
use crate::{Format, Record, SNIFF_BYTES, Sink, SourceError};

/// Makes a record from the JSON object of one paper, or says why it has none.
pub(in crate::sources) type Parse<'p> = &'p (dyn Fn(&[u8]) -> Result<Record, String> + Sync);

/// Streams the papers of `input` through `parse` to `sink`. If the first object has the first key of `path`,
/// or the input begins with `[`, the papers are those in the list of every page, to which the keys of `path`
/// lead. Otherwise every line or object is a paper.
pub(in crate::sources) fn read(
    format: Format,
    path: &'static [&'static str],
    input: &mut dyn BufRead,
    sink: &mut dyn Sink,
    parse: Parse<'_>,
) -> Result<(), SourceError> {
    let mut head = Vec::new();
    // Everything before a cut is read, however short it is.
    let failing = Failing(input.take(SNIFF_BYTES as u64).read_to_end(&mut head).err());
    let is_paged = is_page(&head, path.first().copied().unwrap_or_default());
    let is_spread = objects::are_spread(&head);
    let mut whole = Cursor::new(head).chain(failing).chain(input);
    if is_paged {
        read_pages(format, path, &mut whole, sink, parse)
    } else if is_spread {
        objects::read(format, &mut whole, sink, parse)
    } else {
        line_records::read(&mut whole, sink, parse)
    }
}
