//! Records whose fields are lines that begin with a tag.

use std::io::BufRead;

use crate::sources::accept::{accept, unmarked_texts};
use crate::sources::document::Document;
use crate::text::byte_order_mark::behind_mark;
use crate::text::whitespace::collapse_nonempty;
use crate::{Format, Record, Sink, SourceError};

/// How a format writes its fields.
pub(super) struct Dialect {
    pub(super) format: Format,
    /// Tag and value of a line; `None` if it continues the field before it.
    pub(super) tagged: fn(&str) -> Option<(&str, &str)>,
    /// The tag that begins a record.
    pub(super) begins: &'static str,
    /// The tag that ends a record; a record without it was cut. `None` if the next record or the end of the
    /// input ends it.
    pub(super) ends: Option<&'static str>,
    /// Tags that occur outside records.
    pub(super) around: &'static [&'static str],
    /// A line that begins a record, for error messages.
    pub(super) example: &'static str,
}

impl Dialect {
    /// Whether the first line of `head` that is not empty, a number (`1.`) or a line about the export begins
    /// a record. JSTOR writes a few lines such as `Provider: JSTOR` before it.
    pub(super) fn begins(&self, head: &[u8]) -> bool {
        let head = behind_mark(head);
        let head = String::from_utf8_lossy(&head[..head.len().min(4_096)]);
        let is_before = |line: &str| line.is_empty() || is_number(line) || is_about(line);
        let first = head.lines().map(str::trim_end).find(|line| !is_before(line));
        first.and_then(self.tagged).is_some_and(|(tag, _)| tag == self.begins)
    }

    /// Reads all of `input` and passes every record in it to `sink`. `into_record` makes it from its fields.
    pub(super) fn read(
        &self,
        input: &mut dyn BufRead,
        sink: &mut dyn Sink,
        into_record: fn(&Fields) -> Record,
    ) -> Result<(), SourceError> {
        let document = Document::read(input, self.format)?;
        // Fields before any line that begins a record are kept too, so that they can be rejected.
        let mut record: Option<(usize, Fields)> = None;
        let (mut offset, mut ordinal) = (0, 0);
        let is_begun = |fields: &Fields| fields.0.first().is_some_and(|(tag, _)| tag == self.begins);
        let mut finish = |record: Option<(usize, Fields)>, end: usize, reason: Option<&str>| {
            let Some((start, fields)) = record else { return };
            ordinal += 1;
            let record = match reason.filter(|_| self.ends.is_some()) {
                _ if document.is_invalid(start..end) => Err("invalid UTF-8 in this record".to_owned()),
                _ if !is_begun(&fields) => Err(format!("no line such as '{}' at its start", self.example)),
                Some(reason) => Err(reason.to_owned()),
                None => Ok(unmarked_texts(into_record(&fields))),
            };
            accept(sink, document.position(ordinal, start), record);
        };
        let unended = format!("no {} line at its end", self.ends.unwrap_or_default());
        let mut found = false;
        for line in document.text().split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            match (self.tagged)(line.trim_start_matches('\u{feff}').trim_end()) {
                Some((tag, value)) if tag == self.begins => {
                    found = true;
                    finish(record.take(), start, Some(&unended));
                    record = Some((start, Fields(vec![(tag.to_owned(), value.to_owned())])));
                }
                Some((tag, _)) if Some(tag) == self.ends => finish(record.take(), offset, None),
                Some((tag, _)) if record.is_none() && self.around.contains(&tag) => {}
                Some((tag, value)) => {
                    let (_, Fields(fields)) = record.get_or_insert_with(|| (start, Fields(Vec::new())));
                    fields.push((tag.to_owned(), value.to_owned()));
                }
                // Ovid writes record numbers between records; outside a record they are ignored.
                None => {
                    if let Some((_, Fields(fields))) = &mut record
                        && let Some((_, value)) = fields.last_mut()
                    {
                        value.push('\n');
                        value.push_str(line.trim_end());
                    }
                }
            }
        }
        let reason = "the input ends inside it";
        let cut = record
            .take_if(|(_, fields)| self.ends.is_some() && is_begun(fields) && document.is_whole())
            .map(|(start, _)| start);
        finish(record, offset, Some(reason));
        if let Some(start) = cut {
            let position = Some(document.position(ordinal + 1, start));
            return Err(SourceError::Cut { position, reason: reason.to_owned() });
        }
        if !found {
            let reason = format!("no record: records begin with a line such as '{}'", self.example);
            return Err(SourceError::NoRecords { format: self.format, reason });
        }
        document.ended()
    }
}

/// Whether a line describes the export, as JSTOR and the Cochrane Library write it.
fn is_about(line: &str) -> bool {
    ["Provider: ", "Database: ", "Content: ", "Record #"].iter().any(|mark| line.starts_with(mark))
}

/// Whether a line numbers a record: `1.` or `<1>`.
fn is_number(line: &str) -> bool {
    let line = line.trim();
    let bare = line.strip_suffix('.').or_else(|| line.strip_prefix('<')?.strip_suffix('>'));
    bare.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The fields of a record as (tag, value), in order; a value of several lines contains line feeds.
pub(super) struct Fields(Vec<(String, String)>);

impl Fields {
    pub(super) fn new(fields: impl Iterator<Item = (String, String)>) -> Self {
        Self(fields.collect())
    }

    /// The non-empty values of these tags, tag by tag.
    pub(super) fn all<'f>(&'f self, tags: &'f [&str]) -> impl Iterator<Item = &'f str> {
        let of_tag = |tag: &'f str| self.0.iter().filter(move |(name, _)| name == tag);
        tags.iter()
            .flat_map(move |tag| of_tag(tag))
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.trim().is_empty())
    }

    /// The values of any of these tags, in the order of the record.
    pub(super) fn mixed<'f>(&'f self, tags: &'f [&str]) -> impl Iterator<Item = &'f str> {
        let named = self.0.iter().filter(|(name, _)| tags.contains(&name.as_str()));
        named.map(|(_, value)| value.as_str())
    }

    /// The first non-empty value of the first of these tags that has one, on one line.
    pub(super) fn first(&self, tags: &[&str]) -> Option<String> {
        self.all(tags).find_map(collapse_nonempty)
    }
}
