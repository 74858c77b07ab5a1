//! Pith listing pages as text: a generated headline, the paper's title, a second line, the abstract.

use std::io::BufRead;

use crate::identifiers::category::is_category;
use crate::sources::document::Document;
use crate::text::whitespace::{collapse_nonempty, paragraphs};
use crate::{Format, Record, Sink, Source, SourceError, Timestamp};

/// A listing page of Pith, copied as text.
///
/// Each entry consists of blocks separated by empty lines: a vote count and `cs.DC 2026-05-14 Recognition`
/// (category, date, badge); the headline; the title; the subheadline; and a last block of page furniture
/// (`Figure from the paper full image`, `abstract click to expand`), the abstract, and the vote counts of
/// this and the next entry. The date is when the page announced the paper.
pub(in crate::sources) struct PithListing;

/// The line after which an entry's abstract begins.
const ABSTRACT_MARK: &str = "abstract click to expand";

impl Source for PithListing {
    fn format(&self) -> Format {
        Format::PithListing
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let head = String::from_utf8_lossy(head);
        head.lines().any(|line| entry_header(line).is_some())
            && (head.contains(ABSTRACT_MARK) || head.starts_with("pith."))
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let document = Document::read(input, self.format())?;
        let text = document.text();
        let mut starts: Vec<usize> = Vec::new();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            if entry_header(line).is_some() {
                starts.push(offset);
            }
            offset += line.len();
        }
        for (ordinal, &start) in (1..).zip(&starts) {
            let end = starts.get(ordinal as usize).copied().unwrap_or(text.len());
            let position = document.position(ordinal, start);
            if document.is_invalid(start..end) {
                sink.reject(position, "invalid UTF-8 in this entry".into());
                continue;
            }
            match entry(&text[start..end]) {
                Ok(record) => sink.record(position, record),
                Err(reason) => sink.reject(position, reason.into()),
            }
        }
        if starts.is_empty() {
            let reason = "no entry begins with a line such as 'cs.DC 2026-05-14 Recognition'".into();
            return Err(SourceError::NoRecords { format: self.format(), reason });
        }
        document.ended()
    }
}

/// Category and date in a line that opens an entry: `cs.DC 2026-05-14`, with or without a badge.
fn entry_header(line: &str) -> Option<(&str, Timestamp)> {
    let (category, rest) = line.trim().split_once(' ')?;
    let (day, badge) = rest.split_once(' ').unwrap_or((rest, ""));
    let is_badge = badge.len() <= 40 && !badge.contains(['.', ',', ':']);
    (is_category(category) && is_badge && day.len() == 10)
        .then(|| Timestamp::parse(day).ok())
        .flatten()
        .map(|day| (category, day))
}

/// Parses one entry, from its header to the next header or the end of the page.
fn entry(text: &str) -> Result<Record, &'static str> {
    let (header, body) = text.split_once('\n').ok_or("the page ends after this entry's first line")?;
    let (category, announced) = entry_header(header).ok_or("no category and day")?;
    let (front, abstract_lines) = match body.split_once(ABSTRACT_MARK) {
        Some((front, rest)) => (front, Some(rest)),
        None => (body, None),
    };
    let front: Vec<&str> = front.trim_start().split("\n\n").map(str::trim).collect();
    let [headline, title, rest @ ..] = front.as_slice() else {
        return Err("no title between headline and abstract");
    };
    let Some(title) = collapse_nonempty(title).filter(|title| !is_furniture(title)) else {
        return Err("no title between headline and abstract");
    };
    let abstract_text = abstract_lines.ok_or("no abstract: the page ends inside this entry")?;
    let subheadline = rest.first().copied().filter(|line| !is_furniture(line));
    Ok(Record {
        title,
        abstract_text: paragraphs(without_votes(abstract_text)),
        categories: vec![category.to_owned()],
        announced: Some(announced),
        headline: collapse_nonempty(headline),
        subheadline: subheadline.and_then(collapse_nonempty),
        ..Record::default()
    })
}

fn is_furniture(line: &str) -> bool {
    line.is_empty() || line.starts_with("Figure from the paper")
}

/// The abstract's own lines. The page footer follows an empty line; votes and comments are lines of numbers
/// at the end.
fn without_votes(text: &str) -> &str {
    let text = text.trim_start();
    let mut text = text.split_once("\n\n").map_or(text, |(before, _)| before).trim_end();
    while let Some((before, last)) = text.rsplit_once('\n') {
        if !last.split(' ').all(|count| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit())) {
            break;
        }
        text = before.trim_end();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::{line_of, records};

    const PAGE: &str = "pith. machine review for the scientific record. sign in\n\ncs.DC\n\nDistributed \
        Computing\n\n0\ncs.DC 2026-05-14 Recognition\n\nQueues halve the tail for [<] logs\n\nShort Queues: A \
        Study of $f < n/3$\n\nA queue that waits less when $n$ grows.\n\nFigure from the paper full \
        image\nabstract click to expand\nWe study queues. Each has\nfour ends.\n1 0\n0\ncs.DC \
        2026-05-13\n\nLogs shrink\n\nLong Logs\n\nThey do.\n\nabstract click to expand\nLogs grow.\n0\n\nbrowse \
        all of cs.DC";

    #[test]
    fn headline_title_subheadline_and_abstract_are_told_apart() {
        let (read, rejects) = records(&PithListing, PAGE.as_bytes());
        assert!(rejects.is_empty());
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].headline.as_deref(), Some("Queues halve the tail for [<] logs"));
        assert_eq!(read[0].title, "Short Queues: A Study of $f < n/3$");
        assert_eq!(read[0].subheadline.as_deref(), Some("A queue that waits less when $n$ grows."));
        assert_eq!(read[0].abstract_text, "We study queues. Each has four ends.");
        assert_eq!(read[0].categories, ["cs.DC"]);
        assert_eq!(read[0].announced, Timestamp::from_date(2026, 5, 14));
        assert_eq!(read[1].abstract_text, "Logs grow.");
    }

    #[test]
    fn an_entry_cut_before_its_abstract_is_rejected_where_it_begins() {
        let cut = PAGE.rfind("They do.").unwrap();
        let (read, rejects) = records(&PithListing, &PAGE.as_bytes()[..cut]);
        assert_eq!(read.len(), 1);
        assert_eq!(rejects[0].0.line, Some(line_of(PAGE, "cs.DC 2026-05-13")));
    }
}
