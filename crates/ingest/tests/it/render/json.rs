//! One JSON object per line.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use thema_ingest::{Record, Timestamp};

fn lines(records: &[Record], object: impl Fn(&Record) -> Value) -> String {
    records.iter().map(|record| object(record).to_string() + "\n").collect()
}

fn day(timestamp: Option<Timestamp>) -> Option<String> {
    timestamp.map(|timestamp| timestamp.to_string()[..10].to_owned())
}

/// A table with common column names.
pub(crate) fn ndjson(records: &[Record]) -> String {
    lines(records, |record| {
        json!({
            "Title": record.title,
            "summary": record.abstract_text,
            "authors": record.authors.iter().map(|name| json!({"name": name})).collect::<Vec<_>>(),
            "categories": record.categories,
            "arxiv_id": format!("{}v{}", record.arxiv_id.as_ref().unwrap(), record.version.unwrap()),
            "doi": record.doi,
            "pmid": record.external_id.as_deref().map(|id| id.trim_start_matches("pmid:")),
            "published": record.published.map(|published| published.to_string()),
            "updated": record.updated.map(|updated| updated.to_string()),
            "comment": record.comment,
            "journal-ref": record.journal_reference,
        })
    })
}

/// OpenAlex.
pub(crate) fn openalex(records: &[Record]) -> String {
    lines(records, |record| {
        let mut index: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (position, word) in record.abstract_text.split(' ').filter(|word| !word.is_empty()).enumerate() {
            index.entry(word).or_default().push(position);
        }
        let author =
            |name: &String| json!({"author": {"id": "x", "display_name": name}, "raw_author_name": "x"});
        json!({
            "id": record.external_id.as_deref().map(|id| id.replace("openalex:", "https://openalex.org/")),
            "doi": record.doi.as_ref().map(|doi| format!("https://doi.org/{doi}")),
            "title": record.title.replace('&', "&amp;").replace('<', "&lt;"),
            "display_name": "x",
            "publication_date": day(record.published),
            "authorships": record.authors.iter().map(author).collect::<Vec<_>>(),
            "primary_location": {
                "landing_page_url": format!("https://arxiv.org/abs/{}", record.arxiv_id.as_ref().unwrap()),
                "source": {"display_name": record.journal_reference},
            },
            "abstract_inverted_index": index.into_iter().map(|(word, positions)| {
                (word.replace('&', "&amp;").replace('<', "&lt;"), positions)
            }).collect::<BTreeMap<_, _>>(),
        })
    })
}

/// Semantic Scholar.
pub(crate) fn semantic_scholar(records: &[Record]) -> String {
    lines(records, |record| {
        let paper_id = record.identifiers.first().map(|id| &id[3..]);
        json!({
            "paperId": paper_id,
            "externalIds": {
                "ArXiv": record.arxiv_id.as_ref().unwrap().as_str(),
                "DOI": record.doi,
                "CorpusId": record.external_id.as_deref().and_then(|id| id[3..].parse::<u64>().ok()),
            },
            "title": record.title,
            "abstract": record.abstract_text,
            "authors": record.authors.iter().map(|name| json!({"name": name})).collect::<Vec<_>>(),
            "publicationDate": day(record.published),
            "journal": {"name": record.journal_reference},
        })
    })
}
