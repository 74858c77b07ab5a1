//! arXiv API responses flattened from XML to text, with or without spaces between the fields.

use std::io::BufRead;
use std::ops::Range;

use super::flattened_names;
use crate::sources::document::Document;
use crate::text::whitespace::{collapse, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// An Atom response of the arXiv API without its tags.
///
/// What remains of an entry is its URL, title, update time, abstract, submission time, comment, journal
/// reference, authors and DOI, in this order. Each of the last four may be missing, and fields are separated
/// by spaces or by nothing. Only URLs (`http://arxiv.org/abs/2606.03498v1`) and ISO times can be told from
/// prose; [`flattened_names`] separates the rest. Categories are attributes in the XML and are lost.
pub(in crate::sources) struct ArxivApiText;

/// Length of `2026-06-02T11:14:57Z`.
const TIME_BYTES: usize = 20;

/// Within how many bytes after the first URL the sniffed head must contain a time.
const SNIFFED_TITLE_BYTES: usize = 2048;

impl Source for ArxivApiText {
    fn format(&self) -> Format {
        Format::ArxivApiText
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let head = String::from_utf8_lossy(head);
        let is_markup = head.trim_start_matches('\u{feff}').trim_start().starts_with(['<', '{', '[']);
        !is_markup
            && addresses(&head).first().is_some_and(|address| {
                let title_end = head.floor_char_boundary(address.end + SNIFFED_TITLE_BYTES);
                next_time(&head[..title_end], address.end).is_some()
            })
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let document = Document::read(input, self.format())?;
        let text = document.text();
        let addresses = entries(text, addresses(text));
        for (ordinal, address) in (1..).zip(&addresses) {
            let end = addresses.get(ordinal as usize).map_or(text.len(), |next| next.start);
            let position = document.position(ordinal, address.start);
            if document.is_invalid(address.start..end) {
                sink.reject(position, "invalid UTF-8 in this entry".into());
                continue;
            }
            match entry(&text[..end], address.end) {
                Ok(record) => sink.record(position, record),
                Err(reason) => sink.reject(position, reason.into()),
            }
        }
        if addresses.is_empty() {
            let reason = "no entry begins with an address such as 'http://arxiv.org/abs/2606.03498v1'".into();
            return Err(SourceError::NoRecords { format: self.format(), reason });
        }
        document.ended()
    }
}

/// The positions of abstract URLs: from `http` to the end of `/abs/`, where an identifier follows.
fn addresses(text: &str) -> Vec<Range<usize>> {
    const HOST: &str = "://arxiv.org/abs/";
    memchr::memmem::find_iter(text.as_bytes(), HOST)
        .filter_map(|at| {
            let scheme = ["https", "http"].into_iter().find(|scheme| text[..at].ends_with(scheme))?;
            let end = at + HOST.len();
            identifier(&text[end..], Times::default()).map(|_| at - scheme.len()..end)
        })
        .collect()
}

/// The URLs that open entries. A URL in the prose of an abstract or comment is not followed by two times
/// before the next URL, or takes one of them from its own entry.
fn entries(text: &str, addresses: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut entries: Vec<(Range<usize>, usize)> = Vec::with_capacity(addresses.len());
    let ends: Vec<usize> = addresses.iter().skip(1).map(|next| next.start).chain([text.len()]).collect();
    for (address, end) in addresses.into_iter().zip(ends) {
        let mut times = 0;
        let mut from = address.end;
        while let Some(time) = next_time(&text[..end], from) {
            times += 1;
            from = time.end;
        }
        match entries.last_mut() {
            Some((_, known)) if *known + times <= 2 => *known += times,
            _ => entries.push((address, times)),
        }
    }
    entries.into_iter().map(|(address, _)| address).collect()
}

/// The first ISO time in `text` at or after `from`.
fn next_time(text: &str, from: usize) -> Option<Range<usize>> {
    const SHAPE: &[u8; TIME_BYTES] = b"0000-00-00T00:00:00Z";
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'Z', bytes.get(from..)?).map(|at| from + at + 1).find_map(|end| {
        let start = end.checked_sub(TIME_BYTES).filter(|&start| start >= from)?;
        let fits = bytes[start..end]
            .iter()
            .zip(SHAPE)
            .all(|(byte, shape)| if *shape == b'0' { byte.is_ascii_digit() } else { byte == shape });
        fits.then_some(start..end)
    })
}

/// Parses the entry whose identifier begins at `start` and which ends with `text`.
fn entry(text: &str, start: usize) -> Result<Record, &'static str> {
    const CUT: &str = "an entry without its two times: the text is cut off here";
    let first = next_time(text, start).ok_or(CUT)?;
    let second = next_time(text, first.end).ok_or(CUT)?;
    let updated = Timestamp::parse(&text[first.clone()]).map_err(|_| "invalid time of update")?;
    let published = Timestamp::parse(&text[second.clone()]).map_err(|_| "invalid time of submission")?;
    let times = Times {
        are_equal: updated == published,
        follow_blank: text[..first.start].ends_with(char::is_whitespace),
    };
    let (id, version, title_start) =
        identifier(&text[start..first.start], times).ok_or("no arXiv identifier")?;
    let title = collapse(&text[start + title_start..first.start]);
    let abstract_text = paragraphs(&text[first.end..second.start]);
    if title.is_empty() {
        return Err("no title");
    }
    if abstract_text.is_empty() {
        return Err("no abstract");
    }
    let tail = flattened_names::split(&text[second.end..]);
    Ok(Record {
        arxiv_id: Some(id),
        version,
        doi: tail.doi,
        title,
        abstract_text,
        authors: tail.authors,
        published: Some(published),
        updated: Some(updated),
        comment: tail.comment,
        journal_reference: tail.journal_reference,
        ..Record::default()
    })
}

/// What an entry's times say about the text before them.
#[derive(Clone, Copy, Default)]
struct Times {
    /// Both are the same: this is the first version.
    are_equal: bool,
    /// The first follows a space: the fields are separated by spaces.
    follow_blank: bool,
}

/// The identifier and version that `text` begins with, and where the title begins. A title may follow
/// directly, even one that begins with a digit; the times, or else the more plausible reading, decide where
/// the version ends.
fn identifier(text: &str, times: Times) -> Option<(ArxivId, Option<u16>, usize)> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number_start = match digits(0) {
        0 => bytes.iter().take(24).position(|&byte| byte == b'/')? + 1,
        _ => 0,
    };
    let number_end = if number_start == 0 {
        if bytes.get(4) != Some(&b'.') || digits(0) != 4 {
            return None;
        }
        [5, 4]
            .into_iter()
            .map(|width| 5 + width)
            .find(|&end| digits(5) >= end - 5 && text[..end].parse::<ArxivId>().is_ok())?
    } else {
        number_start + 7
    };
    let id: ArxivId = text.get(..number_end)?.parse().ok()?;
    let version_digits = match bytes.get(number_end) {
        Some(b'v') => digits(number_end + 1),
        _ => 0,
    };
    if version_digits == 0 {
        return Some((id, None, number_end));
    }
    let version_start = number_end + 1;
    let rest = &text[version_start + version_digits..];
    let kept = match version_digits {
        _ if times.follow_blank => version_digits,
        _ if times.are_equal && bytes[version_start] == b'1' => 1,
        // `v12 Monkeys` and `v13D` are version 1, `v12Adaptive` is version 12.
        _ if begins_with_word(rest) => version_digits.min(2),
        _ => 1,
    };
    let version = text[version_start..version_start + kept].parse().ok()?;
    Some((id, Some(version), version_start + kept))
}

fn begins_with_word(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(char::is_uppercase) && characters.next().is_some_and(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    const FIELDS: [&[&str]; 2] = [
        &[
            "http://arxiv.org/abs/2606.00001v1",
            "3D Queues at http://arxiv.org/abs/2501.00001v1",
            "2026-06-02T11:14:57Z",
            "We study [<] queues, see http://arxiv.org/abs/2501.00002v2 there.\nThey wait.",
            "2026-06-02T11:14:57Z",
            "4 pages",
            "Ada One",
            "Bo de Two",
            "10.1000/abc.12",
        ],
        &[
            "http://arxiv.org/abs/hep-th/9901001v12",
            "Strings in 2026",
            "2026-06-01T00:00:00Z",
            "We study strings.",
            "1999-01-01T00:00:00Z",
            "Cy Three",
        ],
    ];

    #[test]
    fn fields_are_found_with_and_without_blanks_between_them() {
        for separator in [" ", ""] {
            let entries: Vec<String> = FIELDS.iter().map(|fields| fields.join(separator)).collect();
            let head = ["https://arxiv.org/api/x+y", "2026-06-10T06:13:33Z", "2", "0", "10"].join(separator);
            let text = [head, entries[0].clone(), entries[1].clone()].join(separator);
            assert!(ArxivApiText.sniff(text.as_bytes()));
            let (read, rejects) = records(&ArxivApiText, text.as_bytes());
            assert!(rejects.is_empty());
            assert_eq!(read.len(), 2);
            assert_eq!(read[0].arxiv_id, Some("2606.00001".parse().unwrap()));
            assert_eq!(read[0].version, Some(1));
            assert_eq!(read[0].title, FIELDS[0][1]);
            assert_eq!(read[0].abstract_text, collapse(FIELDS[0][3]));
            assert_eq!(read[0].comment.as_deref(), Some("4 pages"));
            assert_eq!(read[0].authors, ["Ada One", "Bo de Two"]);
            assert_eq!(read[0].doi.as_deref(), Some("10.1000/abc.12"));
            assert_eq!(read[1].arxiv_id, Some("hep-th/9901001".parse().unwrap()));
            assert_eq!(read[1].version, Some(12));
            assert_eq!(read[1].title, "Strings in 2026");
            assert_eq!(read[1].published, Timestamp::from_date(1999, 1, 1));
            assert_eq!(read[1].authors, ["Cy Three"]);
        }
    }

    #[test]
    fn a_cut_entry_is_rejected_where_it_begins() {
        let text = [FIELDS[1].concat(), FIELDS[1][..4].concat()].concat();
        let (read, rejects) = records(&ArxivApiText, text.as_bytes());
        assert_eq!(read.len(), 1);
        assert_eq!(rejects[0].0.byte, FIELDS[1].concat().len() as u64);
    }
}
