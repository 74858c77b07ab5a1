//! arXiv listing pages ("new submissions") as text.

use std::io::BufRead;

use crate::identifiers::category::is_category;
use crate::sources::document::Document;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// A page such as <https://arxiv.org/list/cs.DC/new>, copied as text.
///
/// An entry begins with `[1] arXiv:2602.23598 [pdf, html, other]`, followed by labelled lines (`Title:`,
/// `Comments:`, `Journal-ref:`, `Subjects:`), an unlabelled line of authors, an empty line and the abstract.
/// The date of the listing is when the papers were announced. Pages without abstracts yield records without.
pub(in crate::sources) struct ArxivListingText;

impl Source for ArxivListingText {
    fn format(&self) -> Format {
        Format::ArxivListingText
    }

    fn sniff(&self, head: &[u8]) -> bool {
        String::from_utf8_lossy(head).lines().any(|line| entry_header(line).is_some())
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let document = Document::read(input, self.format())?;
        let text = document.text();
        let mut announced = None;
        // The start of each block of the page: an entry with its identifier, or a heading that ends an entry.
        let mut blocks: Vec<(usize, Option<ArxivId>)> = Vec::new();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            if let Some(id) = entry_header(line) {
                blocks.push((offset, Some(id)));
            } else if is_heading(line) {
                announced = announced.or_else(|| listing_day(line));
                blocks.push((offset, None));
            }
            offset += line.len();
        }
        let mut ordinal = 0;
        for (index, (start, id)) in blocks.iter().enumerate() {
            let Some(id) = id else { continue };
            ordinal += 1;
            let end = blocks.get(index + 1).map_or(text.len(), |&(start, _)| start);
            let position = document.position(ordinal, *start);
            if document.is_invalid(*start..end) {
                sink.reject(position, "invalid UTF-8 in this entry".into());
                continue;
            }
            match entry(&text[*start..end]) {
                Ok(record) => {
                    sink.record(position, Record { arxiv_id: Some(id.clone()), announced, ..record });
                }
                Err(reason) => sink.reject(position, reason.into()),
            }
        }
        if ordinal == 0 {
            let reason =
                "no entry begins with a line such as '[1] arXiv:2602.23598 [pdf, html, other]'".into();
            return Err(SourceError::NoRecords { format: self.format(), reason });
        }
        document.ended()
    }
}

/// The identifier in a line that opens an entry: `[12] arXiv:2602.23598 (replaced) [pdf, other]`.
fn entry_header(line: &str) -> Option<ArxivId> {
    let (ordinal, rest) = line.trim().strip_prefix('[')?.split_once(']')?;
    let id = rest.trim_start().strip_prefix("arXiv:")?.split([' ', '[', '(']).next()?;
    (!ordinal.is_empty() && ordinal.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| id.parse().ok())
        .flatten()
}

/// Whether a line is a heading or the footer of the list.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    let counted = |word: &str| {
        line.split_once(word).is_some_and(|(_, rest)| rest.starts_with(" (showing ") && rest.ends_with(')'))
    };
    line.starts_with("Showing new listings for ")
        || (line.starts_with("Total of ") && line.ends_with(" entries"))
        || ["submissions", "Cross-lists", "Replacements"].into_iter().any(counted)
}

/// The date in `Showing new listings for Monday, 2 March 2026`.
fn listing_day(line: &str) -> Option<Timestamp> {
    Timestamp::parse(line.trim().strip_prefix("Showing new listings for ")?).ok()
}

/// Parses one entry except for its identifier.
fn entry(text: &str) -> Result<Record, &'static str> {
    let mut lines = text.lines().skip(1).skip_while(|line| line.trim().is_empty());
    let mut record = Record::default();
    for line in lines.by_ref() {
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(title) = line.strip_prefix("Title:") {
            record.title = collapse(title);
        } else if let Some(comment) = line.strip_prefix("Comments:") {
            record.comment = collapse_nonempty(comment);
        } else if let Some(reference) = line.strip_prefix("Journal-ref:") {
            record.journal_reference = collapse_nonempty(reference);
        } else if let Some(subjects) = line.strip_prefix("Subjects:") {
            record.categories = categories(subjects);
        } else if is_other_label(line) {
        } else if record.authors.is_empty() && !record.title.is_empty() {
            let names = line.strip_prefix("Authors:").unwrap_or(line);
            record.authors = names.split(',').filter_map(collapse_nonempty).collect();
        }
    }
    if record.title.is_empty() {
        return Err("no 'Title:' line in this entry");
    }
    let text: Vec<&str> = lines.collect();
    record.abstract_text = paragraphs(&text.join("\n"));
    Ok(record)
}

/// Whether a line holds a field that [`Record`] does not have.
fn is_other_label(line: &str) -> bool {
    ["MSC-class:", "MSC classes:", "ACM-class:", "ACM classes:", "Report-no:", "Report number:"]
        .iter()
        .any(|label| line.starts_with(label))
}

/// The codes in `Performance (cs.PF); Operating Systems (cs.OS)`.
fn categories(subjects: &str) -> Vec<String> {
    subjects
        .split(';')
        .filter_map(|subject| Some(subject.rsplit_once('(')?.1.trim_end().strip_suffix(')')?.to_owned()))
        .filter(|code| is_category(code))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::{line_of, records};

    const PAGE: &str = "arxiv logo > cs.DC\n\nShowing new listings for Monday, 2 March 2026\n\nTotal of 2 \
        entries\n\nNew submissions (showing 1 of 1 entries)\n\n[1] arXiv:2602.00001 [pdf, html, \
        other]\nTitle: Short Queues: $n < m$\nAda One, Bo de Two\nComments: 4 pages; a note\nSubjects: \
        Distributed, Parallel, and Cluster Computing (cs.DC); Performance (cs.PF)\n\nWe study queues.\nThey \
        wait.\n\nReplacement submissions (showing 1 of 1 entries)\n\n[2] arXiv:2601.00002 (replaced) [pdf, \
        other]\nTitle: On Logs\nCy Three\nJournal-ref: J. Logs 1 (2026)\nSubjects: Operating Systems \
        (cs.OS)\n\nLogs grow.\n\nTotal of 2 entries\nShowing up to 2000 entries per page: fewer | more\n  • \
        About\n";

    #[test]
    fn labelled_and_unlabelled_lines_find_their_fields() {
        let (read, rejects) = records(&ArxivListingText, PAGE.as_bytes());
        assert!(rejects.is_empty());
        assert_eq!(read.len(), 2);
        let first = &read[0];
        assert_eq!(first.arxiv_id, Some("2602.00001".parse().unwrap()));
        assert_eq!(first.title, "Short Queues: $n < m$");
        assert_eq!(first.authors, ["Ada One", "Bo de Two"]);
        assert_eq!(first.comment.as_deref(), Some("4 pages; a note"));
        assert_eq!(first.categories, ["cs.DC", "cs.PF"]);
        assert_eq!(first.abstract_text, "We study queues. They wait.");
        assert_eq!(first.announced, Timestamp::from_date(2026, 3, 2));
        assert_eq!(read[1].abstract_text, "Logs grow.");
        assert_eq!(read[1].journal_reference.as_deref(), Some("J. Logs 1 (2026)"));
    }

    #[test]
    fn an_entry_without_title_is_rejected_where_it_begins() {
        let page = PAGE.replace("Title: On Logs\n", "");
        let (read, rejects) = records(&ArxivListingText, page.as_bytes());
        assert_eq!(read.len(), 1);
        assert_eq!(rejects[0].0.line, Some(line_of(&page, "[2] arXiv")));
    }
}
