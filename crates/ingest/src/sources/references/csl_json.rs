//! Citation Style Language JSON.

use std::io::BufRead;

use crate::sources::json::head::first_item_keys;
use crate::sources::{csl_item, json};
use crate::{Format, Sink, Source, SourceError};

/// Works as Zotero, Mendeley, Paperpile and pandoc exchange them: a list of items, or one per line.
///
/// The arXiv identifier is taken from an arXiv DOI, from `number` (`arXiv:2401.00001`) or from the URL.
pub(in crate::sources) struct CslJson;

/// Keys that a table of papers does not have in addition to a title and a type.
const OWN: [&str; 8] = [
    "issued",
    "container-title",
    "citation-key",
    "citation-label",
    "title-short",
    "event-title",
    "publisher-place",
    "accessed",
];

impl Source for CslJson {
    fn format(&self) -> Format {
        Format::CslJson
    }

    fn sniff(&self, head: &[u8]) -> bool {
        first_item_keys(head).is_some_and(|keys| {
            let has = |own: &str| keys.iter().any(|key| key == own);
            has("type") && has("title") && OWN.iter().any(|own| has(own))
        })
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        json::read(self.format(), &[], input, sink, &csl_item::record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;
    use crate::{Record, Timestamp};

    #[test]
    fn an_export_of_zotero_is_read() {
        let text = r#"[
  {"id":"http://zotero.org/users/1/items/ABCD","type":"article-journal","abstract":"We study queues.","container-title":"Letters on Queues","DOI":"10.1000/XYZ.1","ISSN":"1234-5678","issue":"2","language":"en","source":"DOI.org (Crossref)","title":"On Queues","volume":"7","author":[{"family":"Beethoven","given":"Ann","non-dropping-particle":"van"},{"literal":"The Queue Group"}],"accessed":{"date-parts":[["2024",6,1]]},"issued":{"date-parts":[["2024",5,6]]}},
  {"id":"x","type":"article","abstract":"We study logs.","number":"arXiv:2401.00001","publisher":"arXiv","title":"On Logs","URL":"http://arxiv.org/abs/2401.00001","author":[{"family":"One","given":"Ann"}],"issued":{"date-parts":[["2024",1]]}}
]"#;
        assert!(CslJson.sniff(text.as_bytes()));
        let (found, rejects) = records(&CslJson, text.as_bytes());
        let queues = Record {
            doi: Some("10.1000/xyz.1".into()),
            title: "On Queues".into(),
            abstract_text: "We study queues.".into(),
            authors: vec!["Ann van Beethoven".into(), "The Queue Group".into()],
            published: Timestamp::from_date(2024, 5, 6),
            journal_reference: Some("Letters on Queues".into()),
            venue: Some("Letters on Queues".into()),
            kind: Some("article".into()),
            language: Some("en".into()),
            ..Record::default()
        };
        let logs = Record {
            arxiv_id: Some("2401.00001".parse().unwrap()),
            title: "On Logs".into(),
            abstract_text: "We study logs.".into(),
            authors: vec!["Ann One".into()],
            published: Timestamp::from_month(2024, 1),
            kind: Some("article".into()),
            ..Record::default()
        };
        assert_eq!((found, rejects), (vec![queues, logs], vec![]));
    }

    #[test]
    fn pandocs_items_and_pubmed_numbers_are_read() {
        let text = r#"[{"id":"one2020","type":"article-journal","title":"On Queues","PMID":31452104,"keyword":"cs.DC, queues","reference":[{"key":"r1","DOI":"10.1000/ABC"},{"key":"r2","unstructured":"One, 2001"}],"issued":{"raw":"2020-03"}}]"#;
        let (found, _) = records(&CslJson, text.as_bytes());
        assert_eq!(found[0].external_id.as_deref(), Some("pmid:31452104"));
        assert_eq!(found[0].categories, ["cs.DC"]);
        assert_eq!(found[0].keywords, ["queues"]);
        assert_eq!(found[0].references, ["doi:10.1000/abc"]);
        assert_eq!(found[0].published, Timestamp::from_month(2020, 3));
    }

    #[test]
    fn a_cut_list_gives_its_whole_items() {
        let text = r#"[{"type":"article","title":"On Queues","issued":{}},{"type":"article","title":"On L"#;
        let mut kept = crate::sources::testing::Kept::default();
        assert!(CslJson.read(&mut text.as_bytes(), &mut kept).is_err());
        assert_eq!(kept.records.len(), 1);
    }
}
