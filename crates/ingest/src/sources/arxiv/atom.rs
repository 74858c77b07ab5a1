//! Responses of the arXiv API, Atom XML.

use std::io::BufRead;

use crate::identifiers::category::is_category;
use crate::identifiers::doi::normalise_doi;
use crate::sources::xml_items;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::xml::{Element, root_element};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// A response of <http://export.arxiv.org/api/query>
/// (<https://info.arxiv.org/help/api/user-manual.html#_details_of_atom_results_returned>).
pub(in crate::sources) struct ArxivAtom;

impl Source for ArxivAtom {
    fn format(&self) -> Format {
        Format::ArxivAtom
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let Some((root, text)) = root_element(head) else { return false };
        let mentions = |needle: &str| memchr::memmem::find(text, needle.as_bytes()).is_some();
        root == "feed"
            && !mentions("rss.arxiv.org/")
            && ["arxiv.org/api/", "arxiv.org/abs/", "arxiv.org/schemas/atom"].into_iter().any(mentions)
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        xml_items::read(self.format(), input, sink, &["entry"], record)
    }
}

fn record(entry: Element<'_>) -> Result<Record, String> {
    let text = |name: &str| entry.child(name).map_or("", Element::text);
    if text("id").contains("arxiv.org/api/errors") {
        return Err(format!("the API reports an error: {}", collapse(text("summary"))));
    }
    let (id, version) = ArxivId::parse_versioned(text("id")).map_err(|error| error.to_string())?;
    let abstract_text = paragraphs(text("summary"));
    if abstract_text.is_empty() {
        return Err("no abstract".into());
    }
    let terms = ["primary_category", "category"].into_iter().flat_map(|name| entry.children_named(name));
    let mut categories: Vec<String> = Vec::new();
    for term in terms.filter_map(|category| category.attribute("term")).map(str::trim) {
        if is_category(term) && !categories.iter().any(|known| known == term) {
            categories.push(term.to_owned());
        }
    }
    Ok(Record {
        arxiv_id: Some(id),
        version,
        doi: normalise_doi(text("doi")),
        title: collapse(text("title")),
        abstract_text,
        authors: entry
            .children_named("author")
            .filter_map(|author| collapse_nonempty(author.child("name")?.text()))
            .collect(),
        categories,
        published: Timestamp::parse(text("published")).ok(),
        updated: Timestamp::parse(text("updated")).ok(),
        comment: collapse_nonempty(text("comment")),
        journal_reference: collapse_nonempty(text("journal_ref")),
        ..Record::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::{Kept, records};

    const RESPONSE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?search_query=cat:cs.DC" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query: search_query=cat:cs.DC</title>
  <id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <updated>2026-06-10T00:00:00-04:00</updated>
  <entry>
    <id>http://arxiv.org/abs/2606.00001v2</id>
    <updated>2026-06-02T11:14:57Z</updated>
    <published>2026-06-01T00:00:00Z</published>
    <title>Queues &amp; Logs: $n &lt; m$
  in Practice</title>
    <summary>  We study queues &#x2014; and
logs.
  They wait.
</summary>
    <author><name>Ada One</name><arxiv:affiliation xmlns:arxiv="http://arxiv.org/schemas/atom">Town</arxiv:affiliation></author>
    <author><name>Bo de Two</name></author>
    <arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1000/ABC</arxiv:doi>
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">4 pages</arxiv:comment>
    <arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">J. Q. 1</arxiv:journal_ref>
    <link href="http://arxiv.org/abs/2606.00001v2" rel="alternate" type="text/html"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.DC"/>
    <category term="cs.PF" scheme="http://arxiv.org/schemas/atom"/>
    <category term="cs.DC" scheme="http://arxiv.org/schemas/atom"/>
    <category term="68M20; C.2.4" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
  <entry>
    <id>http://arxiv.org/api/errors#incorrect_id_format_for_x</id>
    <title>Error</title>
    <summary>incorrect id format for x</summary>
  </entry>
</feed>
"#;

    #[test]
    fn entities_across_events_and_attributes_are_read() {
        assert!(ArxivAtom.sniff(RESPONSE.as_bytes()));
        let (read, rejects) = records(&ArxivAtom, RESPONSE.as_bytes());
        let expected = Record {
            arxiv_id: Some("2606.00001".parse().unwrap()),
            version: Some(2),
            doi: Some("10.1000/abc".into()),
            title: "Queues & Logs: $n < m$ in Practice".into(),
            abstract_text: "We study queues — and logs.\nThey wait.".into(),
            authors: vec!["Ada One".into(), "Bo de Two".into()],
            categories: vec!["cs.DC".into(), "cs.PF".into()],
            published: Timestamp::from_date(2026, 6, 1),
            updated: Some(Timestamp::parse("2026-06-02T11:14:57Z").unwrap()),
            comment: Some("4 pages".into()),
            journal_reference: Some("J. Q. 1".into()),
            ..Record::default()
        };
        assert_eq!(read, [expected]);
        assert_eq!(rejects[0].1, "the API reports an error: incorrect id format for x");
    }

    #[test]
    fn what_stands_before_the_cut_of_a_truncated_response_is_kept() {
        let second = RESPONSE.rfind("  <entry>").unwrap();
        for cut in [second + 60, second] {
            let mut kept = Kept::default();
            let ended = ArxivAtom.read(&mut &RESPONSE.as_bytes()[..cut], &mut kept);
            assert_eq!(kept.records.len(), 1);
            assert!(ended.is_err() || kept.rejects.len() == 1, "{ended:?}");
        }
        let (_, rejects) = records(&ArxivAtom, &RESPONSE.as_bytes()[..second + 60]);
        assert_eq!(rejects[0].0.line, Some(1 + RESPONSE[..second].lines().count() as u64));
    }
}
