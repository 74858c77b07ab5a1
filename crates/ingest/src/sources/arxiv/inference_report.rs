//! Inference Report pages as text: a digest, then papers as title, category and abstract.

use std::io::BufRead;

use crate::identifiers::category::is_category;
use crate::sources::document::Document;
use crate::text::whitespace::{collapse, paragraphs};
use crate::{Format, Record, Sink, Source, SourceError, Timestamp};

/// A page of The Inference Report, copied as text.
///
/// The date is near the top, followed by an essay and its author, and then papers: a line of title and
/// category (`On Queues cs.DC`), an empty line, the abstract, an empty line. The date is when the page
/// announced them.
pub(in crate::sources) struct InferenceReport;

/// The page's name must occur within this many bytes.
const NAME_WITHIN_BYTES: usize = 4096;

impl Source for InferenceReport {
    fn format(&self) -> Format {
        Format::InferenceReport
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let top = String::from_utf8_lossy(&head[..head.len().min(NAME_WITHIN_BYTES)]);
        top.lines().any(|line| line.trim() == "The Inference Report")
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let document = Document::read(input, self.format())?;
        let text = document.text();
        let mut announced = None;
        let mut entries: Vec<(usize, &str, &str)> = Vec::new();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            if let Some((title, category)) = entry_header(line) {
                entries.push((offset, title, category));
            } else if announced.is_none() && entries.is_empty() {
                announced = Timestamp::parse(line).ok();
            }
            offset += line.len();
        }
        for (ordinal, &(start, title, category)) in (1..).zip(&entries) {
            let next = entries.get(ordinal as usize).map(|&(start, ..)| start);
            let end = next.unwrap_or(text.len());
            let position = document.position(ordinal, start);
            if document.is_invalid(start..end) {
                sink.reject(position, "invalid UTF-8 in this entry".into());
                continue;
            }
            let body = text[start..end].split_once('\n').map_or("", |(_, body)| body).trim();
            // The page footer follows the last abstract.
            let body = if next.is_some() { body } else { body.split("\n\n").next().unwrap_or(body) };
            if body.is_empty() {
                sink.reject(position, "no abstract below the title".into());
                continue;
            }
            sink.record(
                position,
                Record {
                    title: collapse(title),
                    abstract_text: paragraphs(body),
                    categories: vec![category.to_owned()],
                    announced,
                    ..Record::default()
                },
            );
        }
        if entries.is_empty() {
            let reason = "no line with a title and a category, such as 'On Queues cs.DC'".into();
            return Err(SourceError::NoRecords { format: self.format(), reason });
        }
        document.ended()
    }
}

/// Title and category in a line that opens an entry.
fn entry_header(line: &str) -> Option<(&str, &str)> {
    let (title, category) = line.trim().rsplit_once(' ')?;
    // A bare archive such as `math` may end a sentence; a class such as `cs.DC` or an archive such as
    // `quant-ph` does not.
    (category.contains(['.', '-']) && is_category(category)).then_some((title, category))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::{line_of, records};

    const PAGE: &str = "The Inference Report\n\nMay 14, 2026\nResearch Papers\n\nWork in cs.DC clusters.\n\nAda \
        Writer\n\nShowing of papers\n\nShort Queues: A Study of $n < m$ cs.DC\n\nWe study queues~(Q). \
        They\nwait.\n\nOn Logs cs.LG\n\nLogs grow.\n\nAll rights reserved.\n";

    #[test]
    fn titles_and_abstracts_are_read_and_the_essay_is_not() {
        let (read, rejects) = records(&InferenceReport, PAGE.as_bytes());
        assert!(rejects.is_empty());
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].title, "Short Queues: A Study of $n < m$");
        assert_eq!(read[0].abstract_text, "We study queues~(Q). They wait.");
        assert_eq!(read[0].announced, Timestamp::from_date(2026, 5, 14));
        assert_eq!(read[1].categories, ["cs.LG"]);
        assert_eq!(read[1].abstract_text, "Logs grow.");
    }

    #[test]
    fn a_title_without_abstract_is_rejected_where_it_stands() {
        let cut = PAGE.find("Logs grow.").unwrap();
        let (read, rejects) = records(&InferenceReport, &PAGE.as_bytes()[..cut]);
        assert_eq!(read.len(), 1);
        assert_eq!(rejects[0].0.line, Some(line_of(PAGE, "On Logs")));
    }
}
