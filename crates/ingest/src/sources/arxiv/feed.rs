//! arXiv's daily announcements as RSS and Atom feeds.

use std::io::BufRead;

use crate::identifiers::doi::normalise_doi;
use crate::sources::xml_items;
use crate::text::author_names::split_author_list;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::xml::{Element, root_element};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError, Timestamp};

/// A feed from <https://rss.arxiv.org>, RSS 2.0 (`/rss/cs.DC`) or Atom (`/atom/cs.DC`).
///
/// The description of an item is `arXiv:2401.00001v1 Announce Type: new`, a line break, and `Abstract: `
/// followed by the abstract. The item's date is when the paper was announced, not when it was submitted.
pub(in crate::sources) struct ArxivFeed;

impl Source for ArxivFeed {
    fn format(&self) -> Format {
        Format::ArxivFeed
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let Some((root, text)) = root_element(head) else { return false };
        let mentions = |needle: &str| memchr::memmem::find(text, needle.as_bytes()).is_some();
        matches!(root, "rss" | "RDF" | "feed") && (mentions("rss.arxiv.org/") || mentions("announce_type"))
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        xml_items::read(self.format(), input, sink, &["item", "entry"], record)
    }
}

fn record(item: Element<'_>) -> Result<Record, String> {
    let text =
        |names: [&str; 2]| names.into_iter().find_map(|name| item.child(name)).map_or("", Element::text);
    let description = text(["description", "summary"]);
    let announced_as = description.split_whitespace().next().unwrap_or_default();
    let link = item.child("link");
    let address = link.and_then(|link| link.attribute("href")).or_else(|| link.map(Element::text));
    let (id, version) = [announced_as, text(["guid", "id"]), address.unwrap_or_default()]
        .into_iter()
        .find_map(|spelling| ArxivId::parse_versioned(spelling).ok())
        .ok_or("no arXiv identifier in description, guid or link")?;
    let abstract_text = match description.split_once("Abstract:") {
        Some((announcement, abstract_text)) if announcement.contains("Announce Type:") => abstract_text,
        _ => description,
    };
    Ok(Record {
        arxiv_id: Some(id),
        version,
        doi: normalise_doi(text(["DOI", "doi"])),
        title: collapse(text(["title", "title"])),
        abstract_text: paragraphs(abstract_text),
        authors: item.children_named("creator").flat_map(|list| split_author_list(list.text())).collect(),
        categories: item
            .children_named("category")
            .map(|category| collapse(category.attribute("term").unwrap_or(category.text())))
            .filter(|category| !category.is_empty())
            .collect(),
        announced: Timestamp::parse(text(["pubDate", "published"])).ok(),
        journal_reference: collapse_nonempty(text(["journal_reference", "journal_ref"])),
        ..Record::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    const RSS: &str = "<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv='http://arxiv.org/schemas/atom' xmlns:dc='http://purl.org/dc/elements/1.1/' version='2.0'><channel>
<title>cs.DC updates on arXiv.org</title><link>http://rss.arxiv.org/rss/cs.DC</link>
<pubDate>Tue, 02 Jan 2024 00:00:00 -0500</pubDate>
<item><title>Sharding R&amp;D: $n &lt; f/3$</title><link>https://arxiv.org/abs/2401.00001</link>
<description>arXiv:2401.00001v2 Announce Type: replace-cross
Abstract: We shard.
It is fast.</description><guid isPermaLink='false'>oai:arXiv.org:2401.00001v2</guid>
<category>cs.DC</category><category>cs.LG</category><pubDate>Tue, 02 Jan 2024 00:00:00 -0500</pubDate>
<arxiv:announce_type>replace-cross</arxiv:announce_type><dc:creator>Ann One, Bo Two</dc:creator>
<arxiv:DOI>10.1000/XYZ</arxiv:DOI><arxiv:journal_reference>J. Shards 1</arxiv:journal_reference></item>
<item><title>No identifier</title><description>Abstract: x</description></item>
</channel></rss>";

    const ATOM: &str = "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:arxiv='http://arxiv.org/schemas/atom' \
xmlns:dc='http://purl.org/dc/elements/1.1/'><id>http://rss.arxiv.org/atom/cs.DC</id><title>cs.DC updates</title>
<entry><id>oai:arXiv.org:2401.00001v2</id><title>Sharding R&amp;D: $n &lt; f/3$</title>
<updated>2024-01-02T05:00:08.9+00:00</updated><link href='https://arxiv.org/abs/2401.00001' rel='alternate'/>
<summary>arXiv:2401.00001v2 Announce Type: replace-cross
Abstract: We shard. It is fast.</summary><category term='cs.DC'/><category term='cs.LG'/>
<published>2024-01-02T00:00:00-05:00</published><arxiv:announce_type>replace-cross</arxiv:announce_type>
<dc:creator>Ann One, Bo Two</dc:creator><arxiv:DOI>10.1000/XYZ</arxiv:DOI>
<arxiv:journal_reference>J. Shards 1</arxiv:journal_reference></entry></feed>";

    #[test]
    fn both_kinds_of_feed_give_the_same_record() {
        let expected = Record {
            arxiv_id: Some("2401.00001".parse().unwrap()),
            version: Some(2),
            doi: Some("10.1000/xyz".into()),
            title: "Sharding R&D: $n < f/3$".into(),
            abstract_text: "We shard. It is fast.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into()],
            categories: vec!["cs.DC".into(), "cs.LG".into()],
            announced: Some(Timestamp::parse("2024-01-02T05:00:00Z").unwrap()),
            journal_reference: Some("J. Shards 1".into()),
            ..Record::default()
        };
        let (found, rejects) = records(&ArxivFeed, RSS.as_bytes());
        assert_eq!(found, std::slice::from_ref(&expected));
        assert_eq!(rejects.len(), 1);
        assert_eq!((rejects[0].0.record, rejects[0].0.line), (2, Some(12)));
        let (found, rejects) = records(&ArxivFeed, ATOM.as_bytes());
        assert_eq!((found, rejects), (vec![expected], vec![]));
    }

    #[test]
    fn other_feeds_are_not_taken() {
        assert!(ArxivFeed.sniff(RSS.as_bytes()) && ArxivFeed.sniff(ATOM.as_bytes()));
        let api = "<feed xmlns='http://www.w3.org/2005/Atom'><id>http://arxiv.org/api/x</id></feed>";
        assert!(!ArxivFeed.sniff(api.as_bytes()));
        assert!(!ArxivFeed.sniff(b"<rss version='2.0'><channel><title>news</title>"));
    }
}
