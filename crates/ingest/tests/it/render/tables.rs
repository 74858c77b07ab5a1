//! Delimited text.

use thema_ingest::Record;

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn table(records: &[Record], delimiter: &str) -> String {
    let names = [
        "Title",
        "Abstract",
        "Authors",
        "Categories",
        "arXiv ID",
        "DOI",
        "PMID",
        "Date",
        "Updated",
        "Comments",
        "Journal",
    ];
    let mut text = names.join(delimiter) + "\n";
    for record in records {
        let cells = [
            record.title.clone(),
            record.abstract_text.clone(),
            record.authors.join("; "),
            record.categories.join(" "),
            format!("{}v{}", record.arxiv_id.as_ref().unwrap(), record.version.unwrap()),
            record.doi.clone().unwrap_or_default(),
            record.external_id.clone().unwrap_or_default().replace("pmid:", ""),
            record.published.map(|published| published.to_string()).unwrap_or_default(),
            record.updated.map(|updated| updated.to_string()).unwrap_or_default(),
            record.comment.clone().unwrap_or_default(),
            record.journal_reference.clone().unwrap_or_default(),
        ];
        text.push_str(&cells.map(|cell| quote(&cell)).join(delimiter));
        text.push_str("\r\n");
    }
    text
}

/// Commas.
pub(crate) fn csv(records: &[Record]) -> String {
    table(records, ",")
}

/// Tabs.
pub(crate) fn tsv(records: &[Record]) -> String {
    table(records, "\t")
}
