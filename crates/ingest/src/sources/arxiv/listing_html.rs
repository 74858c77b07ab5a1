//! arXiv listing pages as HTML.

use std::io::BufRead;
use std::ops::Range;

use crate::identifiers::category::is_category;
use crate::identifiers::doi::normalise_doi;
use crate::sources::accept::accept;
use crate::sources::document::Document;
use crate::text::author_names::split_author_list;
use crate::text::dates::parse_partial_date;
use crate::text::html_tokens::{HtmlTag, HtmlToken, html_tokens};
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// A page such as <https://arxiv.org/list/cs.DC/new>.
///
/// An entry is a `dt` with a link to `/abs/IDENTIFIER` and a `dd` whose blocks have the classes `list-title`,
/// `list-authors`, `list-comments`, `list-subjects` and `list-journal-ref`. A paragraph of class `mathjax` is
/// the abstract; `recent` pages have none. Mathematics stays as written on the page. The date in the heading
/// above (`Showing new listings for Monday, 2 March 2026`) is when the papers were announced.
pub(in crate::sources) struct ArxivListingHtml;

impl Source for ArxivListingHtml {
    fn format(&self) -> Format {
        Format::ArxivListingHtml
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let mentions = |needle: &str| memchr::memmem::find(head, needle.as_bytes()).is_some();
        head.trim_ascii_start().starts_with(b"<")
            && mentions("<dl")
            && mentions("/abs/")
            && (mentions("list-title") || mentions("list-authors"))
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let document = Document::read(input, self.format())?;
        let mut page = Page::default();
        for (offset, token) in html_tokens(document.text()) {
            match token {
                HtmlToken::Open(tag) if tag.name == "dt" => {
                    page.finish(&document, offset, sink);
                    page.begin(offset);
                }
                HtmlToken::Open(tag) => page.open(tag),
                HtmlToken::Close(name) if name == "dl" => page.finish(&document, offset, sink),
                HtmlToken::Close(name) => page.close(&name),
                HtmlToken::Text(text) => page.text(&text),
            }
        }
        page.finish(&document, document.text().len(), sink);
        if page.entries == 0 {
            let reason = "no entries: a listing has them as <dt> and <dd>".to_owned();
            return Err(SourceError::NoRecords { format: self.format(), reason });
        }
        document.ended()
    }
}

/// What a block of the page contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Heading,
    Title,
    Authors,
    Author,
    Comments,
    Subjects,
    JournalReference,
    Doi,
    Abstract,
}

impl Block {
    fn of(tag: &HtmlTag) -> Option<Self> {
        if ["h2", "h3"].contains(&tag.name.as_str()) {
            return Some(Self::Heading);
        }
        tag.attribute("class")?.split_ascii_whitespace().find_map(|class| match class {
            "list-title" => Some(Self::Title),
            "list-authors" => Some(Self::Authors),
            "list-comments" => Some(Self::Comments),
            "list-subjects" => Some(Self::Subjects),
            "list-journal-ref" => Some(Self::JournalReference),
            "list-doi" => Some(Self::Doi),
            "mathjax" if tag.name == "p" => Some(Self::Abstract),
            _ => None,
        })
    }
}

/// The page as far as it has been read.
#[derive(Default)]
struct Page {
    entries: u64,
    announced: Option<Timestamp>,
    entry: Option<(usize, Entry)>,
    /// The current block, the element that contains it, and how many elements of that name are open.
    block: Option<(Block, String, u32)>,
    /// Whether the reader is inside the label before a block's text, which is skipped.
    in_label: bool,
    text: String,
}

#[derive(Default)]
struct Entry {
    identifier: Option<String>,
    authors_text: String,
    record: Record,
}

impl Page {
    fn begin(&mut self, offset: usize) {
        self.entries += 1;
        self.entry = Some((offset, Entry::default()));
    }

    fn text(&mut self, text: &str) {
        if self.block.is_some() && !self.in_label {
            self.text.push_str(text);
        }
    }

    fn open(&mut self, tag: HtmlTag) {
        let name = tag.name.as_str();
        if name == "span" && tag.attribute("class") == Some("descriptor") {
            self.in_label = true;
        }
        if name == "br" {
            self.text.push('\n');
        }
        if name == "a"
            && let Some((_, entry)) = &mut self.entry
            && entry.identifier.is_none()
            && let Some(address) = tag.attribute("href").filter(|href| href.contains("/abs/"))
        {
            entry.identifier = Some(address.to_owned());
        }
        match &mut self.block {
            Some((Block::Authors, _, _)) if name == "a" => {
                self.text.clear();
                self.block = Some((Block::Author, tag.name, 1));
            }
            Some((_, holder, open)) => *open += u32::from(name == holder),
            None => {
                if let Some(block) = Block::of(&tag) {
                    self.text.clear();
                    self.block = Some((block, tag.name, 1));
                }
            }
        }
    }

    fn close(&mut self, name: &str) {
        if name == "span" {
            self.in_label = false;
        }
        let Some((block, holder, open)) = &mut self.block else { return };
        if name != holder {
            return;
        }
        *open -= 1;
        if *open > 0 {
            return;
        }
        let block = *block;
        // Authors are links inside their block, which continues after each of them.
        self.block = (block == Block::Author).then(|| (Block::Authors, "div".to_owned(), 1));
        let text = std::mem::take(&mut self.text);
        self.keep(block, &text);
    }

    fn keep(&mut self, block: Block, text: &str) {
        if block == Block::Heading {
            self.announced = heading_day(text).or(self.announced);
            return;
        }
        let Some((_, entry)) = &mut self.entry else { return };
        let record = &mut entry.record;
        match block {
            Block::Title => record.title = collapse(text),
            Block::Author => record.authors.extend(collapse_nonempty(text)),
            Block::Authors => text.clone_into(&mut entry.authors_text),
            Block::Comments => record.comment = collapse_nonempty(text),
            Block::Subjects => record.categories = subject_codes(text),
            Block::JournalReference => record.journal_reference = collapse_nonempty(text),
            Block::Doi => record.doi = normalise_doi(text),
            Block::Abstract => record.abstract_text = paragraphs(text),
            Block::Heading => {}
        }
    }

    fn finish(&mut self, document: &Document, end: usize, sink: &mut dyn Sink) {
        self.block = None;
        self.in_label = false;
        let Some((start, entry)) = self.entry.take() else { return };
        let position = document.position(self.entries, start);
        let record = self.complete(entry, document, start..end);
        accept(sink, position, record);
    }

    fn complete(&self, entry: Entry, document: &Document, range: Range<usize>) -> Result<Record, String> {
        if document.is_invalid(range) {
            return Err("invalid UTF-8 in this entry".to_owned());
        }
        let mut record = entry.record;
        if record.authors.is_empty() {
            record.authors = split_author_list(&entry.authors_text);
        }
        let address = entry.identifier.ok_or("no link to an abstract's page")?;
        let (id, version) = ArxivId::parse_versioned(&address).map_err(|error| error.to_string())?;
        record.arxiv_id = Some(id);
        record.version = version;
        record.announced = self.announced;
        Ok(record)
    }
}

/// The date in `Showing new listings for Monday, 2 March 2026` or
/// `Wed, 10 Jun 2026 (showing 50 of 50 entries)`.
fn heading_day(heading: &str) -> Option<Timestamp> {
    let heading = collapse(heading);
    let day = heading.split_once(" for ").map_or(heading.as_str(), |(_, day)| day);
    let day = day.split_once(" (").map_or(day, |(day, _)| day);
    parse_partial_date(day)
}

/// The codes in `Distributed, Parallel, and Cluster Computing (cs.DC); Performance (cs.PF)`.
fn subject_codes(subjects: &str) -> Vec<String> {
    let in_parentheses = subjects.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    in_parentheses.map(|(code, _)| code.trim()).filter(|code| is_category(code)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    const PAGE: &str = r#"<!DOCTYPE html><html><head><title>cs.DC</title><script>"<dt>"</script></head><body>
<h3>Showing new listings for Monday, 2 March 2026</h3>
<dl id='articles'><h3>New submissions (showing 1 of 1 entries)</h3>
<dt><a name='item1'>[1]</a> <a href ="/abs/2602.23598" title="Abstract" id="2602.23598">arXiv:2602.23598</a></dt>
<dd><div class='meta'><div class='list-title mathjax'><span class='descriptor'>Title:</span>
  QoS&amp;Flow for $n &lt; f/3$</div>
<div class='list-authors'><a href="https://arxiv.org/search/?q=R">Md Rashid</a>, <a href="x">Jos&eacute; Two</a></div>
<div class='list-comments mathjax'><span class='descriptor'>Comments:</span> 12 pages</div>
<div class='list-subjects'><span class='descriptor'>Subjects:</span>
<span class="primary-subject">Distributed, Parallel, and Cluster Computing (cs.DC)</span>; Performance (cs.PF)</div>
<p class='mathjax'>We bound $\alpha &gt; 1$ with a <a href="x">link</a>.</p></div></dd>
<dt><a name='item2'>[2]</a> <a href="/abs/2602.00002">arXiv:2602.00002</a></dt><dd><div class='meta'></div></dd>
</dl></body></html>"#;

    #[test]
    fn an_entry_is_read_whole_and_a_broken_one_rejected() {
        let (found, rejects) = records(&ArxivListingHtml, PAGE.as_bytes());
        let expected = Record {
            arxiv_id: Some("2602.23598".parse().unwrap()),
            title: "QoS&Flow for $n < f/3$".into(),
            abstract_text: r"We bound $\alpha > 1$ with a link.".into(),
            authors: vec!["Md Rashid".into(), "José Two".into()],
            categories: vec!["cs.DC".into(), "cs.PF".into()],
            announced: Timestamp::from_date(2026, 3, 2),
            comment: Some("12 pages".into()),
            ..Record::default()
        };
        assert_eq!(found, [expected]);
        assert_eq!(rejects.len(), 1);
        assert_eq!(
            (rejects[0].0.record, rejects[0].0.line, rejects[0].1.as_str()),
            (2, Some(12), "no title")
        );
    }

    #[test]
    fn pages_of_recent_papers_name_their_days_in_headings() {
        let page = "<h3>Wed, 10 Jun 2026 (showing 1 of 1 entries)</h3><dl><dt><a href='/abs/2606.1'></a></dt></dl>\
            <dl><dt><a href='/abs/2606.00001v3'>x</a></dt><dd><div class='list-title'>Title: of it</div></dd></dl>";
        let (found, rejects) = records(&ArxivListingHtml, page.as_bytes());
        assert_eq!((found.len(), rejects.len()), (1, 1));
        assert_eq!(found[0].announced, Timestamp::from_date(2026, 6, 10));
        assert_eq!(found[0].version, Some(3));
    }
}
